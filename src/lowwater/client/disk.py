"""What operating systems do each in their way: lock a file, keep it private, and get bytes onto the disk for good."""

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lowwater.errors import BadLedger

_AGAIN = 0.01  # seconds between two looks at a lock that somebody else holds

if sys.platform == "win32":
    import msvcrt

    FLAGS = os.O_RDWR | os.O_APPEND | os.O_BINARY
    READING = os.O_RDONLY | os.O_BINARY
    _FAR = 2**40  # a byte that no ledger reaches: Windows locks keep others from reading what they cover

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
        """Windows keeps folders by itself."""

    def keep_private(descriptor: int, mode: int) -> None:
        """A person's folder is private on Windows already."""

else:
    import fcntl

    FLAGS = os.O_RDWR | os.O_APPEND
    READING = os.O_RDONLY | os.O_NONBLOCK  # what is no file must not make anybody wait
    _FULL = getattr(fcntl, "F_FULLFSYNC", None)  # on macOS fsync alone stops at the drive's own memory

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
        """Nobody but its owner reads or writes a ledger."""
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            os.fchmod(descriptor, 0o600)


@contextmanager
def locked(descriptor: int, wait: float, *, shared: bool = False) -> Iterator[None]:
    """Hold a file alone, or with others who only read; wait so many seconds for whoever holds it now."""
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
            time.sleep(_AGAIN)
    try:
        yield
    finally:
        _unlock(descriptor)


def write_all(descriptor: int, text: bytes) -> None:
    """Write every byte, or raise."""
    while text:
        text = text[os.write(descriptor, text) :]


def read_on(descriptor: int, start: int) -> bytes:
    """Everything from here to the end."""
    os.lseek(descriptor, start, os.SEEK_SET)
    return b"".join(iter(lambda: os.read(descriptor, 1 << 20), b""))


def replace_with(path: Path, text: bytes) -> None:
    """Put a private file with this text in the place of another, on the disk for good, or leave that one as it is.

    Where the name is a link, the file that it leads to is replaced.
    """
    path = path.resolve()
    draft = path.with_name(f"{path.name}.new")
    descriptor = os.open(draft, FLAGS | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        write_all(descriptor, text)
        sync(descriptor)
    finally:
        os.close(descriptor)
    draft.replace(path)
    sync_folder(path.parent)


def overwrite(descriptor: int, size: int) -> None:
    """Empty a file that has no name any more, as far as a disk lets anyone see to it."""
    os.ftruncate(descriptor, 0)
    write_all(descriptor, bytes(size))
    sync(descriptor)


def make_folder(folder: Path, *, durable: bool) -> None:
    """Make a folder and those above it, so that none of them is lost again."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(0o700, parents=True, exist_ok=True)
    for one in missing if durable else ():
        sync_folder(one.parent)
