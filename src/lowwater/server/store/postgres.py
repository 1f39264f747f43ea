"""PostgreSQL: for several servers on one database."""

import contextlib
import hashlib
from collections.abc import Collection, Iterator, Sequence

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from lowwater.errors import BadStore, Moved
from lowwater.server.store import queries
from lowwater.server.store.connection import Given, Row, Value

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

_TABLES = "survey, question, place, person, outbox"
_EARLY, _RATIO = 250, 4  # rows written before statistics are taken, and how many times as many before the next


class Postgres:
    """A connection to a PostgreSQL database, shared by several servers."""

    def __init__(self, url: str, *, reading: bool = False) -> None:
        self._url, self._queries, self._reading = url, queries.postgres(), reading
        self._connection = self._connected()
        self._changed, self._analyze_at = 0, _EARLY
        self._wanted: Sequence[int] = ()  # locks that somebody else held for too long

    def _connected(self) -> "psycopg.Connection[Row]":
        try:
            connection = psycopg.connect(_address(self._url), autocommit=True)
            for setting in (*_PATIENCE, f"default_transaction_read_only = {self._reading}"):
                connection.execute(f"SET {setting}")
        except psycopg.Error as error:
            raise BadStore(f"PostgreSQL cannot be reached: {str(error).splitlines()[0]}") from None
        return connection

    def _execute(self, sql: str, given: Given | None = None) -> "psycopg.Cursor[Row]":
        with failing():
            return self._connection.execute(sql, given)

    def all(self, query: str, **given: Value) -> list[Row]:
        """Fetch every row of a query."""
        return self._execute(self._queries[query], given).fetchall()

    def run(self, query: str, **given: Value) -> int:
        """Change rows, and return how many."""
        return self._execute(self._queries[query], given).rowcount

    def many(self, query: str, given: Sequence[Given]) -> int:
        """Make the same change for each of `given`, and return how many rows it changed."""
        with failing(), self._connection.cursor() as cursor:
            cursor.executemany(self._queries[query], given)
            changed = max(0, cursor.rowcount)
        self._changed += changed
        self._time_idleness()
        return changed

    def each(self, query: str, given: Sequence[Given]) -> list[Row]:
        """Fetch the rows of one query for each of `given`, in order; they travel together."""
        found: list[Row] = []
        with failing(), self._connection.cursor() as cursor:
            cursor.executemany(self._queries[query], given, returning=True)
            more: bool | None = bool(given)
            while more:
                found += cursor.fetchall()
                more = cursor.nextset()
        self._time_idleness()
        return found

    def _time_idleness(self) -> None:
        """Start the clock of an idle transaction again: it stands still after a pipeline, which ends with a flush."""
        self._execute("SELECT 1")

    def hold(self, alone: Collection[str], together: Collection[str]) -> None:
        """Take the advisory locks of surveys, all servers in the same order, until the transaction ends."""
        locks = {_number_of(survey): "pg_advisory_xact_lock_shared" for survey in together}
        locks |= {_number_of(survey): "pg_advisory_xact_lock" for survey in alone}
        try:
            for number, lock in sorted(locks.items()):
                self._execute(f"SELECT {lock}(%(number)s)", {"number": number})
        except Moved:
            self._wanted = tuple(locks)
            raise

    def begin(self) -> None:
        """Start a transaction; a connection that was lost is made anew first."""
        if self._connection.closed:
            self._connection = self._connected()
        for number in self._wanted:
            self._execute(_END_OVERDUE, {"number": number})
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
        self._analyze_at = max(_EARLY, _RATIO * self._changed)
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
        ((schema,),) = self._execute("SELECT COALESCE(MAX(number), 0) FROM migration").fetchall()
        try:
            for number, script in queries.lacking(int(schema or 0)):
                for statement in queries.statements(script, queries.POSTGRES):
                    self._execute(statement)
                self._execute("INSERT INTO migration (number) VALUES (%(number)s)", {"number": number})
        except BadStore:
            self.rollback()
            raise
        self.commit()
        self._analyze()
        return queries.migrations()[-1][0]

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()


def _address(url: str) -> str:
    given = conninfo_to_dict(url)
    return make_conninfo(url, **{name: value for name, value in _NETWORK.items() if name not in given})


def _number_of(survey: str) -> int:
    """The number of a survey's lock; whatever stands in a path has one."""
    return int.from_bytes(hashlib.sha256(survey.encode(errors="replace")).digest()[:8], signed=True)


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
