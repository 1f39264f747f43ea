"""Analyst: the requests that need an API key, as messages."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Literal
from urllib.parse import urlencode

from lowwater.client.analyst_http import AnalystHttp
from lowwater.errors import BadMessage, Unreachable
from lowwater.wire import (
    AnyMessage,
    ArrivalsMessage,
    BeatLine,
    EventLine,
    EventMessage,
    KeyMessage,
    LifecycleMessage,
    OpenMessage,
    PlanMessage,
    PlannedMessage,
    PreviewMessage,
    ProgressLine,
    SharedMessage,
    StandingMessage,
    StreamLine,
    SurveyMessage,
    SurveysMessage,
)
from lowwater.wire.address import Address, survey_id

Action = Literal["pause", "resume", "close"]

_LINES: dict[object, type[EventLine] | type[ProgressLine] | type[BeatLine]] = {
    "event": EventLine,
    "progress": ProgressLine,
    "beat": BeatLine,
}


class Analyst:
    """One server, and all requests to it that need a key."""

    def __init__(self, http: AnalystHttp) -> None:
        self._http = http

    @property
    def server(self) -> str:
        """The server's address."""
        return self._http.server

    def public_url(self) -> str | None:
        """The URL at which people reach the server, as it says itself; None if it is not configured."""
        reply = self._http.get("/v1/address")
        url = reply.get("public_url") if isinstance(reply, dict) else None
        if not isinstance(url, str):
            raise Unreachable(f"{self.server} does not say where people reach it; is this its address, and version?")
        return str(Address.of(url)) if url else None

    def open(self, message: OpenMessage) -> SurveyMessage:
        """Open a survey."""
        return self._read(SurveyMessage, self._http.post("/v1/surveys", asdict(message)))

    def public(self, survey: str) -> SurveyMessage:
        """The public record of a survey, or of the whole of one with groups."""
        return self._read(SurveyMessage, self._http.get(_path(survey)))

    def key(self) -> KeyMessage:
        """What the key may do."""
        return self._read(KeyMessage, self._http.get("/v1/key"))

    def share(self, survey: str, name: str = "") -> SharedMessage:
        """Make a key that reads a survey and nothing else."""
        return self._read(SharedMessage, self._http.post(_path(survey, "/share"), {"name": name}))

    def forecast(self, message: PlanMessage) -> PlannedMessage:
        """The plan of a survey with its forecast, or why it cannot work."""
        return self._read(PlannedMessage, self._http.post("/v1/forecast", asdict(message)))

    def terms(self, message: OpenMessage) -> PreviewMessage:
        """The terms that a survey would have if it were opened now."""
        return self._read(PreviewMessage, self._http.post("/v1/terms", asdict(message)))

    def surveys(self, words: str = "") -> Iterator[SurveyMessage]:
        """Every survey, or those with `words` in their title or id, the oldest first."""
        query: dict[str, str] = {"words": words} if words else {}
        page = self._page(query)
        yield from page.surveys
        while page.next is not None:
            page = self._page(query | {"after": page.next})
            yield from page.surveys

    def _page(self, query: dict[str, str]) -> SurveysMessage:
        path = f"/v1/surveys?{urlencode(query)}" if query else "/v1/surveys"
        return self._read(SurveysMessage, self._http.get(path))

    def stream(self, survey: str, after: int = 0) -> Iterator[StreamLine]:
        """The lines of a survey's stream, from the event after the one numbered `after` on, until reading stops."""
        for line in self._http.lines(_path(survey, f"/stream?after={after}")):
            kind = _LINES.get(line.get("kind") if isinstance(line, dict) else None, EventLine)
            yield self._read(kind, line)

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
