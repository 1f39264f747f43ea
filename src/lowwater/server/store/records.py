"""Records: the rows of the database by field name. The order of a record's fields is that of its columns."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import TypeVar

from lowwater.core.tally import Tally
from lowwater.server.store.connection import Given, Row
from lowwater.wire import Access, EventKind, Recruiting, State

Record = TypeVar("Record")

_DIGITS = 16  # of a count in a text


@dataclass(frozen=True, slots=True)
class SurveyRecord:
    """A survey; its texts (plan, terms, search, estimate) are not parsed, so one that cannot be parsed still loads."""

    id: str
    title: str
    plan: str
    terms: str
    hash: str
    recruiting: Recruiting
    access: Access
    issuer: str
    lease: float
    span: float
    least: int
    extensions: int
    keep_names: float
    keep_tallies: float
    state: State
    search: str
    estimate: str
    round: int
    extended: int
    deadline: float
    due: float | None
    opened: float
    ended: float | None
    statement: str
    choices: int = 2


@dataclass(frozen=True, slots=True)
class Position:
    """The state and round of a survey: columns that need no parsing."""

    id: str
    state: State
    round: int
    ended: float | None
    choices: int = 2


@dataclass(frozen=True, slots=True)
class QuestionRecord:
    """A question: its places, how many were given and answered, and its tally once its round is over.

    `question` is its index in the round. `yes` counts answer 1. Where there are several thresholds, `thresholds` lists
    them as JSON, `threshold` is the first, and `more` has the counts of the answers after 1, as `more_counts` writes
    them.
    """

    survey: str
    round: int
    question: int
    threshold: float
    if_yes: int
    if_no: int
    places: int
    given: int
    answered: int
    yes: int | None
    total: int | None
    thresholds: str = ""
    more: str | None = None

    @property
    def cuts(self) -> tuple[float, ...]:
        """All thresholds."""
        return tuple(float(cut) for cut in json.loads(self.thresholds)) if self.thresholds else (self.threshold,)

    @property
    def tally(self) -> Tally | None:
        """The tally, once the round is over."""
        return None if self.yes is None or self.total is None else tally_of(self.yes, self.total, self.more or "")


def more_counts(counts: Sequence[int]) -> str:
    """Counts as text of a fixed width, so that no row grows."""
    return "".join(f"{count:0{_DIGITS}d}" for count in counts)


def counts_of(more: str) -> tuple[int, ...]:
    """The counts that `more_counts` wrote."""
    return tuple(int(more[start : start + _DIGITS]) for start in range(0, len(more), _DIGITS))


def tally_of(yes: int, total: int, more: str) -> Tally:
    """The tally of `total` answers, of which `yes` were 1, and `more` the answers after it."""
    others = counts_of(more)
    return Tally((total - yes - sum(others), yes, *others))


@dataclass(frozen=True, slots=True)
class Place:
    """A person's place in a round: the index of its question, and the digest of the answer.

    `lease` is when it ends, below 0 once it lapsed.
    """

    survey: str
    person: bytes
    round: int
    question: int
    lease: float
    digest: bytes | None


@dataclass(frozen=True, slots=True)
class Member:
    """A person who joined an enrolled survey, and the question drawn for them, until its round is over."""

    person: bytes
    round: int | None
    question: int | None


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An analyst's key by its name; the key itself is not kept.

    `survey` is the only survey that it opens; None: all. With `reading` it changes nothing.
    """

    name: str
    made: float
    revoked: float | None
    survey: str | None = None
    reading: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """A survey that has not ended: its open round, and the places and answers of that round."""

    survey: str
    state: State
    round: int
    deadline: float
    span: float
    least: int
    extended: int
    places: int
    answered: int


@dataclass(frozen=True, slots=True)
class SurveyTexts:
    """The id of a survey, when it opened, and its texts, which are not parsed."""

    id: str
    opened: float
    title: str
    terms: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a survey: its number among them, its kind, its fields as JSON, and when it happened.

    `position` numbers the events of all surveys, in the order of their commits; `least` is the rule of its survey.
    """

    survey: str
    number: int
    kind: EventKind
    fields: str
    time: float
    position: int
    least: int


def columns(record: type) -> str:
    """The columns of a record, as an SQL list."""
    return ", ".join(field.name for field in fields(record))


def parameters(record: type) -> str:
    """The named SQL parameters of a record's columns, as a list."""
    return ", ".join(f":{field.name}" for field in fields(record))


def given(record: SurveyRecord) -> Given:
    """A record as the parameters of a query."""
    return asdict(record)


def read(kind: Callable[..., Record], rows: Iterable[Row]) -> list[Record]:
    """Rows as records."""
    return [kind(*row) for row in rows]
