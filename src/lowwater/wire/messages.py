"""Messages: JSON to and from the core types, and all that a device ever sees.

They are plain dataclasses of strings, numbers and booleans, with a version tag. Reading is strict: unknown or missing
fields, wrong types, NaN, and honest randomizers are refused before anything else looks at them.
"""

import hashlib
import json
import re
import reprlib
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, TypeVar, get_args, get_origin

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import SCALE, Randomizer
from lowwater.core.terms import Terms
from lowwater.errors import BadMessage, NotPrivate, YourFault
from lowwater.wire.canonical import canonical
from lowwater.wire.reading import parse

VERSION = "lowwater/2"

Recruiting = Literal["rolling", "enrolled"]
Access = Literal["open", "invitation"]
State = Literal["gathering", "open", "paused", "finished", "closed"]

LARGEST = 2**53 - 1
"""The largest whole number, which every language reads alike."""

LONGEST = 10**9
"""Seconds that anyone may be told to wait: some thirty years."""

NAME = re.compile(r"[A-Za-z0-9_-]{32,128}")
"""A name or receipt: long enough that nobody guesses another's."""


@dataclass(frozen=True, slots=True)
class TermsMessage:
    """Terms, as a server publishes them; losses in nano-nats."""

    lo: float
    hi: float
    direction: str
    step: float | None
    outside: str
    answers: int
    loss: int
    grant: int
    version: str = VERSION

    @classmethod
    def of(cls, terms: Terms) -> "TermsMessage":
        """The message that publishes these terms."""
        where = terms.domain
        ends = (where.lo, where.hi, where.direction, where.step)
        return cls(*ends, terms.outside, terms.answers, terms.loss.nano, terms.grant.nano)

    def terms(self) -> Terms:
        """The terms it publishes."""
        domain = Domain(self.lo, self.hi, self.direction, self.step)  # type: ignore[arg-type]
        return Terms(domain, self.outside, self.answers, Epsilon(self.loss), Epsilon(self.grant))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class QuestionMessage:
    """A question, as a device receives it; the randomizer in parts of 2**53."""

    round: int
    index: int
    threshold: float
    if_yes: int
    if_no: int
    version: str = VERSION

    @classmethod
    def of(cls, question: Question) -> "QuestionMessage":
        """The message that asks this question; whom else it is put to is none of a device's business."""
        coin = question.randomizer
        if coin.honest:
            raise NotPrivate
        return cls(question.round, question.index, question.threshold, coin.if_yes, coin.if_no)

    def question(self) -> Question:
        """The question it asks."""
        coin = Randomizer(self.if_yes, self.if_no)
        if coin.honest:
            raise NotPrivate
        return Question(self.round, self.index, float(self.threshold), coin, None)


@dataclass(frozen=True, slots=True)
class AnswerMessage:
    """An answer, as a device sends it."""

    round: int
    index: int
    yes: bool
    version: str = VERSION


@dataclass(frozen=True, slots=True)
class SurveyMessage:
    """A survey, as anyone may read it before taking part."""

    survey: str
    title: str
    terms: TermsMessage
    hash: str
    recruiting: Recruiting
    access: Access
    state: State
    version: str = VERSION


@dataclass(frozen=True, slots=True)
class CheckInMessage:
    """A device asks for its place: under a name it made up for this survey alone, or with its invitation."""

    name: str
    invitation: str | None
    version: str = VERSION


@dataclass(frozen=True, slots=True)
class PlaceMessage:
    """What a device gets: a question and the seconds left to answer it, or the seconds to wait; or it is done."""

    status: Literal["question", "wait", "done"]
    question: QuestionMessage | None
    seconds: float
    version: str = VERSION


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """An answer on its way: whose it is, and a receipt, the random text by which a repeat is known from a change."""

    name: str
    receipt: str
    answer: AnswerMessage
    version: str = VERSION


@dataclass(frozen=True, slots=True)
class CountedMessage:
    """What became of an answer: counted now, or again because it was counted before."""

    status: Literal["counted", "again"]
    version: str = VERSION


AnyMessage = (
    TermsMessage
    | QuestionMessage
    | AnswerMessage
    | SurveyMessage
    | CheckInMessage
    | PlaceMessage
    | PostedMessage
    | CountedMessage
)
Message = TypeVar("Message", bound=AnyMessage)

_TYPES: dict[object, tuple[type, ...]] = {
    int: (int,),
    float: (int, float),
    bool: (bool,),
    str: (str,),
    float | None: (int, float, type(None)),
    str | None: (str, type(None)),
}
_INNER: dict[object, type] = {
    TermsMessage: TermsMessage,
    AnswerMessage: AnswerMessage,
    QuestionMessage | None: QuestionMessage,
}


