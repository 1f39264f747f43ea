"""Store: what a server keeps, and how two kinds of databases keep it.

`records` are the rows by field name, `connection` is the protocol of both databases, `sql` holds the statements by
name. Each of `surveys`, `questions`, `places`, `people`, `keys` and `outbox` is one table; `Store` is all of them.
"""
