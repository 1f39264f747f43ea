"""Analyst: the requests that need an API key, as messages."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Literal
from urllib.parse import quote

from lowwater.client.analyst_http import AnalystHttp
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
from lowwater.wire.address import Address, survey_id

Action = Literal["pause", "resume", "close"]


class Analyst:
    """One server, and all requests to it that need a key."""

    def __init__(self, http: AnalystHttp) -> None:
        self._http = http

    @property
    def server(self) -> str:
        """The server's address."""
        return self._http.server

    def public_url(self) -> str | None:
        """Where people reach the server, by its own word; None if nobody told it."""
        reply = self._http.get("/v1/address")
        url = reply.get("public_url") if isinstance(reply, dict) else None
        if not isinstance(url, str):
            raise Unreachable(f"{self.server} does not say where people reach it; is this its address, and version?")
        return str(Address.of(url)) if url else None

    def open(self, message: OpenMessage) -> SurveyMessage:
        """Open a survey."""
        return self._read(SurveyMessage, self._http.post("/v1/surveys", asdict(message)))

    def surveys(self) -> Iterator[SurveyMessage]:
        """Every survey, the oldest first."""
        page = self._read(SurveysMessage, self._http.get("/v1/surveys"))
        yield from page.surveys
        while page.next is not None:
            page = self._read(SurveysMessage, self._http.get(f"/v1/surveys?after={quote(page.next)}"))
            yield from page.surveys

    def standing(self, survey: str) -> StandingMessage:
        """The state of a survey, its questions and its estimate."""
        return self._read(StandingMessage, self._http.get(_path(survey, "/standing")))

    def events(self, survey: str, after: int = 0) -> tuple[EventMessage, ...]:
        """The events of a survey whose numbers are above `after`."""
        return self._all(EventMessage, self._http.get(_path(survey, f"/events?after={after}")))

    def arrivals(self, survey: str) -> tuple[ArrivalsMessage, ...]:
        """How many answers came in each minute of the last hour."""
        return self._all(ArrivalsMessage, self._http.get(_path(survey, "/arrivals")))

    def move(self, survey: str, action: Action) -> LifecycleMessage:
        """Pause, resume or close a survey."""
        return self._read(LifecycleMessage, self._http.post(_path(survey, f"/{action}")))

    def delete(self, survey: str) -> LifecycleMessage:
        """Delete a survey that has ended."""
        return self._read(LifecycleMessage, self._http.delete(_path(survey)))

    def _read(self, kind: type[AnyMessage], value: object) -> AnyMessage:
        try:
            return kind.read(value)
        except BadMessage as error:
            raise Unreachable(
                f"{self.server} does not answer as a server of this version does ({error}); is this its address?"
            ) from None

    def _all(self, kind: type[AnyMessage], value: object) -> tuple[AnyMessage, ...]:
        return tuple(self._read(kind, item) for item in (value if isinstance(value, list) else [value]))


def _path(survey: str, more: str = "") -> str:
    return f"/v1/surveys/{survey_id(survey)}{more}"
