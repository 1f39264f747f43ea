"""PostgreSQL: a database that several servers share."""

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
"""Timeouts in seconds after which a lost database is noticed; those in the URL take precedence."""

_TIMEOUTS = ("idle_in_transaction_session_timeout = '5s'", "lock_timeout = '2s'")
"""A server that freezes in a transaction loses it after 5 s; a transaction waits 2 s for a lock."""

_TERMINATE_HOLDER = """
SELECT pg_terminate_backend(lock.pid) FROM pg_locks AS lock JOIN pg_stat_activity AS other USING (pid)
WHERE lock.locktype = 'advisory' AND lock.granted AND lock.objsubid = 1
AND (lock.classid::bigint << 32) | lock.objid::bigint = %(lock)s
AND lock.database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND other.state LIKE 'idle in transaction%%' AND other.usename = current_user
AND other.state_change < clock_timestamp() - current_setting('idle_in_transaction_session_timeout')::interval
"""
"""Terminate the connection that holds an advisory lock in a transaction idle for longer than its timeout.

PostgreSQL does so by itself, but not where the server froze right after a pipeline: psycopg ends a pipeline with a
flush, which stops the timer of the idle transaction, and the next statement, which would restart it, never comes.
"""

_TABLES = "survey, question, place, person, outbox"
_EARLY, _RATIO = 250, 4  # rows written before the first ANALYZE; the factor until the next one


class Postgres:
    """A connection to a PostgreSQL database, shared by several servers."""

    def __init__(self, url: str, *, reading: bool = False) -> None:
        self._url, self._queries, self._reading = url, queries.postgres(), reading
        self._connection = self._connect()
        self._changed, self._analyze_at = 0, _EARLY
        self._refused: Sequence[int] = ()  # the locks asked for when a lock timed out

    def _connect(self) -> "psycopg.Connection[Row]":
        try:
            connection = psycopg.connect(_address(self._url), autocommit=True)
            for setting in (*_TIMEOUTS, f"default_transaction_read_only = {self._reading}"):
                connection.execute(f"SET {setting}")
        except psycopg.Error as error:
            raise BadStore(f"PostgreSQL cannot be reached: {str(error).splitlines()[0]}") from None
        return connection

    def _execute(self, sql: str, given: Given | None = None) -> "psycopg.Cursor[Row]":
        with translate_errors():
            return self._connection.execute(sql, given)

    def all(self, query: str, **given: Value) -> list[Row]:
        """Fetch every row of a query."""
        return self._execute(self._queries[query], given).fetchall()

    def run(self, query: str, **given: Value) -> int:
        """Run a query that changes rows, and return how many it changed."""
        return self._execute(self._queries[query], given).rowcount

    def many(self, query: str, given: Sequence[Given]) -> int:
        """Run a query once for each of `given`, and return how many rows that changed."""
        with translate_errors(), self._connection.cursor() as cursor:
            cursor.executemany(self._queries[query], given)
            changed = max(0, cursor.rowcount)
        self._changed += changed
        self._restart_idle_timer()
        return changed

    def each(self, query: str, given: Sequence[Given]) -> list[Row]:
        """Fetch the rows of a query for each of `given`, in order, in one pipeline."""
        rows: list[Row] = []
        with translate_errors(), self._connection.cursor() as cursor:
            cursor.executemany(self._queries[query], given, returning=True)
            more: bool | None = bool(given)
            while more:
                rows += cursor.fetchall()
                more = cursor.nextset()
        self._restart_idle_timer()
        return rows

    def _restart_idle_timer(self) -> None:
        """Restart the idle transaction timer, which a pipeline stops when it ends with a flush."""
        self._execute("SELECT 1")

    def hold(self, exclusive: Collection[str], shared: Collection[str]) -> None:
        """Take the advisory locks of surveys, in the same order on all servers, until commit."""
        locks = {_lock_of(survey): "pg_advisory_xact_lock_shared" for survey in shared}
        locks |= {_lock_of(survey): "pg_advisory_xact_lock" for survey in exclusive}
        try:
            for lock, function in sorted(locks.items()):
                self._execute(f"SELECT {function}(%(lock)s)", {"lock": lock})
        except Moved:
            self._refused = tuple(locks)
            raise

    def begin(self) -> None:
        """Start a transaction; first reconnect if the connection was lost, and terminate who froze with our locks."""
        if self._connection.closed:
            self._connection = self._connect()
        for lock in self._refused:
            self._execute(_TERMINATE_HOLDER, {"lock": lock})
        self._refused = ()
        self._execute("BEGIN")

    def commit(self) -> None:
        """Commit the transaction; its changes are durable once this returns."""
        if self._execute("COMMIT").statusmessage != "COMMIT":  # a failed transaction ends in ROLLBACK, without an error
            raise BadStore("PostgreSQL did not keep the transaction; ask again")
        if self._changed >= self._analyze_at:
            self._analyze()

    def _analyze(self) -> None:
        """Run ANALYZE: until autovacuum does, a minute later, PostgreSQL plans for empty tables."""
        self._analyze_at = max(_EARLY, _RATIO * self._changed)
        with contextlib.suppress(BadStore):  # the commit stands without it
            self._execute(f"ANALYZE {_TABLES}")

    def forget(self) -> None:
        """Do nothing: autovacuum removes old versions of rows."""

    def rollback(self) -> None:
        """Roll the transaction back."""
        if not self._connection.closed:
            self._execute("ROLLBACK")

    def mark(self) -> None:
        """Set a savepoint."""
        self._execute("SAVEPOINT mark")

    def back(self) -> None:
        """Roll back to the savepoint, and release it."""
        self._execute("ROLLBACK TO SAVEPOINT mark")
        self.drop()

    def drop(self) -> None:
        """Release the savepoint."""
        self._execute("RELEASE SAVEPOINT mark")

    def migrate(self) -> int:
        """Bring the schema up to date, one server at a time, and return its version."""
        self.begin()
        self._execute("SET LOCAL lock_timeout = 0")  # wait however long another server migrates
        self._execute(f"SELECT pg_advisory_xact_lock({_LOCK})")
        self._execute("CREATE TABLE IF NOT EXISTS migration (number BIGINT PRIMARY KEY)")
        ((schema,),) = self._execute("SELECT COALESCE(MAX(number), 0) FROM migration").fetchall()
        try:
            for version, script in queries.pending(int(schema or 0)):
                for statement in queries.statements(script, queries.POSTGRES):
                    self._execute(statement)
                self._execute("INSERT INTO migration (number) VALUES (%(number)s)", {"number": version})
        except BadStore:
            self.rollback()
            raise
        self.commit()
        self._analyze()
        return queries.migrations()[-1][0]

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def _address(url: str) -> str:
    settings = conninfo_to_dict(url)
    return make_conninfo(url, **{name: value for name, value in _NETWORK.items() if name not in settings})


def _lock_of(survey: str) -> int:
    """The advisory lock of a survey, for any text: a name from a URL need not be valid."""
    return int.from_bytes(hashlib.sha256(survey.encode(errors="replace")).digest()[:8], signed=True)


@contextlib.contextmanager
def translate_errors() -> Iterator[None]:
    """Raise PostgreSQL's errors as Moved, where trying again may help, or as BadStore."""
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
