"""Watch: the one timer of a connection; it fires when the client could first be late, and sets itself again."""

import asyncio
from typing import Literal, Protocol

from lowwater.server.limits import Limits

Phase = Literal["idle", "head", "body", "over"]
"""What a connection waits for.

idle: the first byte of a request, or the server's reply
head: the rest of a head
body: the rest of a body
over: nothing more
"""


class Watched(Protocol):
    """A connection, as its watch sees it."""

    def waits(self) -> bool:
        """Whether the client waits for the server."""
        ...

    def late(self, phase: Phase, seconds: float) -> None:
        """Handle a phase that lasted its `seconds`."""
        ...

    def unread(self) -> None:
        """Handle a reply that the client does not read."""
        ...


class Watch:
    """Times how long a client keeps its connection waiting."""

    def __init__(self, watched: Watched, transport: asyncio.Transport, limits: Limits) -> None:
        self._loop = asyncio.get_running_loop()
        self._watched, self._transport, self._limits = watched, transport, limits
        self._seconds: dict[Phase, float] = {
            "idle": limits.head_seconds,
            "head": limits.head_seconds,
            "body": limits.body_seconds,
            "over": limits.linger,
        }
        self.phase: Phase = "idle"
        self._since, self._unsent = self._loop.time(), 0
        self._stalled: float | None = None
        self._unread_seconds = limits.unread_seconds
        self._timer = self._loop.call_at(self._since + limits.shortest, self._look)

    def start(self) -> None:
        """Restart the time of the phase; the timer stays as it is, since no phase but the last can end before it."""
        self._since = self._loop.time()

    def end(self) -> None:
        """Start the last phase; set the timer again, since this phase may end before it."""
        self.phase = "over"
        self.start()
        self._set()

    def hurry(self) -> None:
        """Limit every phase, and the time to read a reply, to the grace, from now on."""
        self._unread_seconds = min(self._unread_seconds, self._limits.grace)
        self._seconds = {phase: min(most, self._limits.grace) for phase, most in self._seconds.items()}
        self.start()
        self._set()

    def stall(self) -> None:
        """Store when the client stopped reading, and how many bytes it has yet to read."""
        self._stalled, self._unsent = self._loop.time(), self._transport.get_write_buffer_size()

    def flow(self) -> None:
        """Store that the client has read."""
        self._stalled = None

    def stop(self) -> None:
        """Cancel the timer, and drop the reference to the connection: the garbage collector would free it later."""
        self._timer.cancel()
        del self._watched

    def _look(self) -> None:
        now = self._loop.time()
        if self._due(now) <= now:
            self._expire()
        self._set()

    def _set(self) -> None:
        now = self._loop.time()
        self._timer.cancel()
        self._timer = self._loop.call_at(min(self._due(now), now + self._limits.shortest), self._look)

    def _due(self, now: float) -> float:
        """When the client is late; while it waits for the server, its time starts again."""
        if self._stalled is None and self._transport.is_closing():
            self.stall()  # it closes once the client has read all
        if self._stalled is not None:
            return self._stalled + self._unread_seconds
        if self._watched.waits():
            self._since = now
        return self._since + self._seconds[self.phase]

    def _expire(self) -> None:
        if self._stalled is None:
            self._watched.late(self.phase, self._seconds[self.phase])
        elif self._transport.get_write_buffer_size() <= self._unsent - self._limits.unread:
            self.stall()  # the client reads, if slowly
        else:
            self._watched.unread()
