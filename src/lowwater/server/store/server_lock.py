"""Server lock: keeps a second server off a SQLite file."""

import errno
import os
from typing import IO

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

from lowwater.errors import BadStore

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)  # which Windows lacks


def lock_server(path: str) -> IO[bytes]:
    """Lock a file beside the database until the server stops; refuse a second server.

    The real path is locked, so that no link leads a second server past it. The database itself stays open to
    `lowwater key`.
    """
    name = os.path.realpath(path) + "-server"
    try:
        file = open(name, "ab", opener=_open_private)  # noqa: SIM115 (held until the server stops)
    except OSError as error:
        remedy = "it is a symbolic link; remove it" if error.errno == errno.ELOOP else "name a folder that can be"
        raise BadStore(f"{name} cannot be written ({error.strerror}); {remedy}") from None
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BadStore(f"{path} is in use by another server; stop that one, or use PostgreSQL") from None
    return file


def _open_private(path: str, flags: int) -> int:
    """Open a file with mode 600, and follow no symbolic link: it might lead to somebody else's file."""
    return os.open(path, flags | _NO_LINK, 0o600)
