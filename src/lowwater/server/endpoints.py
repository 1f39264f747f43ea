"""Endpoints: every path in one table, from which the routes and the OpenAPI document are made."""

from dataclasses import dataclass
from typing import Any

from lowwater import errors, wire
from lowwater.errors import LowwaterError
from lowwater.server.messages import OpenMessage, SurveyStanding

SURVEY = "/v1/surveys/{survey}"

_SENT = (errors.BadMessage, errors.TooLarge, errors.NotJson)
_DOWN = (errors.BadStore,)


@dataclass(frozen=True)
class Endpoint:
    """A path, what it takes and gives, what it may refuse with, and whether it needs a key."""

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


_ASKED = (*_SENT, errors.NoSurvey, errors.NotOpen, errors.NoPlace, errors.BadInvitation, errors.Moved, *_DOWN)
_SPOKEN = (*_SENT, errors.NoSurvey, errors.NoPlace, errors.TooLate, errors.Contradicted, errors.Moved, *_DOWN)
_KEPT = (errors.BadKey, errors.NoSurvey, *_DOWN)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST", "/v1/surveys", "open", "Open a survey.", wire.SurveyMessage, OpenMessage, 201, key=True,
        refuses=(errors.BadKey, *_SENT, errors.YourFault, *_DOWN),
    ),
    Endpoint("GET", "/v1/surveys", "list", "Every survey.", list[wire.SurveyMessage], key=True, refuses=_KEPT),
    Endpoint(
        "GET", SURVEY, "survey", "What anyone may read of a survey.", wire.SurveyMessage,
        refuses=(errors.NoSurvey, *_DOWN),
    ),
    Endpoint(
        "POST", f"{SURVEY}/check-in", "check_in", "Ask for a place.", wire.PlaceMessage, wire.CheckInMessage,
        refuses=_ASKED,
    ),
    Endpoint(
        "POST", f"{SURVEY}/check-in/bulk", "bulk_check_in", "Ask for many places; each is judged by itself.",
        list[dict[str, Any]], list[wire.CheckInMessage], refuses=(*_SENT, *_DOWN),
    ),
    Endpoint(
        "POST", f"{SURVEY}/answers", "answer", "Answer; the reply comes once the answer is durable.",
        wire.CountedMessage, wire.PostedMessage, refuses=_SPOKEN,
    ),
    Endpoint(
        "POST", f"{SURVEY}/answers/bulk", "bulk_answer", "Many answers; each is judged by itself.",
        list[dict[str, Any]], list[wire.PostedMessage], refuses=(*_SENT, *_DOWN),
    ),
    Endpoint(
        "GET", f"{SURVEY}/standing", "standing", "How far a survey is, and its estimate.", SurveyStanding, key=True,
        refuses=_KEPT,
    ),
    *(
        Endpoint(
            "POST", f"{SURVEY}/{action}", "state", f"{action.capitalize()} a survey.", wire.SurveyMessage, key=True,
            refuses=(*_KEPT, errors.NotOpen, errors.Moved), action=action,
        )
        for action in ("pause", "resume", "close")
    ),
    Endpoint("GET", "/healthz", "health", "The process answers.", dict[str, str]),
    Endpoint("GET", "/readyz", "ready", "The database answers too.", dict[str, str], refuses=_DOWN),
    Endpoint("GET", "/metrics", "metrics", "Counts for Prometheus.", str),
    Endpoint("GET", "/openapi.json", "openapi", "This document.", dict[str, Any]),
)  # fmt: skip
"""Every endpoint there is."""
