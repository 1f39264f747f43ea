"""The lines of a ledger: one object of JSON each, read as strictly as a message.

What is written is what was agreed to, asked and said. The value is in no line: there is no field for it.
"""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from lowwater.client.version_1 import upgraded
from lowwater.errors import BadLedger, LowwaterError
from lowwater.wire import QuestionMessage, TermsMessage, decode


@dataclass(frozen=True, slots=True)
class Granted:
    """The person allows so much, in nano-nats: one survey, or without one all surveys for a lifetime."""

    server: str | None
    survey: str | None
    grant: int
    time: str


@dataclass(frozen=True, slots=True)
class Pinned:
    """The terms of a survey as first seen, and the name for it; again, where an invitation gives another name."""

    server: str
    survey: str
    terms: TermsMessage
    hash: str
    name: str
    invitation: str | None
    time: str


@dataclass(frozen=True, slots=True)
class Told:
    """A question, and what was said to it."""

    server: str
    survey: str
    question: QuestionMessage
    said: int
    receipt: str
    loss: int
    time: str


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of an answer: it was counted, or why not."""

    server: str
    survey: str
    round: int
    fate: str
    time: str


Line = Granted | Pinned | Told | Settled

_KINDS: dict[str, type[Line]] = {"grant": Granted, "terms": Pinned, "answer": Told, "fate": Settled}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def written(line: Line) -> bytes:
    """A line with its end."""
    return json.dumps({"kind": _NAMES[type(line)]} | asdict(line), allow_nan=False).encode() + b"\n"


def read(text: bytes) -> Line:
    """What a line says, or what is wrong with it."""
    try:
        found = upgraded(json.loads(text))
        kind = _KINDS[found.pop("kind")]
        return kind(**_checked(kind, found))
    except LowwaterError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadLedger(f"it is no line of a ledger ({type(error).__name__})") from error


def _checked(kind: type[Line], found: dict[str, Any]) -> dict[str, Any]:
    """Every field of its type; the constructor refuses missing ones and others."""
    types = {field.name: field.type for field in fields(kind)}
    return {name: _field(types[name], value) for name, value in found.items()}


def _field(wanted: Any, value: Any) -> Any:
    if wanted in (TermsMessage, QuestionMessage):
        return decode(wanted, json.dumps(value))
    if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
        raise BadLedger(f"{value!r} is not of the right type")
    return value
