"""The file of a ledger: lines that are only ever appended, under a lock, and on the disk before anybody speaks.

What was appended is taken as it was written; what others append is read. Nothing is changed but where a person erases a
survey; an append that was interrupted, and from which nothing can have been said, is cut off by whoever writes next.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from json import JSONDecoder
from pathlib import Path

from lowwater.client.disk import (
    FLAGS,
    READING,
    keep_private,
    locked,
    make_folder,
    overwrite,
    read_on,
    replace_with,
    sync,
    sync_folder,
    write_all,
)
from lowwater.client.lines import Line, read, written
from lowwater.errors import BadLedger, LowwaterError

VERSION = "lowwater/ledger/1"
HEAD = b'{"kind":"ledger","version":"%s"}\n' % VERSION.encode()


class LedgerFile:
    """A file of lines, each of which is handed to take, once, in order; open only while it is held."""

    def __init__(self, path: Path, take: Callable[[Line], None], *, durable: bool, wait: float) -> None:
        self.path = path
        self._take, self._durable, self._wait = take, durable, wait
        self._seen = self._count = 0  # bytes and lines that were taken
        self._unended = False  # whether the last of them lacks its end
        self._identity = (0, 0)
        self._descriptor = -1

    @contextmanager
    def held(self, *, writing: bool = True) -> Iterator[None]:
        """Hold the file and be up to date: alone, made and mended for writing; for reading as it is, if it is."""
        if not (writing or self._seen or self.path.exists()):
            yield
            return
        with self._opened(writing=writing) as descriptor, locked(descriptor, self._wait, shared=not writing):
            with self._naming("read"):
                self._catch_up(writing=writing)
            yield

    @contextmanager
    def _opened(self, *, writing: bool) -> Iterator[int]:
        with self._naming("opened"):
            self._descriptor = descriptor = self._open() if writing else os.open(self.path, READING)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def append(self, line: Line, *, lasting: bool) -> None:
        """Write a whole line at the end, or nothing; on the disk for good where it must last."""
        new, start = self._count == 0, self._seen
        text = HEAD + written(line) if new else written(line)
        try:
            if new and self._durable:
                sync_folder(self.path.parent)
            write_all(self._descriptor, text)
            if lasting and self._durable:
                sync(self._descriptor)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._descriptor, start)
            raise BadLedger(f"{self._cannot('written', error)}; make room for it first") from error
        self._take(line)
        self._seen, self._count = start + len(text), self._count + text.count(b"\n")

    def rewrite(self, keep: Callable[[Line], bool], last: Line) -> None:
        """Put a file in its place that has those lines alone, and one more; then overwrite what it had.

        Whoever used the file before has to open it anew: what they remember is no longer what it says.
        """
        head, *lines = read_on(self._descriptor, 0).split(b"\n")[:-1]
        kept = [line for line in lines if keep(read(line))]
        text = b"\n".join([head, *kept, written(last)])
        try:
            replace_with(self.path, text)
        except OSError as error:
            raise BadLedger(f"{self._cannot('written', error)}; make room for it first") from error
        with suppress(OSError):
            overwrite(self._descriptor, self._seen)
        self._seen = self._count = 0

    def _open(self) -> int:
        """The file, made where it never was; one that is gone is not made anew, for it held what was said."""
        flags = FLAGS if self._seen else FLAGS | os.O_CREAT
        try:
            return os.open(self.path, flags, 0o600)
        except FileNotFoundError:
            if self._seen:
                raise
            make_folder(self.path.parent, durable=self._durable)
            return os.open(self.path, flags, 0o600)

    def _catch_up(self, *, writing: bool) -> None:
        """Take what others appended; before writing, mend what they could not finish, and keep it private."""
        info = os.fstat(self._descriptor)
        self._recognize(info)
        *lines, tail = self._unread().split(b"\n")
        for line in lines:
            self._digest(line)
        if tail:
            self._digest_tail(tail)
        if writing:
            self._mend(info.st_size)
            keep_private(self._descriptor, info.st_mode)

    def _unread(self) -> bytes:
        """Everything that was not taken yet; where a line lacked its end, somebody may have ended it meanwhile."""
        text = read_on(self._descriptor, self._seen)
        if not (self._unended and text):
            return text
        if not text.startswith(b"\n"):
            raise BadLedger(
                f"line {self._count} of the ledger {self.path} was changed while in use; put the old one back"
            )
        self._ended()
        return text[1:]

    def _recognize(self, info: os.stat_result) -> None:
        """The same file as before, at least as long, and the one that its name leads to."""
        named = self.path.stat()
        if (named.st_dev, named.st_ino) != (info.st_dev, info.st_ino):
            raise BadLedger(f"the ledger {self.path} was replaced just now; nothing was said, try again")
        if not stat.S_ISREG(info.st_mode):
            raise BadLedger(f"{self.path} is no regular file, and would forget what was said; choose another ledger")
        identity = (info.st_dev, info.st_ino)
        if self._seen and (identity != self._identity or info.st_size < self._seen):
            raise BadLedger(
                f"the ledger {self.path} was replaced or cut while in use; put the old one back, or start anew"
            )
        self._identity = identity

    def _digest(self, line: bytes) -> None:
        if self._count == 0 and line + b"\n" != HEAD:
            raise self._none()
        try:
            if self._count:
                self._take(read(line))
        except LowwaterError as error:
            raise BadLedger(
                f"line {self._count + 1} of the ledger {self.path} cannot be read: {error}; nothing is said until it "
                "is mended or restored, since what it forgets would be said again"
            ) from error
        self._seen += len(line) + 1
        self._count += 1

    def _digest_tail(self, tail: bytes) -> None:
        """A line that broke off says nothing; one that lacks its end alone may have been spoken from, and counts."""
        if self._count == 0 and not HEAD.startswith(tail):
            raise self._none()
        if _whole(tail):
            self._digest(tail)
            self._seen, self._unended = self._seen - 1, True

    def _mend(self, size: int) -> None:
        """End a line that lacks its end alone, and cut off one that broke off."""
        if self._unended:
            write_all(self._descriptor, b"\n")
            self._ended()
        elif size > self._seen:
            os.ftruncate(self._descriptor, self._seen)

    def _ended(self) -> None:
        self._seen, self._unended = self._seen + 1, False

    def _none(self) -> BadLedger:
        return BadLedger(f"{self.path} is no ledger of version {VERSION}; it is left as it is, choose another")

    @contextmanager
    def _naming(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BadLedger(self._cannot(what, error)) from error

    def _cannot(self, what: str, error: OSError) -> str:
        return f"the ledger {self.path} cannot be {what}: {error.strerror}; nothing more is said until it can be"


def _whole(tail: bytes) -> bool:
    """Whether it begins with a whole object of JSON; no beginning of one is whole itself."""
    try:
        JSONDecoder().raw_decode(tail.decode())
    except ValueError:
        return False
    except RecursionError:  # no beginning of a line of ours: to be refused like one that is whole, and not cut off
        return True
    return True
