"""SQLite: the embedded database, in one file; one process owns it."""

import contextlib
import errno
import os
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import IO

import apsw

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

from lowwater.errors import BadStore
from lowwater.server.store import queries
from lowwater.server.store.connection import Given, Row, Value

_WAIT = 5000  # milliseconds for another process to let go
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)  # which Windows lacks
_CACHE = 16_000  # kilobytes: people are found by a hash, so anywhere in the file
_AGAIN = 0.01  # seconds between two tries where SQLite does not wait by itself


class Sqlite:
    """A connection to a file; with `alone`, a second server on the same file is refused."""

    def __init__(self, path: Path | str, *, alone: bool = True, reading: bool = False) -> None:
        self._queries, self._path, self._forgetting = queries.sqlite(), str(path), alone
        self._begin = "BEGIN" if reading else "BEGIN IMMEDIATE"
        self._alone = _only_server(self._path) if alone else None
        try:
            self._connection = _connected(self._path)
        except BadStore:
            self._let_go()
            raise

    def _execute(self, sql: str) -> apsw.Cursor:
        with failing(self._path):
            return self._connection.execute(sql)

    def all(self, query: str, **given: Value) -> list[Row]:
        """Fetch every row of a query."""
        with failing(query):
            return list(self._connection.execute(self._queries[query], given))

    def run(self, query: str, **given: Value) -> int:
        """Change rows, and return how many."""
        with failing(query):
            self._connection.execute(self._queries[query], given)
            return self._connection.changes()

    def many(self, query: str, given: Sequence[Given]) -> int:
        """Make the same change for each of `given`, and return how many rows it changed."""
        before = self._connection.total_changes()
        with failing(query):
            self._connection.executemany(self._queries[query], given)
        return self._connection.total_changes() - before

    def each(self, query: str, given: Sequence[Given]) -> list[Row]:
        """Fetch the rows of one query for each of `given`, in order."""
        with failing(query):
            return list(self._connection.executemany(self._queries[query], given))

    def hold(self, alone: Collection[str], together: Collection[str]) -> None:
        """There is one writer, so nobody else is in the way."""

    def begin(self) -> None:
        """Start a transaction."""
        self._execute(self._begin)

    def commit(self) -> None:
        """End it; what it changed is durable from here on."""
        self._execute("COMMIT")
        self._forgetting = self._forgetting and not self._emptied()

    def forget(self) -> None:
        """After the commit, empty the log of changes, where what was overwritten would still be."""
        self._forgetting = True

    def _emptied(self) -> bool:
        """Whether everything is in the file and nothing in the log; somebody who reads meanwhile keeps it as it is."""
        self._connection.set_busy_timeout(0)
        try:
            return self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE) == (0, 0)
        except apsw.Error:  # what was committed stays so; the next commit tries again
            return False
        finally:
            self._connection.set_busy_timeout(_WAIT)

    def rollback(self) -> None:
        """Undo everything since it began."""
        if self._connection.in_transaction:
            self._execute("ROLLBACK")

    def mark(self) -> None:
        """Set a mark to go back to."""
        self._execute("SAVEPOINT mark")

    def back(self) -> None:
        """Undo everything since the mark, and drop it."""
        self._execute("ROLLBACK TO mark")
        self.drop()

    def drop(self) -> None:
        """Drop the mark."""
        self._execute("RELEASE mark")

    def migrate(self) -> int:
        """Bring the schema up to date, one process at a time, and say its number."""
        self.begin()
        ((found,),) = self._execute("PRAGMA user_version")
        try:
            for number, script in queries.lacking(found):
                for statement in queries.statements(script, queries.SQLITE):
                    self._execute(statement)
                self._execute(f"PRAGMA user_version = {number}")
        except BadStore:
            self.rollback()
            raise
        self.commit()
        return queries.migrations()[-1][0]

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()
        self._let_go()

    def _let_go(self) -> None:
        if self._alone is not None:
            self._alone.close()


def _connected(path: str) -> apsw.Connection:
    _begin_private(path)
    with failing(path):
        connection = apsw.Connection(path, statementcachesize=200)
        connection.set_busy_timeout(_WAIT)
        _keep_log(connection)
        for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON", f"cache_size = -{_CACHE}"):
            connection.execute(f"PRAGMA {pragma}")
        return connection


def _begin_private(path: str) -> None:
    """A new file is its owner's alone, and SQLite gives its companions the same mode; one that is there is left so."""
    with contextlib.suppress(OSError):  # what cannot be made SQLite names
        os.close(os.open(os.path.realpath(path), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _keep_log(connection: apsw.Connection) -> None:
    """Turn the log of changes on; of several who do so at once SQLite sends all but one away, without waiting."""
    until = time.monotonic() + _WAIT / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except apsw.BusyError:
            if time.monotonic() > until:
                raise
            time.sleep(_AGAIN)
        else:
            return


def _only_server(path: str) -> IO[bytes]:
    """A lock that one server holds as long as it lives, by whatever name it came to the file.

    The database itself stays open to `lowwater key`.
    """
    lock = os.path.realpath(path) + "-server"
    try:
        file = open(lock, "ab", opener=_private)  # noqa: SIM115 (held until the server stops)
    except OSError as error:
        reason = "it is a symbolic link; remove it" if error.errno == errno.ELOOP else "name a folder that can be"
        raise BadStore(f"{lock} cannot be written ({error.strerror}); {reason}") from None
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BadStore(f"{path} is in use by another server; stop that one, or use PostgreSQL") from None
    return file


def _private(path: str, flags: int) -> int:
    """A file of the server's own: no link leads from it to somebody else's."""
    return os.open(path, flags | _NO_LINK, 0o600)


@contextlib.contextmanager
def failing(what: str) -> Iterator[None]:
    """SQLite's errors as ours: what it means, and what to do."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError):
        raise BadStore(f"{what}: another process keeps the database busy; ask again") from None
    except apsw.FullError:
        raise BadStore("the disk is full; nothing of this was kept. Make room and ask again") from None
    except (apsw.CorruptError, apsw.NotADBError):
        raise BadStore(f"{what}: this file is no database, or a torn one; restore it from a backup") from None
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.IOError) as error:
        raise BadStore(f"{what}: the database cannot be written ({error})") from None
