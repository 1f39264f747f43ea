"""Analysts on the wire: what opens a survey, and what is told about one to whoever holds a key."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from lowwater.wire.message import VERSION, Message
from lowwater.wire.rules import Rules
from lowwater.wire.terms import Access, Recruiting, State, SurveyMessage, TermsMessage
from lowwater.wire.texts import QUESTION, TextsMessage

EventKind = Literal[
    "opened", "begun", "deserted", "extended", "tallied", "starved", "finished", "paused", "resumed", "closed",
    "forgotten",
]  # fmt: skip
"""What can happen to a survey."""

_RULES = Rules()


@dataclass(frozen=True)
class OpenMessage(Message):
    """Open a survey: what it says to people, a plan as Plan.to_json writes it, the rules, and when it closes."""

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
        """The texts can be shown."""
        for texts in self.texts:
            texts.check()


@dataclass(frozen=True)
class SurveysMessage(Message):
    """A page of surveys, and after which one the next page begins; None where there is none."""

    surveys: tuple[SurveyMessage, ...]
    next: str | None
    version: str = VERSION


@dataclass(frozen=True)
class LifecycleMessage(Message):
    """Where a survey stands after it was paused, resumed, closed or deleted, by what needs no reading of its plan."""

    survey: str
    title: str
    state: State
    statement: str
    version: str = VERSION


@dataclass(frozen=True)
class EstimateMessage(Message):
    """What the search says by now."""

    value: float
    lower: float | None
    upper: float | None
    confidence: float | None
    rests_on: str
    level: float
    loss: str
    expected_error: float | None
    assumes: str


@dataclass(frozen=True)
class AskedMessage(Message):
    """One question: where it stood, how many places and answers it had, and its tally once its round is over."""

    round: int
    number: int
    threshold: float
    places: int
    answered: int
    yes: int | None
    total: int | None


@dataclass(frozen=True)
class StandingMessage(Message):
    """A survey as its analyst sees it: all that there is to tell, and no person's answer."""

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
    """How many said yes to a question, out of how many."""

    number: int
    yes: int
    total: int


@dataclass(frozen=True)
class EventMessage(Message):
    """What happened to a survey: the number to resume after, the kind, when, and what belongs to it.

    `begun` tells how many people there are; `tallied` its round, its tallies and the estimate; `extended` its round;
    `deserted`, `starved`, `finished` and `closed` a statement.
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
    """How many answers came in the minute that began then, by what became of them."""

    time: float
    outcome: str
    answers: int
