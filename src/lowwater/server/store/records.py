"""Records: the rows of the database by field name. The order of a record's fields is that of its columns."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from typing import TypeVar

from lowwater.server.store.connection import Given, Row
from lowwater.wire import Access, EventKind, Recruiting, State

Record = TypeVar("Record")


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


@dataclass(frozen=True, slots=True)
class Position:
    """The state and round of a survey: columns that need no parsing."""

    id: str
    state: State
    round: int
    ended: float | None


@dataclass(frozen=True, slots=True)
class QuestionRecord:
    """A question: its places, how many were given and answered, and its tally once its round is over."""

    survey: str
    round: int
    number: int
    threshold: float
    if_yes: int
    if_no: int
    places: int
    given: int
    answered: int
    yes: int | None
    total: int | None


@dataclass(frozen=True, slots=True)
class Place:
    """A person's place in a round: the question, the end of the lease (below 0 once it lapsed), the answer's digest."""

    survey: str
    person: bytes
    round: int
    number: int
    lease: float
    digest: bytes | None


@dataclass(frozen=True, slots=True)
class Member:
    """A person who joined an enrolled survey, and the question drawn for them, until its round is over."""

    person: bytes
    round: int | None
    number: int | None


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An analyst's key by its name; the key itself is not kept."""

    name: str
    made: float
    revoked: float | None


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a survey: its number among them, its kind, its fields as JSON, and when it happened."""

    survey: str
    number: int
    kind: EventKind
    fields: str
    time: float


def columns(record: type) -> str:
    """The columns of a record, as an SQL list."""
    return ", ".join(field.name for field in fields(record))


def parameters(record: type) -> str:
    """The named SQL parameters of a record's columns, as a list."""
    return ", ".join(f":{field.name}" for field in fields(record))


def given(record: SurveyRecord | Event) -> Given:
    """A record as the parameters of a query."""
    return asdict(record)


def read(kind: Callable[..., Record], rows: Iterable[Row]) -> list[Record]:
    """Rows as records."""
    return [kind(*row) for row in rows]