_PLAIN = (AnswerMessage, PostedMessage, CheckInMessage, CountedMessage)
"""Messages of text and whole numbers alone, which Python writes canonically by itself, and faster."""


def encode(message: AnyMessage) -> str:
    """A message as one line of canonical JSON."""
    if isinstance(message, _PLAIN):
        return json.dumps(asdict(message), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return canonical(asdict(message))


def hash_of(terms: TermsMessage) -> str:
    """The hash by which a device pins terms: SHA-256 of their canonical JSON."""
    return hashlib.sha256(canonical(asdict(terms)).encode()).hexdigest()


def name_of(invitation: str) -> str:
    """The name that an invitation gives: one invitation, one person."""
    return hashlib.sha256(invitation.encode()).hexdigest()


def decode(kind: type[Message], text: str | bytes) -> Message:
    """Read a message of this kind, or say what is wrong with it."""
    return message_of(kind, parse(text))


def message_of(kind: type[Message], found: object) -> Message:
    """A message of this kind from what JSON says, and the messages inside it."""
    checked = _check(kind, found)
    message: Message = kind(**checked)
    _valid(message)
    return message


def _check(kind: type[Any], found: object) -> dict[str, Any]:
    """Every field there, of its type, and no other."""
    wanted = {field.name: field.type for field in fields(kind)}
    if not isinstance(found, dict) or set(found) != set(wanted):
        raise BadMessage(f"a {kind.__name__} has the fields {', '.join(wanted)}, no more and no less")
    if found["version"] != VERSION:
        raise BadMessage(f"version {reprlib.repr(found['version'])}; this device speaks {VERSION}")
    if kind is QuestionMessage and (found["if_yes"], found["if_no"]) == (SCALE, 0):
        raise NotPrivate
    return {name: _field(name, wanted[name], value) for name, value in found.items()}


def _field(name: str, wanted: object, value: object) -> object:
    """One field of its type; a message inside a message is read like any other."""
    if wanted in _INNER:
        absent = value is None and wanted is not _INNER[wanted]
        return None if absent else message_of(_INNER[wanted], value)
    if get_origin(wanted) is Literal:
        return _one_of(name, get_args(wanted), value)
    types = _TYPES[wanted]
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        raise BadMessage(f"{name}={reprlib.repr(value)} is not of the right type")
    if type(value) is int:
        return _whole(name, value) if wanted is int else _double(name, value)
    return value


def _whole(name: str, value: int) -> int:
    if abs(value) > LARGEST:
        raise BadMessage(f"{name}={reprlib.repr(value)}; whole numbers are below 2**53")
    return value


def _double(name: str, value: int) -> float:
    """A number without a point is the double next to it, as in every language."""
    try:
        return float(value)
    except OverflowError:
        raise BadMessage(f"{name}={reprlib.repr(value)} is past all doubles") from None


def _one_of(name: str, words: tuple[str, ...], value: object) -> object:
    """One of the few words that this version knows for a field."""
    if not isinstance(value, str) or value not in words:
        raise BadMessage(f"{name}={reprlib.repr(value)}; {VERSION} knows {', '.join(words)}")
    return value


def _valid(message: AnyMessage) -> None:
    """A message is valid where the core accepts what it says."""
    try:
        match message:
            case TermsMessage():
                message.terms()
            case QuestionMessage():
                message.question()
            case AnswerMessage(round=round, index=index):
                if round < 0 or index < 0:
                    raise BadMessage(f"an answer to question {index} of round {round}; both count from 0")
            case SurveyMessage(terms=terms, hash=hash):
                if hash != hash_of(terms):
                    raise BadMessage("the hash is not that of the terms")
            case PlaceMessage(status=status, question=question, seconds=seconds):
                if (question is None) != (status != "question"):
                    raise BadMessage(f"a place with status {status!r}; a question comes with 'question' alone")
                if not 0 <= seconds <= LONGEST:
                    raise BadMessage(f"seconds are from 0 to {LONGEST:,}")
            case CheckInMessage(name=name):
                _named(name)
            case PostedMessage(name=name, receipt=receipt):
                _named(name)
                _named(receipt)
    except YourFault as error:
        raise BadMessage(str(error)) from error


def _named(text: str) -> None:
    """A name or a receipt is text that nobody can guess."""
    if not NAME.fullmatch(text):
        raise BadMessage("a name or receipt is 32 to 128 letters, digits, - or _, made up at random")
