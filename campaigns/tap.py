"""Tap: a server that drips: it takes every request, and never comes to an end with its reply."""

import contextlib
import socket
import threading
from collections.abc import Iterator

_EVERY = 0.02  # seconds between two drops

STYLES: dict[str, tuple[bytes, bytes]] = {
    "silence": (b"", b""),
    "status line": (b"HTTP/1.1 200 ", b"O"),
    "header": (b"HTTP/1.1 200 OK\r\nX-Long: ", b"a"),
    "headers": (b"HTTP/1.1 200 OK\r\n", b"X: a\r\n"),
    "body": (b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n", b" "),
    "body without end": (b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", b" "),
    "chunks": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "trailers": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"X: a\r\n"),
    "come again in a year": (b"HTTP/1.1 503 No\r\nRetry-After: 31536000\r\nContent-Length: 0\r\n\r\n", b""),
    "come again soon, for ever": (b"HTTP/1.1 503 No\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n", b""),
    "come again on a strange date": (b"HTTP/1.1 429 No\r\nRetry-After: Mon, 99 Xyz\r\nContent-Length: 0\r\n\r\n", b""),
    "flood": (b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", b"x" * 2**16),
}
"""What is sent at first, and what drips after it; without drops the line stays open and silent."""


class Tap:
    """A listening socket, and a thread for each connection."""

    def __init__(self, style: str) -> None:
        self._first, self._drop = STYLES[style]
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._lines: list[socket.socket] = []
        self._over = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where it drips."""
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def close(self) -> None:
        """Hang up on everybody."""
        self._over.set()
        for line in (self._listening, *self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._listening.accept()
                self._lines.append(line)
                threading.Thread(target=self._drip, args=(line,), daemon=True).start()

    def _drip(self, line: socket.socket) -> None:
        """Answer each request for as long as the other side takes it."""
        with contextlib.suppress(OSError):
            while line.recv(2**16):
                line.sendall(self._first)
                while self._drop and not self._over.wait(_EVERY):
                    line.sendall(self._drop)


@contextlib.contextmanager
def dripping(style: str) -> Iterator[Tap]:
    """A tap that is shut in the end."""
    with contextlib.closing(Tap(style)) as tap:
        yield tap
