"""Outbox: the events of surveys, numbered in order, so that a reader can resume after a number.

Life-cycle events and closed tallies only: no event reveals one person, or the running tally of an open round. Events
are written at the end of their transaction, under the lock of one row: that of the last position. So all servers commit
positions in order, and whoever has read up to a position misses none before it.
"""

import json
from typing import NamedTuple

from lowwater.server.store.connection import Connection, Given
from lowwater.server.store.records import Event, read
from lowwater.wire import EventKind

Kind = EventKind


class NewEvent(NamedTuple):
    """An event that has no number yet."""

    survey: str
    kind: Kind
    fields: str
    time: float


class Outbox:
    """The table `outbox`, and the last position in it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.pending: list[NewEvent] = []

    def add(self, survey: str, kind: Kind, time: float, **fields: object) -> None:
        """Append an event with its `fields`, at the end of the transaction."""
        self.pending.append(NewEvent(survey, kind, json.dumps(fields, allow_nan=False), time))

    def settle(self) -> None:
        """Write the collected events."""
        pending, self.pending = self.pending, []
        if not pending:
            return
        ((last,),) = self._connection.all("take_positions", count=len(pending))
        first = int(last or 0) - len(pending) + 1
        rows: list[Given] = [event._asdict() | {"position": first + at} for at, event in enumerate(pending)]
        self._connection.many("add_event", rows)

    def after(self, survey: str, event: int, limit: int) -> list[Event]:
        """Fetch up to `limit` events of a survey after the one numbered `event`, in order."""
        return read(Event, self._connection.all("events_after", survey=survey, number=event, limit=limit))

    def after_position(self, position: int, limit: int) -> list[Event]:
        """Fetch up to `limit` events of all surveys after `position`, in order."""
        return read(Event, self._connection.all("events_after_position", position=position, limit=limit))

    def last(self, survey: str) -> int:
        """Fetch the number of the last event of a survey, or 0."""
        ((number,),) = self._connection.all("last_event", survey=survey)
        return int(number or 0)

    def end(self) -> int:
        """Fetch the last position that was given, even if its event was deleted."""
        ((position,),) = self._connection.all("outbox_end")
        return int(position or 0)

    def drop(self, survey: str) -> None:
        """Delete all events of a survey."""
        self.pending = [event for event in self.pending if event.survey != survey]
        self._connection.run("drop_events", survey=survey)
