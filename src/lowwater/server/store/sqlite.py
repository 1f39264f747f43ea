"""SQLite: the embedded database, in one file, with one server at a time."""

import contextlib
import os
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import apsw

from lowwater.errors import BadStore
from lowwater.server.store import queries
from lowwater.server.store.connection import Given, Row, Value
from lowwater.server.store.server_lock import lock_server

_WAIT = 5000  # milliseconds to wait for a lock of another process
_CACHE = 16_000  # kilobytes; large, since people are keyed by a hash, so each row may be on any page
_RETRY = 0.01  # seconds between two tries where SQLite does not wait by itself


class Sqlite:
    """A connection to a file; with `alone`, it refuses a second server on the same file."""

    def __init__(self, path: Path | str, *, alone: bool = True, reading: bool = False) -> None:
        self._queries, self._path, self._forgetting = queries.sqlite(), str(path), alone
        self._begin = "BEGIN" if reading else "BEGIN IMMEDIATE"
        self._lock = lock_server(self._path) if alone else None
        try:
            self._connection = _connect(self._path)
        except BadStore:
            self._unlock()
            raise

    def _execute(self, sql: str) -> apsw.Cursor:
        with translate_errors(self._path):
            return self._connection.execute(sql)

    def all(self, query: str, **given: Value) -> list[Row]:
        """Fetch every row of a query."""
        with translate_errors(query):
            return list(self._connection.execute(self._queries[query], given))

    def run(self, query: str, **given: Value) -> int:
        """Run a query that changes rows, and return how many it changed."""
        with translate_errors(query):
            self._connection.execute(self._queries[query], given)
            return self._connection.changes()

    def many(self, query: str, given: Sequence[Given]) -> int:
        """Run a query once for each of `given`, and return how many rows that changed."""
        before = self._connection.total_changes()
        with translate_errors(query):
            self._connection.executemany(self._queries[query], given)
        return self._connection.total_changes() - before

    def each(self, query: str, given: Sequence[Given]) -> list[Row]:
        """Fetch the rows of a query for each of `given`, in order."""
        with translate_errors(query):
            return list(self._connection.executemany(self._queries[query], given))

    def hold(self, exclusive: Collection[str], shared: Collection[str]) -> None:
        """Take no lock: SQLite has one writer at a time."""

    def begin(self) -> None:
        """Start a transaction."""
        self._execute(self._begin)

    def commit(self) -> None:
        """Commit the transaction; its changes are durable once this returns."""
        self._execute("COMMIT")
        self._forgetting = self._forgetting and not self._truncate_wal()

    def forget(self) -> None:
        """Truncate the WAL after the commit, since it still has what was overwritten."""
        self._forgetting = True

    def _truncate_wal(self) -> bool:
        """Move the WAL into the file and truncate it; return False where a reader keeps it from that."""
        self._connection.set_busy_timeout(0)
        try:
            return self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE) == (0, 0)
        except apsw.Error:  # the commit stands; the next one tries again
            return False
        finally:
            self._connection.set_busy_timeout(_WAIT)

    def rollback(self) -> None:
        """Roll the transaction back."""
        if self._connection.in_transaction:
            self._execute("ROLLBACK")

    def mark(self) -> None:
        """Set a savepoint."""
        self._execute("SAVEPOINT mark")

    def back(self) -> None:
        """Roll back to the savepoint, and release it."""
        self._execute("ROLLBACK TO mark")
        self.drop()

    def drop(self) -> None:
        """Release the savepoint."""
        self._execute("RELEASE mark")

    def migrate(self) -> int:
        """Bring the schema up to date, one process at a time, and return its version."""
        self.begin()
        ((schema,),) = self._execute("PRAGMA user_version")
        try:
            for version, script in queries.pending(schema):
                for statement in queries.statements(script, queries.SQLITE):
                    self._execute(statement)
                self._execute(f"PRAGMA user_version = {version}")
        except BadStore:
            self.rollback()
            raise
        self.commit()
        return queries.migrations()[-1][0]

    def close(self) -> None:
        """Close the connection, and release the lock on the file."""
        self._connection.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()


def _connect(path: str) -> apsw.Connection:
    _create_private(path)
    with translate_errors(path):
        connection = apsw.Connection(path, statementcachesize=200)
        connection.set_busy_timeout(_WAIT)
        _enable_wal(connection)
        for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON", f"cache_size = -{_CACHE}"):
            connection.execute(f"PRAGMA {pragma}")
        return connection


def _create_private(path: str) -> None:
    """Create the file with mode 600, which SQLite copies to its companions; leave a file that exists as it is."""
    with contextlib.suppress(OSError):  # SQLite reports why, when it opens the file
        os.close(os.open(os.path.realpath(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _enable_wal(connection: apsw.Connection) -> None:
    """Enable WAL, retrying while the file is busy: SQLite refuses all but one who do so at once, without waiting."""
    until = time.monotonic() + _WAIT / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except apsw.BusyError:
            if time.monotonic() > until:
                raise
            time.sleep(_RETRY)
        else:
            return


@contextlib.contextmanager
def translate_errors(subject: str) -> Iterator[None]:
    """Raise SQLite's errors as BadStore, which names the `subject` and what to do."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError):
        raise BadStore(f"{subject}: another process keeps the database busy; ask again") from None
    except apsw.FullError:
        raise BadStore("the disk is full; nothing of this was kept. Make room and ask again") from None
    except (apsw.CorruptError, apsw.NotADBError):
        raise BadStore(f"{subject}: this file is no database, or a torn one; restore it from a backup") from None
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.IOError) as error:
        raise BadStore(f"{subject}: the database cannot be written ({error})") from None
