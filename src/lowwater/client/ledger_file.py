"""The file of a ledger: lines appended under a lock, and synced to disk before an answer is sent.

A line that this process appends is taken as it is; lines of other processes are read. Lines are never changed, except
that erasing a survey rewrites the file. The next writer cuts off an incomplete record: no answer was sent from it.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from json import JSONDecoder
from pathlib import Path

from lowwater.client.disk import (
    READ_ONLY,
    READ_WRITE,
    keep_private,
    locked,
    make_folder,
    overwrite,
    read_from,
    replace_with,
    sync,
    sync_folder,
    write_all,
)
from lowwater.client.lines import Line, decode_line, encode_line
from lowwater.errors import BadLedger, LowwaterError

VERSION = "lowwater/ledger/1"
HEAD = b'{"kind":"ledger","version":"%s"}\n' % VERSION.encode()


class LedgerFile:
    """A file of lines, each passed to `take` once and in order; it is open only inside `lock`."""

    def __init__(self, path: Path, take: Callable[[Line], None], *, durable: bool, wait: float) -> None:
        self.path = path
        self._take, self._durable, self._wait = take, durable, wait
        self._seen = self._count = 0  # bytes and lines that were taken
        self._lacks_newline = False  # whether the last line taken does
        self._identity = (0, 0)
        self._descriptor = -1

    @contextmanager
    def lock(self, *, writing: bool = True) -> Iterator[None]:
        """Lock the file and take new lines: exclusively after creating and repairing it, or shared if not `writing`.

        A file that does not exist is neither locked nor created for reading.
        """
        if not (writing or self._seen or self.path.exists()):
            yield
            return
        with self._opened(writing=writing) as descriptor, locked(descriptor, self._wait, shared=not writing):
            with self._bad_ledger("read"):
                self._catch_up(writing=writing)
            yield

    @contextmanager
    def _opened(self, *, writing: bool) -> Iterator[int]:
        with self._bad_ledger("opened"):
            self._descriptor = descriptor = self._open() if writing else os.open(self.path, READ_ONLY)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def append(self, line: Line, *, lasting: bool) -> None:
        """Append a whole line, or nothing; if `lasting`, and the file is durable, sync it to disk."""
        new, start = self._count == 0, self._seen
        text = HEAD + encode_line(line) if new else encode_line(line)
        try:
            if new and self._durable:
                sync_folder(self.path.parent)
            write_all(self._descriptor, text)
            if lasting and self._durable:
                sync(self._descriptor)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._descriptor, start)
            raise BadLedger(f"{self._failure('written', error)}; make room for it first") from error
        self._take(line)
        self._seen, self._count = start + len(text), self._count + text.count(b"\n")

    def rewrite(self, keep: Callable[[Line], bool], last: Line) -> None:
        """Replace the file by one with the lines that `keep` selects and `last`, then overwrite the old one.

        Make every LedgerFile of this path anew afterwards: the lines it has taken are no longer those of the file.
        """
        head, *lines = read_from(self._descriptor, 0).split(b"\n")[:-1]
        kept = [line for line in lines if keep(decode_line(line))]
        text = b"\n".join([head, *kept, encode_line(last)])
        try:
            replace_with(self.path, text)
        except OSError as error:
            raise BadLedger(f"{self._failure('written', error)}; make room for it first") from error
        with suppress(OSError):
            overwrite(self._descriptor, self._seen)
        self._seen = self._count = 0

    def _open(self) -> int:
        """Open the file; create it only if no line was taken from it: one that is gone held answers that were sent."""
        flags = READ_WRITE if self._seen else READ_WRITE | os.O_CREAT
        try:
            return os.open(self.path, flags, 0o600)
        except FileNotFoundError:
            if self._seen:
                raise
            make_folder(self.path.parent, durable=self._durable)
            return os.open(self.path, flags, 0o600)

    def _catch_up(self, *, writing: bool) -> None:
        """Take the lines that others appended; before writing, repair the end of the file and make it private."""
        info = os.fstat(self._descriptor)
        self._recognize(info)
        *lines, tail = self._unread().split(b"\n")
        for line in lines:
            self._take_text(line)
        if tail:
            self._take_tail(tail)
        if writing:
            self._repair(info.st_size)
            keep_private(self._descriptor, info.st_mode)

    def _unread(self) -> bytes:
        """Read everything that was not taken yet, less the newline that another process gave to the last line."""
        text = read_from(self._descriptor, self._seen)
        if not (self._lacks_newline and text):
            return text
        if not text.startswith(b"\n"):
            raise BadLedger(
                f"line {self._count} of the ledger {self.path} was changed while in use; put the old one back"
            )
        self._count_newline()
        return text[1:]

    def _recognize(self, info: os.stat_result) -> None:
        """Check that it is a regular file, still at `path`, the same as before and no shorter."""
        current = self.path.stat()
        if (current.st_dev, current.st_ino) != (info.st_dev, info.st_ino):
            raise BadLedger(f"the ledger {self.path} was replaced just now; nothing was said, try again")
        if not stat.S_ISREG(info.st_mode):
            raise BadLedger(f"{self.path} is no regular file, and would forget what was said; choose another ledger")
        identity = (info.st_dev, info.st_ino)
        if self._seen and (identity != self._identity or info.st_size < self._seen):
            raise BadLedger(
                f"the ledger {self.path} was replaced or cut while in use; put the old one back, or start anew"
            )
        self._identity = identity

    def _take_text(self, line: bytes) -> None:
        if self._count == 0 and line + b"\n" != HEAD:
            raise self._no_ledger()
        try:
            if self._count:
                self._take(decode_line(line))
        except LowwaterError as error:
            raise BadLedger(
                f"line {self._count + 1} of the ledger {self.path} cannot be read: {error}; nothing is said until it "
                "is mended or restored, since what it forgets would be said again"
            ) from error
        self._seen += len(line) + 1
        self._count += 1

    def _take_tail(self, tail: bytes) -> None:
        """Drop an incomplete record. One that lacks only its newline may have been sent, so keep it."""
        if self._count == 0 and not HEAD.startswith(tail):
            raise self._no_ledger()
        if _is_complete(tail):
            self._take_text(tail)
            self._seen, self._lacks_newline = self._seen - 1, True

    def _repair(self, size: int) -> None:
        """Write the newline that the last line lacks, or cut off an incomplete record."""
        if self._lacks_newline:
            write_all(self._descriptor, b"\n")
            self._count_newline()
        elif size > self._seen:
            os.ftruncate(self._descriptor, self._seen)

    def _count_newline(self) -> None:
        self._seen, self._lacks_newline = self._seen + 1, False

    def _no_ledger(self) -> BadLedger:
        return BadLedger(f"{self.path} is no ledger of version {VERSION}; it is left as it is, choose another")

    @contextmanager
    def _bad_ledger(self, action: str) -> Iterator[None]:
        """Turn an OSError into a BadLedger that names the file."""
        try:
            yield
        except OSError as error:
            raise BadLedger(self._failure(action, error)) from error

    def _failure(self, action: str, error: OSError) -> str:
        return f"the ledger {self.path} cannot be {action}: {error.strerror}; nothing more is said until it can be"


def _is_complete(tail: bytes) -> bool:
    """Whether `tail` begins with a complete JSON object; an object that was cut off never does."""
    try:
        JSONDecoder().raw_decode(tail.decode())
    except ValueError:
        return False
    except RecursionError:  # no line of ours is that deep: refuse it as a complete one, do not cut it off
        return True
    return True
