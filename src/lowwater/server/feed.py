"""Feed: one reader follows the outbox and the open rounds of all surveys, and every stream takes its lines from it.

It looks while a stream is open: soon after a commit of this server, and every second for those of other servers. A look
is two queries, whose cost grows neither with people nor with streams; a line is encoded once.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from lowwater.errors import LowwaterError
from lowwater.server.arrivals import Arrivals
from lowwater.server.messages import event_of
from lowwater.server.pace import Pace
from lowwater.server.reader import Reader
from lowwater.server.store.records import Event, Progress
from lowwater.server.store.store import Store
from lowwater.wire import EventLine, ProgressLine

LOG = logging.getLogger("lowwater.server")

PAGE = 500
"""Events that one query reads, at most."""

RECENT = 2000
"""Events in memory; a stream that is further behind reads the database."""

POLL = 1.0
"""Seconds between looks for what other servers committed."""

CHECK = 5.0
"""Seconds between looks whether the keys of streams are still valid, and their surveys still there."""


class Entry(NamedTuple):
    """An event as a line of a stream."""

    survey: str
    number: int
    position: int
    line: bytes


class Shown(NamedTuple):
    """The last progress of a survey, as a line, with the number of the look that read it."""

    progress: Progress
    rate: float
    look: int
    line: bytes


class Ticket:
    """An open stream: of a survey or of all, by the hash of its key; `over` once it has no right to more."""

    def __init__(self, survey: str | None, key: str) -> None:
        self.survey, self.key, self.over = survey, key, False


class Look(NamedTuple):
    """What one look read.

    events: new events, in the order of their positions
    end: the last position of the outbox
    running: the surveys that have not ended
    gone: the keys that were revoked, or whose survey was deleted
    """

    events: list[Event]
    end: int
    running: list[Progress]
    gone: set[tuple[str, str | None]]


def entry_of(event: Event) -> Entry:
    """The line of an event."""
    line = msgspec.json.encode(EventLine(event_of(event))) + b"\n"
    return Entry(event.survey, event.number, event.position, line)


class Feed:
    """Reads the outbox and the open rounds, and hands new lines to the streams."""

    def __init__(
        self, reader: Reader, arrivals: Arrivals, clock: Callable[[], float], pause: float = 0.5, poll: float = POLL
    ) -> None:
        """Look at most once in `pause` seconds, and at least once in `poll` seconds."""
        self._reader, self._arrivals, self.clock, self._pause, self._poll = reader, arrivals, clock, pause, poll
        self._tickets: set[Ticket] = set()
        self._recent: deque[Entry] = deque()
        self._shown: dict[str, Shown] = {}
        self._paces: dict[str, Pace] = {}
        self._woken, self._news, self._followed = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._checked = 0.0
        self.looks, self.position, self.over = 0, -1, False
        self._floor = -1  # the position before the first of the recent events

    # What streams use.

    @property
    def streams(self) -> int:
        """The number of open streams."""
        return len(self._tickets)

    def join(self, ticket: Ticket) -> None:
        """Count a stream."""
        self._tickets.add(ticket)
        self._followed.set()
        self._woken.set()

    def leave(self, ticket: Ticket) -> None:
        """Forget a stream."""
        self._tickets.discard(ticket)
        if not self._tickets:
            self._followed.clear()

    async def news(self, seconds: float) -> None:
        """Wait up to `seconds` for the next look that reads something new."""
        news = self._news
        if not self.over:
            try:
                async with asyncio.timeout(seconds):
                    await news.wait()
            except TimeoutError:
                pass

    def after(self, position: int) -> list[Entry] | None:
        """The events after `position`, in order; None if they are not all in memory."""
        if position < self._floor:
            return None
        return [entry for entry in self._recent if entry.position > position]

    def progress(self, survey: str | None, look: int) -> list[bytes]:
        """The progress of a survey, or of all, that was read after the look numbered `look`."""
        shown = self._shown if survey is None else {survey: self._shown.get(survey)}
        return [each.line for each in shown.values() if each is not None and each.look > look]

    # What the server calls.

    def wake(self) -> None:
        """Look soon: something was committed."""
        self._woken.set()

    def end(self) -> None:
        """End every stream: the server stops."""
        self.over = True
        self._publish()

    async def run(self) -> None:
        """Look while a stream is open."""
        while True:
            if not self._tickets:
                self._forget()
                await self._followed.wait()
            try:
                async with asyncio.timeout(self._poll):
                    await self._woken.wait()
            except TimeoutError:
                pass
            self._woken.clear()
            try:
                await self.look()
            except Exception:  # the next look reads what this one did not
                LOG.exception("surveys could not be followed")
            await asyncio.sleep(self._pause)

    async def look(self) -> None:
        """Read new events and progress, and publish them; if the database fails, the next look reads them."""
        due = time.monotonic() - self._checked >= CHECK
        asked = {(ticket.key, ticket.survey) for ticket in self._tickets} if due else set()
        try:
            look = await self._reader.do(lambda store: _read(store, self.position, asked))
        except LowwaterError:
            return
        self._checked = time.monotonic() if due else self._checked
        self.looks += 1
        changes = [self._take_events(look), self._take_progress(look.running), self._revoke(look.gone)]
        if any(changes):
            self._publish()
        if len(look.events) == PAGE:
            self._woken.set()

    def _take_events(self, look: Look) -> bool:
        """Add new events to the recent ones; the first look starts at the end of the outbox."""
        if self.position < 0:
            self.position = self._floor = look.end
            return True
        for event in look.events:
            self._recent.append(entry_of(event))
            self.position = event.position
        while len(self._recent) > RECENT:
            self._floor = self._recent.popleft().position
        return bool(look.events)

    def _take_progress(self, running: list[Progress]) -> bool:
        """Show the progress of the surveys whose open round changed."""
        now, before = time.monotonic(), self._shown
        self._shown, self._paces = {}, {each.survey: self._paces.get(each.survey) or Pace() for each in running}
        changed = False
        for each in running:
            pace, last = self._paces[each.survey], before.get(each.survey)
            if pace.look(each.round, each.answered, now):
                self._arrivals.note(each.survey)
            if last is None or last.progress != each or (pace.rate == 0.0) != (last.rate == 0.0):
                last, changed = self._show(each, pace.rate), True
            self._shown[each.survey] = last
        return changed

    def _show(self, each: Progress, rate: float) -> Shown:
        line = ProgressLine(
            each.survey, each.state, each.round, each.places, each.answered, rate, each.deadline, self.clock()
        )
        return Shown(each, rate, self.looks, msgspec.json.encode(line) + b"\n")

    def _revoke(self, gone: set[tuple[str, str | None]]) -> bool:
        """End the streams whose key was revoked, or whose survey was deleted."""
        for ticket in self._tickets:
            ticket.over = ticket.over or (ticket.key, ticket.survey) in gone
        return bool(gone)

    def _publish(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def _forget(self) -> None:
        """Drop all events and progress from memory; the next stream starts at the end of the outbox."""
        self._recent.clear()
        self._shown, self._paces = {}, {}
        self.position = self._floor = -1


def _read(store: Store, position: int, asked: set[tuple[str, str | None]]) -> Look:
    """Read the end of the outbox first: every event up to it is then among those that follow."""
    end = store.outbox.end()
    events = store.outbox.after_position(position, PAGE) if position >= 0 else []
    return Look(events, end, store.surveys.running(), {pair for pair in asked if not _is_valid(store, *pair)})


def _is_valid(store: Store, key: str, survey: str | None) -> bool:
    """Whether a key is valid, and its survey exists."""
    return store.keys.get(key) is not None and (survey is None or store.surveys.position(survey) is not None)
