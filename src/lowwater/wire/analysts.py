"""Analysts on the wire: the message that opens a survey, and those about a survey that need an API key."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from lowwater.wire.estimates import EstimateMessage
from lowwater.wire.message import VERSION, Message
from lowwater.wire.rules import Rules
from lowwater.wire.terms import Access, Recruiting, State, SurveyMessage, TermsMessage
from lowwater.wire.texts import QUESTION, TextsMessage

EventKind = Literal[
    "opened", "begun", "deserted", "extended", "tallied", "starved", "finished", "paused", "resumed", "closed",
    "forgotten",
]  # fmt: skip
"""The kinds of events of a survey."""

_RULES = Rules()


@dataclass(frozen=True)
class OpenMessage(Message):
    """Open a survey: its texts, a plan as Plan.to_json writes it, the rules, and when it closes (Unix time)."""

    lenient: ClassVar[bool] = True

    title: str
    plan: dict[str, Any]
    rules: Rules = _RULES
    question: str = QUESTION
    unit: str = ""
    asker: str = ""
    contact: str = ""
    purpose: str = ""
    language: str = "en"
    translations: tuple[TextsMessage, ...] = ()
    closes: int | None = None

    @property
    def texts(self) -> tuple[TextsMessage, ...]:
        """The texts in all languages, the original first."""
        original = TextsMessage(
            self.title, self.question, self.unit, self.asker, self.contact, self.purpose, self.language
        )
        return (original, *self.translations)

    def check(self) -> None:
        """Refuse texts that cannot be shown."""
        for texts in self.texts:
            texts.check()


@dataclass(frozen=True)
class SurveysMessage(Message):
    """A page of surveys, and the id after which the next page begins; None if this is the last."""

    surveys: tuple[SurveyMessage, ...]
    next: str | None
    version: str = VERSION


@dataclass(frozen=True)
class LifecycleMessage(Message):
    """The state of a survey after it was paused, resumed, closed or deleted; none of it is read from the plan."""

    survey: str
    title: str
    state: State
    statement: str
    version: str = VERSION


@dataclass(frozen=True)
class AskedMessage(Message):
    """One question: its thresholds, its places and answers, and how many gave each answer once its round is over."""

    round: int
    number: int
    thresholds: tuple[float, ...]
    places: int
    answered: int
    counts: tuple[int, ...] | None


@dataclass(frozen=True)
class StandingMessage(Message):
    """A survey as its analyst sees it: everything but the answers of single people."""

    survey: str
    title: str
    state: State
    statement: str
    recruiting: Recruiting
    access: Access
    search: str
    people: int
    rounds: int
    round: int
    deadline: float
    opened: float
    ended: float | None
    reveals: str
    terms: TermsMessage
    hash: str
    rules: Rules
    plan: dict[str, Any]
    estimate: EstimateMessage
    questions: tuple[AskedMessage, ...]
    version: str = VERSION


@dataclass(frozen=True)
class TallyMessage(Message):
    """The tally of a question: how many gave each answer; of one threshold, 0 for no and 1 for yes."""

    number: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class EventMessage(Message):
    """An event of a survey: the number to resume after, its kind and time, and the fields of its kind.

    `begun` has `people`; `tallied` has `round`, `tallies` and `estimate`; `extended` has `round`;
    `deserted`, `starved`, `finished` and `closed` have a `statement`.
    """

    survey: str
    number: int
    kind: EventKind
    time: float
    people: int | None = None
    round: int | None = None
    tallies: tuple[TallyMessage, ...] | None = None
    estimate: float | None = None
    statement: str | None = None


@dataclass(frozen=True)
class ArrivalsMessage(Message):
    """How many answers of one outcome came in the minute that began at `time`."""

    time: float
    outcome: str
    answers: int
