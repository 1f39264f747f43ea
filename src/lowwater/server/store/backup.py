"""Backup: a copy of a SQLite database while its server goes on, for its owner's eyes alone."""

import contextlib
import os
from pathlib import Path

import apsw

from lowwater.errors import YourFault
from lowwater.server.store.sqlite import translate_errors


def backup(database: Path, copy: Path) -> int:
    """Copy a snapshot of `database` to `copy`, and return its size in bytes; remove a copy that fails halfway."""
    if not database.is_file():
        raise YourFault(f"there is no database {database} here; name the server's with --database")
    _make_private(copy)
    try:
        with translate_errors(str(copy)), contextlib.closing(_read_only(database)) as connection:
            connection.execute("VACUUM INTO ?", (str(copy),))
            _sync(copy)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return copy.stat().st_size


def _make_private(copy: Path) -> None:
    """Create `copy` empty, with mode 600, which SQLite keeps when it fills it; refuse to overwrite a file."""
    try:
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise YourFault(f"{copy} is there already; choose another name for the copy") from None
    except OSError as error:
        raise YourFault(f"{copy} cannot be written ({error.strerror}); name a folder that can be") from None


def _read_only(database: Path) -> apsw.Connection:
    connection = apsw.Connection(str(database), flags=apsw.SQLITE_OPEN_READONLY)
    connection.set_busy_timeout(5000)
    return connection


def _sync(copy: Path) -> None:
    descriptor = os.open(copy, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
