"""The wire format: JSON to and from the core types, and all that a device ever sees.

Messages are plain dataclasses of strings, numbers and booleans, with a version tag. Reading is strict: unknown or
missing fields, wrong types, NaN, and honest randomizers are refused before anything else looks at them.
"""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any, NoReturn, TypeVar

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.terms import Terms
from lowwater.errors import BadMessage, NotPrivate, YourFault

VERSION = "lowwater/1"


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


Message = TypeVar("Message", TermsMessage, QuestionMessage, AnswerMessage)

_TYPES: dict[object, tuple[type, ...]] = {
    int: (int,),
    float: (int, float),
    bool: (bool,),
    str: (str,),
    float | None: (int, float, type(None)),
}


def encode(message: TermsMessage | QuestionMessage | AnswerMessage) -> str:
    """A message as one line of JSON."""
    return json.dumps(asdict(message), allow_nan=False, separators=(",", ":"))


def decode(kind: type[Message], text: str | bytes) -> Message:
    """Read a message of this kind, or say what is wrong with it."""
    try:
        found = json.loads(text, parse_constant=_no_constants, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is not a message: {error}") from None
    _check(kind, found)
    message = kind(**found)
    _valid(message)
    return message


def _no_constants(name: str) -> NoReturn:
    raise BadMessage(f"{name} is not a number that can be sent")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A field that comes twice could be read in two ways."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadMessage(f"a field comes twice among {', '.join(name for name, _ in pairs)}")
    return found


def _check(kind: type[Any], found: object) -> None:
    """Every field there, of its type, and no other."""
    wanted = {field.name: field.type for field in fields(kind)}
    if not isinstance(found, dict) or set(found) != set(wanted):
        raise BadMessage(f"a {kind.__name__} has the fields {', '.join(wanted)}, no more and no less")
    if found["version"] != VERSION:
        raise BadMessage(f"version {found['version']!r}; this device speaks {VERSION}")
    for name, value in found.items():
        types = _TYPES[wanted[name]]
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise BadMessage(f"{name}={value!r} is not of the right type")


def _valid(message: TermsMessage | QuestionMessage | AnswerMessage) -> None:
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
    except OverflowError:
        raise BadMessage("a threshold past all floats; it must be a finite number") from None
    except YourFault as error:
        raise BadMessage(str(error)) from error
