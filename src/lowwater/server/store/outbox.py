"""Outbox: what happened to surveys, in order, to be followed and resumed after a number.

Life-cycle events and closed tallies only: nothing here tells of one person, nor the yes of an open round. Whoever adds
an event holds its survey alone, so that numbers are committed in order.
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
        """Append what happened."""
        text = json.dumps(fields, allow_nan=False)
        self._connection.run("add_event", survey=survey, kind=kind, fields=text, time=time)

    def after(self, survey: str, number: int, many: int) -> list[Event]:
        """Fetch what happened to a survey after an event, in order."""
        return read(Event, self._connection.all("events_after", survey=survey, number=number, many=many))

    def drop(self, survey: str) -> None:
        """Delete what happened to a survey."""
        self._connection.run("drop_events", survey=survey)
