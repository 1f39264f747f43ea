"""Messages to analysts, made of what the database holds."""

import json
from typing import Any

from lowwater import wire
from lowwater.errors import BadMessage
from lowwater.search.plan import Plan
from lowwater.server.store.records import Event, QuestionRecord, SurveyRecord
from lowwater.server.survey import Survey
from lowwater.wire import AskedMessage, EstimateMessage, EventMessage, LifecycleMessage, OpenMessage, StandingMessage


def standing(survey: Survey, questions: list[QuestionRecord]) -> StandingMessage:
    """The analyst's view."""
    found, plan = survey.estimate, survey.plan
    estimate = EstimateMessage(
        found.value, found.lower, found.upper, found.confidence, found.rests_on, found.level, str(found.loss),
        found.expected_error, found.assumes,
    )  # fmt: skip
    asked = tuple(
        AskedMessage(one.round, one.number, one.threshold, one.places, one.answered, one.yes, one.total)
        for one in questions
    )
    return StandingMessage(
        survey.id, survey.title, survey.state, survey.statement, survey.rules.recruiting, survey.rules.access,
        plan.search, plan.people, plan.rounds, survey.round, survey.deadline, survey.opened, survey.ended,
        plan.reveals, survey.terms, survey.hash, survey.rules, json.loads(plan.to_json()), estimate, asked,
    )  # fmt: skip


def read_open(body: bytes) -> tuple[OpenMessage, Plan]:
    """A request to open a survey, and its plan."""
    found = wire.decode(OpenMessage, body)
    try:
        plan = json.dumps(found.plan, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is no plan: {error}") from None
    return found, Plan.from_json(plan)


def lifecycle_of(record: SurveyRecord) -> LifecycleMessage:
    """Where a survey stands, whether its plan can be read or not."""
    return LifecycleMessage(record.id, record.title, record.state, record.statement)


def event_of(event: Event) -> EventMessage:
    """What happened, as an analyst reads it."""
    fields: dict[str, Any] = json.loads(event.fields)
    return EventMessage(event.survey, event.number, event.kind, event.time, **fields)
