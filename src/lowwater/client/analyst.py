"""Analyst: what whoever holds a key can have a server do, in messages."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Literal
from urllib.parse import quote

from lowwater.client.address import survey_id
from lowwater.client.keyed import Keyed
from lowwater.errors import BadMessage, Unreachable
from lowwater.wire import (
    AnyMessage,
    ArrivalsMessage,
    EventMessage,
    LifecycleMessage,
    OpenMessage,
    StandingMessage,
    SurveyMessage,
    SurveysMessage,
)

Action = Literal["pause", "resume", "close"]


class Analyst:
    """One server, and everything that a key opens there."""

    def __init__(self, line: Keyed) -> None:
        self._line = line

    @property
    def server(self) -> str:
        """The server's address."""
        return self._line.server

    def open(self, message: OpenMessage) -> SurveyMessage:
        """Open a survey."""
        return self._read(SurveyMessage, self._line.post("/v1/surveys", asdict(message)))

    def surveys(self) -> Iterator[SurveyMessage]:
        """Every survey, the oldest first."""
        page = self._read(SurveysMessage, self._line.get("/v1/surveys"))
        yield from page.surveys
        while page.next is not None:
            page = self._read(SurveysMessage, self._line.get(f"/v1/surveys?after={quote(page.next)}"))
            yield from page.surveys

    def standing(self, survey: str) -> StandingMessage:
        """How far a survey is, and what it says by now."""
        return self._read(StandingMessage, self._line.get(_path(survey, "/standing")))

    def events(self, survey: str, after: int = 0) -> tuple[EventMessage, ...]:
        """What happened to a survey after the event of this number."""
        return self._all(EventMessage, self._line.get(_path(survey, f"/events?after={after}")))

    def arrivals(self, survey: str) -> tuple[ArrivalsMessage, ...]:
        """How many answers came in each minute of the last hour."""
        return self._all(ArrivalsMessage, self._line.get(_path(survey, "/arrivals")))

    def move(self, survey: str, action: Action) -> LifecycleMessage:
        """Pause, resume or close a survey."""
        return self._read(LifecycleMessage, self._line.post(_path(survey, f"/{action}")))

    def delete(self, survey: str) -> LifecycleMessage:
        """Delete a survey that has ended."""
        return self._read(LifecycleMessage, self._line.delete(_path(survey)))

    def _read(self, kind: type[AnyMessage], found: object) -> AnyMessage:
        try:
            return kind.read(found)
        except BadMessage as error:
            raise Unreachable(
                f"{self.server} does not answer as a server of this version does ({error}); is this its address?"
            ) from None

    def _all(self, kind: type[AnyMessage], found: object) -> tuple[AnyMessage, ...]:
        return tuple(self._read(kind, one) for one in (found if isinstance(found, list) else [found]))


def _path(survey: str, more: str = "") -> str:
    return f"/v1/surveys/{survey_id(survey)}{more}"
