"""Messages between an analyst and the server; what devices see is in lowwater.wire."""

import json
from dataclasses import dataclass, field, fields
from typing import Any
from unicodedata import category

from lowwater import wire
from lowwater.errors import BadMessage
from lowwater.search.plan import Plan
from lowwater.server.rules import Rules
from lowwater.server.store.records import Event, QuestionRecord, SurveyRecord
from lowwater.server.survey import Survey
from lowwater.wire import VERSION, TermsMessage, hash_of

_NO_TEXT = ("Cc", "Cs")  # control characters and halves of characters, which no database takes


@dataclass(frozen=True)
class OpenMessage:
    """Open a survey: a title, a plan as `lowwater plan --json` and Plan.to_json write it, and the rules."""

    title: str
    plan: dict[str, Any]
    rules: Rules = field(default_factory=Rules)


@dataclass(frozen=True)
class EstimateMessage:
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
class ArrivalsMessage:
    """How many answers came in the minute that began then, by what became of them."""

    time: float
    outcome: str
    answers: int


@dataclass(frozen=True)
class QuestionStanding:
    """One question: where it stood, how many places and answers it had, and its tally once its round is over."""

    round: int
    number: int
    threshold: float
    places: int
    answered: int
    yes: int | None
    total: int | None


@dataclass(frozen=True)
class SurveyStanding:
    """A survey as its analyst sees it: all that there is to tell, and no person's answer."""

    survey: str
    title: str
    state: str
    statement: str
    recruiting: str
    access: str
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
    questions: list[QuestionStanding]


@dataclass(frozen=True)
class EventMessage:
    """What happened to a survey: the number to resume after, the kind, when, and what belongs to it."""

    survey: str
    number: int
    kind: str
    time: float
    fields: dict[str, Any]


def standing(survey: Survey, questions: list[QuestionRecord]) -> SurveyStanding:
    """The analyst's view."""
    found, plan = survey.estimate, survey.plan
    estimate = EstimateMessage(
        found.value, found.lower, found.upper, found.confidence, found.rests_on, found.level, str(found.loss),
        found.expected_error, found.assumes,
    )  # fmt: skip
    shown = [
        QuestionStanding(one.round, one.number, one.threshold, one.places, one.answered, one.yes, one.total)
        for one in questions
    ]
    return SurveyStanding(
        survey.id, survey.title, survey.state, survey.statement, survey.rules.recruiting, survey.rules.access,
        plan.search, plan.people, plan.rounds, survey.round, survey.deadline, survey.opened, survey.ended,
        plan.reveals, survey.terms, hash_of(survey.terms), survey.rules, json.loads(plan.to_json()), estimate, shown,
    )  # fmt: skip


def read_open(body: bytes) -> tuple[str, Plan, Rules]:
    """A request to open a survey."""
    found = wire.parse(body)
    if not isinstance(found, dict) or not {"title", "plan"} <= set(found) <= {"title", "plan", "rules"}:
        raise BadMessage("give title, plan and perhaps rules, and nothing else")
    title, rules = found["title"], found.get("rules", {})
    if not isinstance(title, str) or not 0 < len(title) <= 200 or any(category(letter) in _NO_TEXT for letter in title):
        raise BadMessage("a title is text of 1 to 200 characters, on one line")
    known = {one.name: type(one.default) for one in fields(Rules)}
    if not isinstance(rules, dict) or not set(rules) <= set(known):
        raise BadMessage(f"rules are some of {', '.join(known)}")
    for name, value in rules.items():
        if not isinstance(value, (int, float) if known[name] is float else known[name]) or isinstance(value, bool):
            raise BadMessage(f"rules: {name}={value!r} is not of the right type")
    try:
        plan = json.dumps(found["plan"], allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is no plan: {error}") from None
    return title, Plan.from_json(plan), Rules(**rules)


def public_fields(record: SurveyRecord) -> dict[str, Any]:
    """What anyone may read of a survey, as the database has it; terms that cannot be read are left out."""
    try:
        terms = json.loads(record.terms)
    except (ValueError, RecursionError):
        terms = None
    known = {"survey": record.id, "title": record.title, "terms": terms, "hash": record.hash}
    return known | {
        "recruiting": record.recruiting, "access": record.access, "state": record.state, "version": VERSION,
    }  # fmt: skip


def event_of(event: Event) -> EventMessage:
    """What happened, as an analyst reads it."""
    return EventMessage(event.survey, event.number, event.kind, event.time, json.loads(event.fields))
