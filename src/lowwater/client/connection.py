"""Connection: one exchange after another with a server, each of which keeps a deadline and a length as a whole.

A timeout of a socket holds for each of its calls: whoever sends a byte a second would be read for ever.
"""

import io
import socket
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import cast

from lowwater.client.deadline import Deadline

MOST = 2**18
"""Bytes that a reply may have, its head and all that comes before it included."""


class ReplyTooLong(HTTPException):
    """More bytes than any reply needs."""

    def __init__(self, most: int) -> None:
        super().__init__(f"answers with more than {most:,} bytes; no message is that long")


class _Reader(io.RawIOBase):
    """What comes out of a socket, until a deadline or a length is reached."""

    def __init__(self, sock: socket.socket, deadline: Deadline, most: int) -> None:
        self._sock, self._deadline, self._most = sock, deadline, most
        self._raw = sock.makefile("rb", buffering=0)  # it keeps the socket open until it is closed itself
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Wait for no longer than is left of the deadline."""
        self._sock.settimeout(self._deadline.left())
        count = self._raw.readinto(buffer) or 0
        self._count += count
        if self._count > self._most:
            raise ReplyTooLong(self._most)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


class TimedSocket:
    """A socket whose every call gets what is left of one deadline, which may be set anew."""

    def __init__(self, sock: socket.socket, deadline: Deadline, most: int = MOST) -> None:
        self._sock, self._most = sock, most
        self.deadline = deadline

    def sendall(self, data: bytes) -> None:
        """Write every byte, in as many pieces as it takes."""
        rest = memoryview(data)
        while rest:
            self._sock.settimeout(self.deadline.left())
            rest = rest[self._sock.send(rest) :]

    def reply(self, method: str) -> HTTPResponse:
        """The reply to a request of this method, not yet begun."""
        return HTTPResponse(cast(socket.socket, self), method=method)

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Where a reply is read from."""
        return io.BufferedReader(_Reader(self._sock, self.deadline, self._most))

    def close(self) -> None:
        """Let it go, once all that was made of it is closed too."""
        self._sock.close()


class Connection(HTTPConnection):
    """A connection that opens where it is needed, and is kept."""

    def __init__(self, host: str, port: int, opening: Callable[[Deadline], socket.socket], most: int) -> None:
        super().__init__(host, port)
        self._opening, self._most = opening, most
        self._deadline = Deadline(0.0)

    def exchange(
        self, seconds: float, method: str, target: str, body: bytes | None, headers: Mapping[str, str]
    ) -> HTTPResponse:
        """Send a request; from its first connect to the last byte of its reply there are so many seconds."""
        self._deadline = Deadline(seconds)
        if self.sock is not None:
            cast(TimedSocket, self.sock).deadline = self._deadline
        self.request(method, target, body, headers)
        return self.getresponse()

    def connect(self) -> None:
        """Open it within the deadline of the exchange that needs it."""
        self.sock = cast(socket.socket, TimedSocket(self._opening(self._deadline), self._deadline, self._most))
