"""The lines of a ledger: one JSON object each, read as strictly as a message.

They hold terms, questions and answers. The person's value is in no line: there is no field for it.
"""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from lowwater.client.account import Entry
from lowwater.client.version_1 import upgrade
from lowwater.errors import BadLedger, LowwaterError
from lowwater.wire import QuestionMessage, TermsMessage


@dataclass(frozen=True, slots=True)
class GrantLine:
    """A grant in nano-nats: to one survey, or to all surveys for a lifetime if `server` and `survey` are None."""

    server: str | None
    survey: str | None
    grant: int
    time: str


@dataclass(frozen=True, slots=True)
class TermsLine:
    """The terms of a survey as first seen, and the device's name in it; repeated if an invitation changes the name."""

    server: str
    survey: str
    terms: TermsMessage
    hash: str
    name: str
    invitation: str | None
    time: str


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """An answer: its question, receipt and loss are in the entry."""

    server: str
    survey: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class FateLine:
    """What became of the answer of a round: `counted`, or why it was not."""

    server: str
    survey: str
    round: int
    fate: str
    time: str


@dataclass(frozen=True, slots=True)
class LeaveLine:
    """The person left a survey for good; `loss` is that of its erased answers, in nano-nats, or 0 if none were."""

    server: str
    survey: str
    loss: int
    time: str


Line = GrantLine | TermsLine | AnswerLine | FateLine | LeaveLine

_KINDS: dict[str, type[Line]] = {
    "grant": GrantLine,
    "terms": TermsLine,
    "answer": AnswerLine,
    "fate": FateLine,
    "left": LeaveLine,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class _AnswerFields:
    """The fields of an AnswerLine as JSON has them."""

    server: str
    survey: str
    question: QuestionMessage
    said: int
    receipt: str
    loss: int
    time: str

    @classmethod
    def of(cls, line: AnswerLine) -> "_AnswerFields":
        entry = line.entry
        question = QuestionMessage.of(entry.question)
        return cls(line.server, line.survey, question, entry.answer, entry.receipt, entry.loss.nano, entry.time)

    def line(self) -> AnswerLine:
        """The line of these fields; refuse an answer or a loss that does not fit the question."""
        if not 0 <= self.said < len(self.question.table):
            raise BadLedger(f"it says {self.said}, which is no answer to its question")
        entry = Entry(self.question.question(), self.said, self.receipt, self.time)
        if entry.loss.nano != self.loss:
            raise BadLedger("its loss is not that of its question")
        return AnswerLine(self.server, self.survey, entry)


def encode_line(line: Line) -> bytes:
    """The JSON of a line, with its newline."""
    values = asdict(_AnswerFields.of(line) if isinstance(line, AnswerLine) else line)
    return json.dumps({"kind": _NAMES[type(line)]} | values, allow_nan=False).encode() + b"\n"


def decode_line(text: bytes) -> Line:
    """Read the JSON of a line; refuse anything else."""
    try:
        values = upgrade(json.loads(text))
        kind = _KINDS[values.pop("kind")]
        if kind is AnswerLine:
            return _AnswerFields(**_check_types(_AnswerFields, values)).line()
        return kind(**_check_types(kind, values))
    except LowwaterError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadLedger(f"it is no line of a ledger ({type(error).__name__})") from error


def _check_types(kind: type[Any], values: dict[str, Any]) -> dict[str, Any]:
    """Check the type of every field; an unknown one raises KeyError, a missing one is left to the constructor."""
    types = {field.name: field.type for field in fields(kind)}
    return {name: _check_type(types[name], value) for name, value in values.items()}


def _check_type(wanted: Any, value: Any) -> Any:
    if wanted in (TermsMessage, QuestionMessage):
        return wanted.read(value)
    if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
        raise BadLedger(f"{value!r} is not of the right type")
    return value
