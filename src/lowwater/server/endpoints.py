"""Endpoints: every path in one table, from which the routes and the OpenAPI document are made."""

from dataclasses import dataclass
from typing import Any

from lowwater import errors, wire
from lowwater.errors import LowwaterError
from lowwater.server.keys import Right
from lowwater.server.metrics import TYPE as METRICS

SURVEY = "/v1/surveys/{survey}"

_SENT = (errors.BadMessage, errors.TooLarge, errors.NotJson)
_DOWN = (errors.Moved, errors.BadStore)  # for every endpoint that uses the database
_TORN = (errors.NoSurvey, errors.BadRecord)
JSON, TEXT, LINES = "application/json", "text/plain; charset=utf-8", "application/x-ndjson"
_LINES = (wire.EventLine, wire.ProgressLine, wire.BeatLine)


@dataclass(frozen=True)
class Endpoint:
    """A path, the messages it takes and gives, the errors it refuses with, and whether it needs a key.

    `each`: the messages of a list are judged one by one, and a problem may take the place of a reply. `right` is what
    its key must have. Where `gives` is a tuple, it gives lines, each of one of these messages.
    """

    method: str
    path: str
    name: str
    summary: str
    gives: Any
    takes: Any = None
    status: int = 200
    key: bool = False
    refuses: tuple[type[LowwaterError], ...] = ()
    action: str = ""
    each: bool = False
    query: tuple[tuple[str, str], ...] = ()
    content: str = JSON
    right: Right = "read"


_CHECK_IN = (*_SENT, *_TORN, errors.NotOpen, errors.NoPlace, errors.BadInvitation, *_DOWN)
_ANSWER = (*_SENT, errors.NoSurvey, errors.NoPlace, errors.TooLate, errors.Contradicted, *_DOWN)
_KEY = (errors.BadKey, errors.NotAllowed)
_KEPT = (*_KEY, *_TORN, *_DOWN)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST", "/v1/surveys", "open", "Open a survey.", wire.SurveyMessage, wire.OpenMessage, 201, key=True,
        refuses=(*_KEY, *_SENT, errors.YourFault, errors.NotPrivate, *_DOWN), right="change",
    ),
    Endpoint(
        "GET", "/v1/surveys", "list", "A page of surveys, the oldest first.", wire.SurveysMessage, key=True,
        refuses=(*_KEY, errors.BadMessage, errors.BadRecord, *_DOWN),
        query=(("after", "survey"), ("many", "number"), ("words", "words")),
    ),
    Endpoint(
        "GET", SURVEY, "survey", "What anyone may read of a survey.", wire.SurveyMessage,
        refuses=(*_TORN, *_DOWN),
    ),
    Endpoint(
        "DELETE", SURVEY, "delete", "Delete a survey that has ended, and everyone in it; gives its last state.",
        wire.LifecycleMessage, key=True, refuses=(*_KEPT, errors.NotOpen), right="change",
    ),
    Endpoint(
        "POST", f"{SURVEY}/check-in", "check_in", "Ask for a place.", wire.PlaceMessage, wire.CheckInMessage,
        refuses=_CHECK_IN,
    ),
    Endpoint(
        "POST", f"{SURVEY}/check-in/bulk", "bulk_check_in", "Ask for many places; each is judged by itself.",
        list[wire.PlaceMessage], list[wire.CheckInMessage], refuses=(*_SENT, errors.BadRecord, *_DOWN), each=True,
    ),
    Endpoint(
        "POST", f"{SURVEY}/answers", "answer", "Answer; the reply comes once the answer is durable.",
        wire.CountedMessage, wire.PostedMessage, refuses=_ANSWER,
    ),
    Endpoint(
        "POST", f"{SURVEY}/answers/bulk", "bulk_answer", "Many answers; each is judged by itself.",
        list[wire.CountedMessage], list[wire.PostedMessage], refuses=(*_SENT, *_DOWN), each=True,
    ),
    Endpoint(
        "GET", f"{SURVEY}/standing", "standing", "How far a survey is, and its estimate.", wire.StandingMessage,
        key=True, refuses=_KEPT,
    ),
    Endpoint(
        "GET", f"{SURVEY}/events", "events", "What happened to a survey, in order.", list[wire.EventMessage], key=True,
        refuses=(*_KEPT, errors.BadMessage), query=(("after", "number"),),
    ),
    Endpoint(
        "GET", f"{SURVEY}/arrivals", "arrivals", "Answers to this server in each minute of the last hour.",
        list[wire.ArrivalsMessage], key=True, refuses=_KEPT,
    ),
    *(
        Endpoint(
            "POST", f"{SURVEY}/{action}", "state", f"{action.capitalize()} a survey.", wire.LifecycleMessage, key=True,
            refuses=(*_KEPT, errors.NotOpen), action=action, right="change",
        )
        for action in ("pause", "resume", "close")
    ),
    Endpoint(
        "GET", f"{SURVEY}/stream", "stream", "What happens to a survey, line by line.", _LINES, key=True,
        refuses=(*_KEY, errors.NoSurvey, errors.BadMessage, *_DOWN), query=(("after", "number"),), content=LINES,
    ),
    Endpoint(
        "GET", "/v1/stream", "stream_all", "What happens to all surveys, line by line.", _LINES, key=True,
        refuses=(*_KEY, errors.BadMessage, *_DOWN), query=(("after", "number"),), content=LINES,
    ),
    Endpoint(
        "GET", f"{SURVEY}/qr", "qr", "The link at which people answer, and its QR code line by line.", dict[str, str],
        key=True, refuses=_KEPT,
    ),
    Endpoint(
        "POST", f"{SURVEY}/share", "share", "Make a key that reads this survey.", wire.SharedMessage, wire.ShareMessage,
        201, key=True, refuses=(*_KEY, *_SENT, errors.YourFault, errors.NoSurvey, *_DOWN), right="change",
    ),
    Endpoint(
        "POST", "/v1/forecast", "forecast", "The plan of a survey with its forecast, or why it cannot work.",
        wire.PlannedMessage, wire.PlanMessage, key=True, right="change",
        refuses=(*_KEY, *_SENT, errors.YourFault, errors.NotPrivate, errors.Overtaken, *_DOWN),
    ),
    Endpoint(
        "POST", "/v1/terms", "terms", "The terms of a survey before it is opened.", wire.PreviewMessage,
        wire.OpenMessage, key=True, right="change",
        refuses=(*_KEY, *_SENT, errors.YourFault, errors.NotPrivate, errors.Overtaken, *_DOWN),
    ),
    Endpoint(
        "GET", "/v1/key", "key", "What the key of this request may do.", wire.KeyMessage, key=True,
        refuses=(errors.BadKey, *_DOWN), right="know",
    ),
    Endpoint(
        "GET", "/v1/address", "address", "Where people reach this server; empty if it was not told.", dict[str, str],
        key=True, refuses=(errors.BadKey, *_DOWN), right="know",
    ),
    Endpoint("GET", "/healthz", "health", "The process answers.", dict[str, str]),
    Endpoint("GET", "/readyz", "ready", "The database answers too.", dict[str, str], refuses=_DOWN),
    Endpoint("GET", "/metrics", "metrics", "Counts for Prometheus.", str, content=METRICS),
    Endpoint("GET", "/problems/{problem}", "problem", "What a problem means, and what to do.", str, content=TEXT),
    Endpoint("GET", "/openapi.json", "openapi", "This document.", dict[str, Any]),
)  # fmt: skip
"""Every endpoint there is."""
