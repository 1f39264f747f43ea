"""PostgreSQL: for several servers on one database."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from lowwater.errors import BadStore, Moved
from lowwater.server import queries
from lowwater.server.session import Row

_LOCK = 0x10A7E5  # one migration at a time, over all servers

_NETWORK = {"connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""Seconds after which a database that went away is noticed, unless the address says otherwise."""

_PATIENCE = ("idle_in_transaction_session_timeout = '5s'", "lock_timeout = '2s'")
"""A server that freezes in a transaction loses it, and nobody waits for its locks longer than that."""

_END_OVERDUE = """
SELECT pg_terminate_backend(held.pid) FROM pg_locks AS held JOIN pg_stat_activity AS other USING (pid)
WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 1
AND (held.classid::bigint << 32) | held.objid::bigint = %(number)s
AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND other.state LIKE 'idle in transaction%%' AND other.usename = current_user
AND other.state_change < clock_timestamp() - current_setting('idle_in_transaction_session_timeout')::interval
"""
"""End a server that holds a survey, and has said nothing for longer than it may.

PostgreSQL does so by itself, but not where the server froze right after a pipeline: psycopg ends those with a flush,
which stops the clock of an idle transaction, and the next statement, which would start it again, never comes.
"""

_TABLES = "survey, question, place, person"
_EARLY, _RATIO = 250, 4  # rows written before statistics are taken, and how many times as many before the next


class Postgres:
    """A session on a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self._url, self._queries = url, queries.postgres()
        self._connection = self._connected()
        self._changed, self._analyze_at = 0, _EARLY
        self._wanted: Sequence[dict[str, Any]] = ()  # surveys that somebody else held for too long

    def _connected(self) -> "psycopg.Connection[Any]":
        try:
            connection = psycopg.connect(_address(self._url), autocommit=True)
            for setting in _PATIENCE:
                connection.execute(f"SET {setting}")
        except psycopg.Error as error:
            raise BadStore(f"PostgreSQL cannot be reached: {str(error).splitlines()[0]}") from None
        return connection

    def _execute(self, sql: str, given: dict[str, Any] | None = None) -> "psycopg.Cursor[Any]":
        with failing():
            return self._connection.execute(sql, given)

    def all(self, query: str, **given: Any) -> list[Row]:
        """Every row of a query."""
        return [_plain(row) for row in self._execute(self._queries[query], given).fetchall()]

    def one(self, query: str, **given: Any) -> Row | None:
        """The first row, or None."""
        row = self._execute(self._queries[query], given).fetchone()
        return None if row is None else _plain(row)

    def run(self, query: str, **given: Any) -> int:
        """Change rows, and say how many."""
        return self._execute(self._queries[query], given).rowcount

    def many(self, query: str, given: Iterable[dict[str, Any]]) -> int:
        """The same change for many rows; say how many it changed."""
        with failing(), self._connection.cursor() as cursor:
            cursor.executemany(self._queries[query], given)
            changed = max(0, cursor.rowcount)
        self._changed += changed
        self._time_idleness()
        return changed

    def each(self, query: str, given: Sequence[dict[str, Any]]) -> list[Row]:
        """The rows of the same query, asked for each of many; they travel together."""
        found: list[Row] = []
        try:
            with failing(), self._connection.cursor() as cursor:
                cursor.executemany(self._queries[query], given, returning=True)
                more: bool | None = bool(given)
                while more:
                    found += cursor.fetchall()
                    more = cursor.nextset()
        except Moved:
            self._wanted = given if query == "hold" else ()
            raise
        self._time_idleness()
        return found

    def _time_idleness(self) -> None:
        """Start the clock of an idle transaction again: it stands still after a pipeline, which ends with a flush."""
        self._execute("SELECT 1")

    def begin(self) -> None:
        """Start a transaction; a connection that was lost is made anew first."""
        if self._connection.closed:
            self._connection = self._connected()
        for survey in self._wanted:
            self._execute(_END_OVERDUE, survey)
        self._wanted = ()
        self._execute("BEGIN")

    def commit(self) -> None:
        """End it; what it changed is durable from here on."""
        if self._execute("COMMIT").statusmessage != "COMMIT":  # of what failed before, it says ROLLBACK and no error
            raise BadStore("PostgreSQL did not keep the transaction; ask again")
        if self._changed >= self._analyze_at:
            self._analyze()

    def _analyze(self) -> None:
        """Take statistics: before autovacuum does, a minute later, PostgreSQL plans for empty tables."""
        self._analyze_at = _RATIO * self._changed
        with contextlib.suppress(BadStore):  # what was committed is kept, with or without them
            self._execute(f"ANALYZE {_TABLES}")

    def forget(self) -> None:
        """Old versions of rows go when PostgreSQL vacuums, which it does by itself."""

    def rollback(self) -> None:
        """Undo everything since it began."""
        if not self._connection.closed:
            self._execute("ROLLBACK")

    def mark(self) -> None:
        """Set a mark to go back to."""
        self._execute("SAVEPOINT mark")

    def back(self) -> None:
        """Undo everything since the mark, and drop it."""
        self._execute("ROLLBACK TO SAVEPOINT mark")
        self.drop()

    def drop(self) -> None:
        """Drop the mark."""
        self._execute("RELEASE SAVEPOINT mark")

    def migrate(self) -> int:
        """Bring the schema up to date, one server at a time, and say its number."""
        self.begin()
        self._execute("SET LOCAL lock_timeout = 0")  # however long another server migrates
        self._execute(f"SELECT pg_advisory_xact_lock({_LOCK})")
        self._execute("CREATE TABLE IF NOT EXISTS migration (number BIGINT PRIMARY KEY)")
        ((found,),) = self._execute("SELECT COALESCE(MAX(number), 0) FROM migration").fetchall()
        try:
            for number, script in queries.lacking(found):
                for statement in queries.statements(script):
                    self._execute(statement)
                self._execute("INSERT INTO migration (number) VALUES (%(number)s)", {"number": number})
        except BadStore:
            self.rollback()
            raise
        self.commit()
        self._execute(f"ANALYZE {_TABLES}")
        return queries.migrations()[-1][0]

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()


def _address(url: str) -> str:
    given = conninfo_to_dict(url)
    return make_conninfo(url, **{name: value for name, value in _NETWORK.items() if name not in given})


def _plain(row: Row) -> Row:
    """Sums come as decimals."""
    return tuple(int(cell) if type(cell).__name__ == "Decimal" else cell for cell in row)


@contextlib.contextmanager
def failing() -> Iterator[None]:
    """PostgreSQL's errors as ours: what can be tried again, and what cannot."""
    try:
        yield
    except (errors.DeadlockDetected, errors.SerializationFailure, errors.LockNotAvailable):
        raise Moved from None
    except errors.DiskFull:
        raise BadStore("the database's disk is full; nothing of this was kept") from None
    except psycopg.OperationalError as error:
        raise BadStore(f"PostgreSQL cannot be reached: {str(error).splitlines()[0]}") from None
    except (psycopg.InternalError, psycopg.InterfaceError, psycopg.ProgrammingError) as error:
        raise BadStore(f"PostgreSQL cannot be used: {str(error).splitlines()[0]}") from None
