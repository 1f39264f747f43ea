"""Watch: the one timer of a connection, which looks when the client could first be late, and sets itself anew."""

import asyncio
from typing import Literal, Protocol

from lowwater.server.limits import Limits

Phase = Literal["idle", "head", "body", "over"]
"""What a connection waits for: a first byte or our reply, the rest of a head, that of a body, or nothing any more."""


class Watched(Protocol):
    """A connection, as its watch sees it."""

    def waits(self) -> bool:
        """Whether the client waits for us."""
        ...

    def late(self, phase: Phase, seconds: float) -> None:
        """Hear of a phase that took all its seconds."""
        ...

    def unread(self) -> None:
        """Hear of a reply that is not read."""
        ...


class Watch:
    """Since when a client has kept a connection waiting."""

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
        self._timer = self._loop.call_at(self._since + limits.shortest, self._look)

    def start(self) -> None:
        """Time the phase anew; the timer stays as it is, since none of them ends before it."""
        self._since = self._loop.time()

    def end(self) -> None:
        """Begin the last phase, which may end before the timer."""
        self.phase = "over"
        self.start()
        self._set()

    def hurry(self) -> None:
        """Allow no more than a grace from now on."""
        self._seconds = {phase: min(most, self._limits.grace) for phase, most in self._seconds.items()}
        self.start()
        self._set()

    def stall(self) -> None:
        """Note what the client has yet to read."""
        self._stalled, self._unsent = self._loop.time(), self._transport.get_write_buffer_size()

    def flow(self) -> None:
        """Note that the client has read."""
        self._stalled = None

    def stop(self) -> None:
        """Look no more, and let go of the connection: a garbage collector would be slower to."""
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
        """When the client is late; while it waits for us, its time begins anew."""
        if self._stalled is None and self._transport.is_closing():
            self.stall()  # it closes once all is read
        if self._stalled is not None:
            return self._stalled + self._limits.unread_seconds
        if self._watched.waits():
            self._since = now
        return self._since + self._seconds[self.phase]

    def _expire(self) -> None:
        if self._stalled is None:
            self._watched.late(self.phase, self._seconds[self.phase])
        elif self._transport.get_write_buffer_size() <= self._unsent - self._limits.unread:
            self.stall()  # slow, but it reads
        else:
            self._watched.unread()
