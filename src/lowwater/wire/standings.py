"""Standings on the wire: the progress, the estimate and the health of a survey."""

from dataclasses import dataclass
from typing import Any, Literal

from lowwater.wire.estimates import EstimateMessage
from lowwater.wire.message import VERSION, Message
from lowwater.wire.rules import Rules
from lowwater.wire.terms import Access, Recruiting, State, TermsMessage

Health = Literal["fresh", "waiting", "stalled", "too few", "paused", "over"]
"""The health of a survey.

fresh: answers come in
waiting: nobody has answered the open round yet, or people are still gathered
stalled: answers came in, and then none for long
too few: the open round was extended, or is about to end, with fewer answers than it needs
paused, over: as its state says
"""


@dataclass(frozen=True)
class AskedMessage(Message):
    """One question: its thresholds, its places and answers, and how many gave each answer once its round is over.

    `index` is that of the question in its round, as in QuestionMessage. The counts are `withheld` where fewer than
    `least` of the rules answered.
    """

    round: int
    index: int
    thresholds: tuple[float, ...]
    places: int
    answered: int
    counts: tuple[int, ...] | None
    withheld: bool


@dataclass(frozen=True)
class HealthMessage(Message):
    """The health of a survey, the same in words, and when the last answer came, as far as the server knows."""

    state: Health
    words: str
    last_answer: float | None


@dataclass(frozen=True)
class AnswersMessage(Message):
    """How many answers a survey got in all rounds, and how many its plan asks for."""

    got: int
    needed: int


@dataclass(frozen=True)
class ForecastMessage(Message):
    """The error that the plan expected before anybody answered, and what that assumes."""

    error: float
    assumes: str


@dataclass(frozen=True)
class StandingMessage(Message):
    """A survey as its analyst sees it: everything but the answers of single people.

    `statements` are those of the estimate in words, by name; `expected_end` is when the last answer comes if they come
    as they did so far; `link` is where people answer, or None if it needs an invitation or the server was not told.
    """

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
    health: HealthMessage
    answers: AnswersMessage
    expected_end: float | None
    statements: dict[str, str]
    forecast: ForecastMessage | None
    link: str | None
    version: str = VERSION
