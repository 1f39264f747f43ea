"""Endpoints: every path in one table, from which the routes and the OpenAPI document are made."""

from dataclasses import dataclass
from typing import Any

from lowwater import errors, wire
from lowwater.errors import LowwaterError
from lowwater.server.metrics import TYPE as METRICS

SURVEY = "/v1/surveys/{survey}"

_SENT = (errors.BadMessage, errors.TooLarge, errors.NotJson)
_DOWN = (errors.Moved, errors.BadStore)  # for every endpoint that uses the database
_TORN = (errors.NoSurvey, errors.BadRecord)
JSON, TEXT = "application/json", "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Endpoint:
    """A path, the messages it takes and gives, the errors it refuses with, and whether it needs a key.

    `each`: the messages of a list are judged one by one, and a problem may take the place of a reply.
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


_CHECK_IN = (*_SENT, *_TORN, errors.NotOpen, errors.NoPlace, errors.BadInvitation, *_DOWN)
_ANSWER = (*_SENT, errors.NoSurvey, errors.NoPlace, errors.TooLate, errors.Contradicted, *_DOWN)
_KEPT = (errors.BadKey, *_TORN, *_DOWN)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST", "/v1/surveys", "open", "Open a survey.", wire.SurveyMessage, wire.OpenMessage, 201, key=True,
        refuses=(errors.BadKey, *_SENT, errors.YourFault, errors.NotPrivate, *_DOWN),
    ),
    Endpoint(
        "GET", "/v1/surveys", "list", "A page of surveys, the oldest first.", wire.SurveysMessage, key=True,
        refuses=(errors.BadKey, errors.BadMessage, errors.BadRecord, *_DOWN),
        query=(("after", "survey"), ("many", "number")),
    ),
    Endpoint(
        "GET", SURVEY, "survey", "What anyone may read of a survey.", wire.SurveyMessage,
        refuses=(*_TORN, *_DOWN),
    ),
    Endpoint(
        "DELETE", SURVEY, "delete", "Delete a survey that has ended, and everyone in it; gives its last state.",
        wire.LifecycleMessage, key=True, refuses=(*_KEPT, errors.NotOpen),
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
            refuses=(*_KEPT, errors.NotOpen), action=action,
        )
        for action in ("pause", "resume", "close")
    ),
    Endpoint(
        "GET", "/v1/address", "address", "Where people reach this server; empty if it was not told.", dict[str, str],
        key=True, refuses=(errors.BadKey, *_DOWN),
    ),
    Endpoint("GET", "/healthz", "health", "The process answers.", dict[str, str]),
    Endpoint("GET", "/readyz", "ready", "The database answers too.", dict[str, str], refuses=_DOWN),
    Endpoint("GET", "/metrics", "metrics", "Counts for Prometheus.", str, content=METRICS),
    Endpoint("GET", "/problems/{problem}", "problem", "What a problem means, and what to do.", str, content=TEXT),
    Endpoint("GET", "/openapi.json", "openapi", "This document.", dict[str, Any]),
)  # fmt: skip
"""Every endpoint there is."""
