"""Connection: HTTP on one socket within limits; uvicorn's own protocol bounds neither heads, nor times, nor queues."""

import asyncio
import functools
from collections.abc import Sized
from typing import Any, cast

import httptools
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from lowwater.server.joined_transport import JoinedTransport
from lowwater.server.limits import Limits
from lowwater.server.refusal import MALFORMED, Refusal, RefusalLog, too_late, too_long, too_many
from lowwater.server.watch import Phase, Watch


class Refused(Exception):
    """Raised in a callback to stop the parser."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.title)
        self.refusal = refusal


class QueueFlow(FlowControl):
    """Flow control that stops reading while requests wait in `queue`."""

    def __init__(self, transport: asyncio.Transport, queue: Sized) -> None:
        super().__init__(transport)
        self._queue = queue

    def resume_reading(self) -> None:
        """Resume reading, unless requests wait."""
        if not self._queue:
            super().resume_reading()


class Connection(HttpToolsProtocol):
    """uvicorn's HTTP protocol, within limits."""

    _watch: Watch  # set when the connection is made
    _joined: asyncio.Transport

    def __init__(self, *given: Any, limits: Limits, log: RefusalLog, **named: Any) -> None:
        super().__init__(*given, **named)
        self._limits, self._log, self._logged = limits, log, False
        self._head = 0  # bytes since the last head, or part of a body, ended
        self._whole = 0  # bytes since the last request that began at the start of a read
        self._moved = self._turned = False  # in the part being parsed: a head or some body ended; a phase did
        self._refusal: Refusal | None = None

    # What the transport calls.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Start to wait for a request."""
        super().connection_made(transport)
        self.flow = QueueFlow(transport, self.pipeline)
        self._watch = Watch(self, transport, self._limits)
        self._joined = cast("asyncio.Transport", JoinedTransport(transport))

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        super().connection_lost(exc)
        self._watch.stop()

    def data_received(self, data: bytes) -> None:
        """Parse what was read, at most as many bytes at a time as a head may have."""
        self._unset_keepalive_if_required()
        if self._watch.phase == "idle":
            self._watch.phase = "head"  # an empty line before a request counts as part of its head
            self._turned, self._whole = True, 0
        if len(data) <= self._limits.head - self._head:
            self._feed(data)
        else:
            self._feed_in_parts(memoryview(data))

    def pause_writing(self) -> None:
        """Stop writing, and start to time how long the client does not read."""
        self._watch.stall()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Resume writing: the client has read."""
        self._watch.flow()
        super().resume_writing()

    def shutdown(self) -> None:
        """Finish the requests being answered, and give half a request, or the end of a stream, only a short grace."""
        super().shutdown()
        if self._streams() and self.transport.get_write_buffer_size() > 0:
            self.transport.abort()  # it is not read, and whoever follows resumes at another time
        elif self._streams() or self._watch.phase in ("head", "body"):
            self._watch.hurry()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection; half a request has a limit of its own."""
        if self._watch.phase in ("idle", "over"):
            super().timeout_keep_alive_handler()

    # What the parser and the response call, for every request; without super(), which would cost as much as the rest.

    def on_message_begin(self) -> None:
        """Start the head of a request, which may begin in the middle of a read."""
        HttpToolsProtocol.on_message_begin(self)
        self._watch.phase, self._turned = "head", True

    def on_headers_complete(self) -> None:
        """Refuse a head that is too long, where it began in the middle of a read, and a queue that is too long."""
        if self._whole > self._limits.head and self._size() > self._limits.head:
            raise Refused(too_long(self._limits.head))
        if len(self.pipeline) >= self._limits.queue:
            raise Refused(too_many(self._limits.queue))
        HttpToolsProtocol.on_headers_complete(self)
        self.cycle.transport = self._joined
        self.headers = []  # so that trailers, which come the same way, do not become headers
        self._watch.phase, self._turned, self._moved = "body", True, True

    def on_body(self, body: bytes) -> None:
        """Take a part of the body; the endpoint that reads it limits its size."""
        self._moved = True
        HttpToolsProtocol.on_body(self, body)

    def on_message_complete(self) -> None:
        """End the request: all of it has arrived."""
        HttpToolsProtocol.on_message_complete(self)
        self._watch.phase, self._turned, self._moved = "idle", True, True

    def on_response_complete(self) -> None:
        """Start to wait for the next request, or send the refusal that waited for this response."""
        HttpToolsProtocol.on_response_complete(self)
        if self._watch.phase == "idle":
            self._watch.start()
        elif self._refusal and not self._busy() and not self.transport.is_closing():
            self._send(self._refusal)

    # What the watch calls.

    def waits(self) -> bool:
        """Whether the client waits for the server."""
        return self.flow.read_paused or (self._busy() and self._watch.phase in ("idle", "over"))

    def late(self, phase: Phase, seconds: float) -> None:
        """Refuse half a request; close a connection without one."""
        if phase in ("head", "body"):
            self._refuse(too_late(phase, seconds))
        else:
            self.transport.close()

    def unread(self) -> None:
        """Abort the connection, whose reply is not read."""
        self._log_once(f"a connection was dropped: its reply was not read in {self._limits.unread_seconds:g} seconds")
        self.transport.abort()

    # Size.

    def _feed_in_parts(self, data: memoryview) -> None:
        """Parse `data` in parts that end where a head would become too long."""
        while data and self._watch.phase != "over":
            room = self._limits.head - self._head
            self._feed(data[:room])
            data = data[room:]

    def _feed(self, part: bytes | memoryview) -> None:
        """Parse a part, and count its bytes to the head unless a head, or part of a body, ended in it."""
        if self._watch.phase == "over":
            return
        self._moved = False
        self._whole += len(part)
        try:
            self.parser.feed_data(part)
        except httptools.HttpParserUpgrade:  # no other protocol is spoken here; what follows is not HTTP
            self.cycle.keep_alive = False
            self._watch.end()
        except httptools.HttpParserError as error:
            self._refuse(error.__context__.refusal if isinstance(error.__context__, Refused) else MALFORMED)
        else:
            self._count(len(part))

    def _count(self, size: int) -> None:
        if self._turned:
            self._watch.start()
            self._turned = False
        self._head = 0 if self._moved else self._head + size
        if self._head >= self._limits.head:
            self._refuse(too_long(self._limits.head))

    def _size(self) -> int:
        """A lower bound of the bytes of this head."""
        return len(self.url) + sum(len(name) + len(value) + 3 for name, value in self.headers)

    # Refusal.

    def _busy(self) -> bool:
        """Whether the newest request waits for its reply."""
        return self.cycle is not None and not (self.cycle.response_complete or self.cycle.disconnected)

    def _streams(self) -> bool:
        """Whether the reply is a stream, whose length is not known beforehand."""
        return self._busy() and bool(self.cycle.chunked_encoding)

    def _refuse(self, refusal: Refusal) -> None:
        """Stop reading, and send the refusal once the replies before it have been sent."""
        self._log_once(f"a request was refused with status {refusal.status}: {refusal.detail}")
        begun = self._watch.phase == "body"
        self._watch.end()
        if begun and self.pipeline:
            self.pipeline[0] = (self.cycle, cast("Any", refusal.response()))
        elif begun and self.cycle.response_started:
            self.transport.close()
        elif self._busy() and not begun:
            self._refusal = refusal
        else:
            self._send(refusal)

    def _send(self, refusal: Refusal) -> None:
        """Write the refusal instead of a response, and half-close; read on, but ignore what comes.

        A socket that is closed with unread bytes resets the connection, and the refusal is lost.
        """
        if self._busy():
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(refusal.encode(self.server_state.default_headers))
        self.transport.write_eof()
        self.flow.resume_reading()
        self._watch.end()

    def _log_once(self, message: str) -> None:
        """Log the first error of this connection, and no other."""
        if not self._logged:
            self._log.add(message, self.loop.time())
        self._logged = True


def protocol(limits: Limits) -> type[asyncio.Protocol]:
    """The connections of one server, within `limits` and with one log."""
    return cast("type[asyncio.Protocol]", functools.partial(Connection, limits=limits, log=RefusalLog()))
