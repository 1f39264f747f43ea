"""File operations that differ between operating systems: locks, permissions and syncing to disk."""

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lowwater.errors import BadLedger

_RETRY = 0.01  # seconds between two tries to take a lock

if sys.platform == "win32":
    import msvcrt

    READ_WRITE = os.O_RDWR | os.O_APPEND | os.O_BINARY
    READ_ONLY = os.O_RDONLY | os.O_BINARY
    _FAR = 2**40  # an offset past any ledger: nobody else can read bytes that are locked on Windows

    def _lock(descriptor: int, *, shared: bool) -> None:  # noqa: ARG001 - Windows has one kind of lock
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

    def sync(descriptor: int) -> None:
        """Wait until what was written is on the disk."""
        os.fsync(descriptor)

    def sync_folder(folder: Path) -> None:
        """Do nothing: Windows syncs folders by itself."""

    def keep_private(descriptor: int, mode: int) -> None:
        """Do nothing: a person's folder is private on Windows already."""

else:
    import fcntl

    READ_WRITE = os.O_RDWR | os.O_APPEND
    READ_ONLY = os.O_RDONLY | os.O_NONBLOCK  # opening a pipe must not block
    _FULL = getattr(fcntl, "F_FULLFSYNC", None)  # on macOS fsync leaves data in the drive's cache

    def _lock(descriptor: int, *, shared: bool) -> None:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)

    def sync(descriptor: int) -> None:
        """Wait until what was written is on the disk."""
        if _FULL is None:
            os.fsync(descriptor)
        else:
            fcntl.fcntl(descriptor, _FULL)

    def sync_folder(folder: Path) -> None:
        """Wait until the name of a new file is on the disk."""
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def keep_private(descriptor: int, mode: int) -> None:
        """Remove the permissions of group and others, if `mode` has any."""
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            os.fchmod(descriptor, 0o600)


@contextmanager
def locked(descriptor: int, wait: float, *, shared: bool = False) -> Iterator[None]:
    """Lock a file, exclusively or `shared` with readers; wait up to `wait` seconds for others to unlock it."""
    until = time.monotonic() + wait
    while True:
        try:
            _lock(descriptor, shared=shared)
            break
        except OSError as error:
            if time.monotonic() >= until:
                raise BadLedger(
                    f"the ledger is in use by another process, or cannot be locked where it lies: {error.strerror}; "
                    "nothing more is said until it can be; try again later"
                ) from error
            time.sleep(_RETRY)
    try:
        yield
    finally:
        _unlock(descriptor)


def write_all(descriptor: int, text: bytes) -> None:
    """Write every byte, or raise."""
    while text:
        text = text[os.write(descriptor, text) :]


def read_from(descriptor: int, start: int) -> bytes:
    """Read everything from offset `start` to the end."""
    os.lseek(descriptor, start, os.SEEK_SET)
    return b"".join(iter(lambda: os.read(descriptor, 1 << 20), b""))


def replace_with(path: Path, text: bytes) -> None:
    """Replace the file at `path` by a private one with this text, synced to disk; on failure leave it as it is.

    If `path` is a symbolic link, its target is replaced.
    """
    path = path.resolve()
    draft = path.with_name(f"{path.name}.new")
    descriptor = os.open(draft, READ_WRITE | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        keep_private(descriptor, os.fstat(descriptor).st_mode)  # a draft that a crash left may be open to others
        write_all(descriptor, text)
        sync(descriptor)
    finally:
        os.close(descriptor)
    draft.replace(path)
    sync_folder(path.parent)


def overwrite(descriptor: int, size: int) -> None:
    """Overwrite a file that has no name any more with `size` zero bytes, as far as the disk allows."""
    os.ftruncate(descriptor, 0)
    write_all(descriptor, bytes(size))
    sync(descriptor)


def make_folder(folder: Path, *, durable: bool) -> None:
    """Make a folder and its missing parents; if `durable`, sync them to disk."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(0o700, parents=True, exist_ok=True)
    for path in missing if durable else ():
        sync_folder(path.parent)
