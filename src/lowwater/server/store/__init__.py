"""Store: what a server keeps, and how two kinds of databases keep it.

`records` are the rows by field name, `connection` is what both databases offer, `sql` the statements by name. Each of
`surveys`, `questions`, `places`, `people`, `keys` and `outbox` asks for one table; `Store` holds them together.
"""
