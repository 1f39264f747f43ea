"""Refusal: the problem document for a request that is refused before it is read, and a log of bounded rate."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus

from starlette.responses import Response

from lowwater.server.problems import plain

LOG = logging.getLogger("lowwater.server")


@dataclass(frozen=True)
class Refusal:
    """A status, and the reason why the request is refused."""

    status: int
    title: str
    detail: str

    def response(self) -> Response:
        """The document, as the last response of its connection."""
        fields: dict[str, object] = {"title": self.title, "status": self.status, "detail": self.detail}
        return plain({"type": "about:blank"} | fields, {"connection": "close"})

    def encode(self, headers: Iterable[tuple[bytes, bytes]] = ()) -> bytes:
        """The response as bytes, `headers` before its own."""
        response = self.response()
        line = f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}\r\n".encode()
        lines = (b"%b: %b\r\n" % header for header in (*headers, *response.raw_headers))
        return b"".join((line, *lines, b"\r\n", bytes(response.body)))


MALFORMED = Refusal(400, "This is no HTTP request.", "what came is not HTTP/1.1; nothing of it was done")


def too_long(most: int) -> Refusal:
    """The refusal of a head of more than `most` bytes."""
    detail = f"the request line and the headers are larger than {most:,} bytes; send a shorter path or fewer headers"
    return Refusal(431, "The head of this request is too long.", detail)


def too_late(part: str, seconds: float) -> Refusal:
    """The refusal of a `part` that was not there after `seconds`."""
    detail = f"the {part} of the request was not here after {seconds:g} seconds; send it again, at once"
    return Refusal(408, "This request came too slowly.", detail)


def too_many(most: int) -> Refusal:
    """The refusal of requests of which more than `most` wait for the reply to another."""
    detail = f"more than {most} requests wait on this connection; read the replies before you send more"
    return Refusal(429, "Too many requests at once.", detail)


class RefusalLog:
    """A log of at most `burst` lines at once, and one more every `seconds`; counts the lines it leaves out."""

    def __init__(self, burst: int = 20, seconds: float = 10.0) -> None:
        self._burst, self._seconds = burst, seconds
        self._left, self._since, self._omitted = float(burst), 0.0, 0

    def add(self, message: str, now: float) -> None:
        """Log a message, or count it."""
        self._left = min(self._burst, self._left + (now - self._since) / self._seconds)
        self._since = now
        if self._left < 1:
            self._omitted += 1
            return
        more = f" ({self._omitted:,} more such lines were left out before this one)" if self._omitted else ""
        self._left, self._omitted = self._left - 1, 0
        LOG.warning("%s%s", message, more)
