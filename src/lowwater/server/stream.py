"""Stream: the lines that one client gets of a survey, or of all: every event after a given one, progress, and beats."""

import time
from collections.abc import AsyncIterator, Sequence

import msgspec

from lowwater.errors import LowwaterError
from lowwater.server.feed import PAGE, Entry, Feed, Ticket, entry_of
from lowwater.server.reader import Reader
from lowwater.server.store.records import Event
from lowwater.server.store.store import Store
from lowwater.wire import BeatLine

BEAT = 10.0
"""Seconds between two beats."""


class Stream:
    """The stream of one client, and the last event in it: by its number in a survey, or its position among all."""

    def __init__(self, feed: Feed, reader: Reader, ticket: Ticket, after: int | None, beat: float = BEAT) -> None:
        """Begin after the event `after`, by its number in a survey or its position among all; None: with the next."""
        self._feed, self._reader, self._ticket, self._every = feed, reader, ticket, beat
        self._after = after
        self._position: int | None = None  # up to which it has read the outbox; None: not yet as far as the feed
        self._look, self._beat = -1, 0.0

    async def lines(self) -> AsyncIterator[bytes]:
        """The lines as they come, until the server stops, or the key or the survey is gone."""
        self._feed.join(self._ticket)
        try:
            while not (self._feed.over or self._ticket.over):
                if text := b"".join([*await self._events(), *self._progress(), *self._beats()]):
                    yield text
                else:
                    await self._feed.news(max(0.0, self._beat - time.monotonic()))
        finally:
            self._feed.leave(self._ticket)

    async def _events(self) -> list[bytes]:
        """The events after the last one sent, from memory if they are there, else from the database."""
        mine = [entry for entry in await self._entries() if self._ticket.survey in (None, entry.survey)]
        if mine:
            self._after = mine[-1].position if self._ticket.survey is None else mine[-1].number
        return [entry.line for entry in mine]

    async def _entries(self) -> list[Entry]:
        """The events after the position of this stream; those of other surveys may be among them."""
        recent = None if self._position is None else self._feed.after(self._position)
        if recent is not None:
            self._position = recent[-1].position if recent else self._position
            return recent
        try:
            entries, self._position = await self._reader.do(self._catch_up)
        except LowwaterError:  # the database cannot be read now; with the next news, or beat, it is tried again
            return []
        return entries

    def _catch_up(self, store: Store) -> tuple[list[Entry], int | None]:
        """Read a page of events, and the position up to which that is all; None if there may be more.

        The end of the outbox is read first: every event up to it is then on the page, or on a later one.
        """
        end = store.outbox.end()
        events = self._page(store, end)
        last = max(end, events[-1].position) if events else end
        return [entry_of(event) for event in events], None if len(events) == PAGE else last

    def _page(self, store: Store, end: int) -> Sequence[Event]:
        survey = self._ticket.survey
        if self._after is None:
            self._after = end if survey is None else store.outbox.last(survey)
        if survey is None:
            return store.outbox.after_position(self._after, PAGE)
        return store.outbox.after(survey, self._after, PAGE)

    def _progress(self) -> list[bytes]:
        """The progress that was read since the last call."""
        look, self._look = self._look, self._feed.looks
        return self._feed.progress(self._ticket.survey, look)

    def _beats(self) -> list[bytes]:
        """A beat, if one is due."""
        if time.monotonic() < self._beat:
            return []
        self._beat = time.monotonic() + self._every
        return [msgspec.json.encode(BeatLine(self._feed.clock(), self._position or 0)) + b"\n"]
