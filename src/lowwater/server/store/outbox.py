"""Outbox: the events of surveys, numbered in order, so that a reader can resume after a number.

Life-cycle events and closed tallies only: no event reveals one person, or the running tally of an open round. A
transaction that adds an event holds the survey's exclusive lock, so that event numbers are committed in order.
"""

import json

from lowwater.server.store.connection import Connection
from lowwater.server.store.records import Event, read
from lowwater.wire import EventKind

Kind = EventKind


class Outbox:
    """The table `outbox`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, survey: str, kind: Kind, time: float, **fields: object) -> None:
        """Append an event with its `fields`."""
        text = json.dumps(fields, allow_nan=False)
        self._connection.run("add_event", survey=survey, kind=kind, fields=text, time=time)

    def after(self, survey: str, event: int, limit: int) -> list[Event]:
        """Fetch up to `limit` events of a survey after the one numbered `event`, in order."""
        return read(Event, self._connection.all("events_after", survey=survey, number=event, limit=limit))

    def drop(self, survey: str) -> None:
        """Delete all events of a survey."""
        self._connection.run("drop_events", survey=survey)
