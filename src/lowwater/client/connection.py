"""Connection: HTTP exchanges with a server, each with one deadline and a limit of bytes.

A socket's own timeout holds for each call: a server that sends a byte a second would be read for ever.
"""

import io
import socket
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import cast

from lowwater.client.deadline import Deadline

MOST = 2**18
"""Bytes of a reply, at most, with its head and whatever comes before it."""


class ReplyTooLong(HTTPException):
    """More bytes than any reply needs."""

    def __init__(self, most: int) -> None:
        super().__init__(f"answers with more than {most:,} bytes; no message is that long")


class _Reader(io.RawIOBase):
    """Reads from a socket until `deadline`, and at most `most` bytes."""

    def __init__(self, sock: socket.socket, deadline: Deadline, most: int) -> None:
        self._sock, self._deadline, self._most = sock, deadline, most
        self._raw = sock.makefile("rb", buffering=0)  # the socket stays open until this is closed too
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read into a buffer, within what is left of the deadline."""
        self._sock.settimeout(self._deadline.left())
        count = self._raw.readinto(buffer) or 0
        self._count += count
        if self._count > self._most:
            raise ReplyTooLong(self._most)
        return count

    def renew(self, deadline: Deadline) -> None:
        """Read on until `deadline`, and again as many bytes."""
        self._deadline, self._count = deadline, 0

    def close(self) -> None:
        self._raw.close()
        super().close()


class TimedSocket:
    """A socket whose every call gets what is left of `deadline`, which may be replaced."""

    def __init__(self, sock: socket.socket, deadline: Deadline, most: int = MOST) -> None:
        self._sock, self._most = sock, most
        self.deadline = deadline
        self._readers: list[_Reader] = []

    def sendall(self, data: bytes) -> None:
        """Send every byte."""
        rest = memoryview(data)
        while rest:
            self._sock.settimeout(self.deadline.left())
            rest = rest[self._sock.send(rest) :]

    def reply(self, method: str) -> HTTPResponse:
        """The reply to a request of this method, of which nothing is read yet."""
        return HTTPResponse(cast(socket.socket, self), method=method)

    def makefile(self, _mode: str) -> io.BufferedReader:
        """The file that HTTPResponse reads the reply from."""
        self._readers = [_Reader(self._sock, self.deadline, self._most)]
        return io.BufferedReader(self._readers[0])

    def renew(self, deadline: Deadline) -> None:
        """Let the file that is read now have until `deadline`, and as many bytes again."""
        self.deadline = deadline
        for reader in self._readers:
            reader.renew(deadline)

    def close(self) -> None:
        """Close the socket, once all files made of it are closed."""
        self._sock.close()


class Connection(HTTPConnection):
    """A connection that is opened by the first exchange, and kept."""

    def __init__(self, host: str, port: int, open_socket: Callable[[Deadline], socket.socket], most: int) -> None:
        super().__init__(host, port)
        self._open_socket, self._most = open_socket, most
        self._deadline = Deadline(0.0)

    def exchange(
        self, seconds: float, method: str, target: str, body: bytes | None, headers: Mapping[str, str]
    ) -> HTTPResponse:
        """Send a request; it has `seconds` from the connect to the last byte of its reply."""
        self._deadline = Deadline(seconds)
        if self.sock is not None:
            cast(TimedSocket, self.sock).deadline = self._deadline
        self.request(method, target, body, headers)
        return self.getresponse()

    def renew(self, seconds: float) -> None:
        """Give a reply that comes in parts `seconds` for the next one."""
        cast(TimedSocket, self.sock).renew(Deadline(seconds))

    def connect(self) -> None:
        """Open the socket within the deadline of the current exchange."""
        self.sock = cast(socket.socket, TimedSocket(self._open_socket(self._deadline), self._deadline, self._most))
