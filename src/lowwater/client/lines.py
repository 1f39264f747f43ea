"""The lines of a ledger: one object of JSON each, read as strictly as a message.

What is written is what was agreed to, asked and said. The value is in no line: there is no field for it.
"""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from lowwater.client.account import Entry
from lowwater.client.version_1 import upgraded
from lowwater.errors import BadLedger, LowwaterError
from lowwater.wire import QuestionMessage, TermsMessage


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
    """An answer: the question, what was said to it, its receipt and its loss."""

    server: str
    survey: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of an answer: it was counted, or why not."""

    server: str
    survey: str
    round: int
    fate: str
    time: str


@dataclass(frozen=True, slots=True)
class Left:
    """The person left a survey for good; what it had learnt by then, where nothing else of it was kept."""

    server: str
    survey: str
    loss: int
    time: str


Line = Granted | Pinned | Told | Settled | Left

_KINDS: dict[str, type[Line]] = {"grant": Granted, "terms": Pinned, "answer": Told, "fate": Settled, "left": Left}
_NAMES = {kind: name for name, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer as it is written."""

    server: str
    survey: str
    question: QuestionMessage
    said: int
    receipt: str
    loss: int
    time: str

    @classmethod
    def of(cls, line: Told) -> "_Answer":
        entry = line.entry
        question = QuestionMessage.of(entry.question)
        return cls(line.server, line.survey, question, entry.answer, entry.receipt, entry.loss.nano, entry.time)

    def told(self) -> Told:
        """The answer, where its parts agree."""
        if not 0 <= self.said < len(self.question.table):
            raise BadLedger(f"it says {self.said}, which is no answer to its question")
        entry = Entry(self.question.question(), self.said, self.receipt, self.time)
        if entry.loss.nano != self.loss:
            raise BadLedger("its loss is not that of its question")
        return Told(self.server, self.survey, entry)


def written(line: Line) -> bytes:
    """A line with its end."""
    fields = asdict(_Answer.of(line) if isinstance(line, Told) else line)
    return json.dumps({"kind": _NAMES[type(line)]} | fields, allow_nan=False).encode() + b"\n"


def read(text: bytes) -> Line:
    """What a line says, or what is wrong with it."""
    try:
        found = upgraded(json.loads(text))
        kind = _KINDS[found.pop("kind")]
        if kind is Told:
            return _Answer(**_checked(_Answer, found)).told()
        return kind(**_checked(kind, found))
    except LowwaterError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadLedger(f"it is no line of a ledger ({type(error).__name__})") from error


def _checked(kind: type[Any], found: dict[str, Any]) -> dict[str, Any]:
    """Every field of its type; the constructor refuses missing ones and others."""
    types = {field.name: field.type for field in fields(kind)}
    return {name: _field(types[name], value) for name, value in found.items()}


def _field(wanted: Any, value: Any) -> Any:
    if wanted in (TermsMessage, QuestionMessage):
        return wanted.read(value)
    if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
        raise BadLedger(f"{value!r} is not of the right type")
    return value
