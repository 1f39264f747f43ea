"""Messages to analysts, made from records of the database."""

import json
from typing import Any

from lowwater import wire
from lowwater.errors import BadMessage
from lowwater.search.plan import Plan
from lowwater.server.store.records import Event, QuestionRecord, SurveyRecord
from lowwater.server.survey import Survey
from lowwater.wire import (
    AskedMessage,
    EstimateMessage,
    EventMessage,
    LifecycleMessage,
    OpenMessage,
    StandingMessage,
    TallyMessage,
)


def standing_of(survey: Survey, questions: list[QuestionRecord]) -> StandingMessage:
    """A survey with its estimate and its questions, as an analyst reads it."""
    plan = survey.plan
    asked = tuple(
        AskedMessage(
            row.round, row.number, row.cuts, row.places, row.answered, None if row.tally is None else row.tally.counts
        )
        for row in questions
    )
    return StandingMessage(
        survey.id, survey.title, survey.state, survey.statement, survey.rules.recruiting, survey.rules.access,
        plan.search, plan.people, plan.rounds, survey.round, survey.deadline, survey.opened, survey.ended,
        plan.reveals, survey.terms, survey.hash, survey.rules, json.loads(plan.to_json()),
        EstimateMessage.of(survey.estimate), asked,
    )  # fmt: skip


def read_open(body: bytes) -> tuple[OpenMessage, Plan]:
    """A request to open a survey, and its plan."""
    message = wire.decode(OpenMessage, body)
    try:
        plan = json.dumps(message.plan, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is no plan: {error}") from None
    return message, Plan.from_json(plan)


def lifecycle_of(record: SurveyRecord) -> LifecycleMessage:
    """The state of a survey, even of one whose plan cannot be parsed."""
    return LifecycleMessage(record.id, record.title, record.state, record.statement)


def event_of(event: Event) -> EventMessage:
    """An event, as an analyst reads it."""
    fields: dict[str, Any] = json.loads(event.fields)
    if fields.get("tallies") is not None:
        fields["tallies"] = tuple(_tally(tally) for tally in fields["tallies"])
    return EventMessage(event.survey, event.number, event.kind, event.time, **fields)


def _tally(fields: dict[str, Any]) -> TallyMessage:
    """The tally of an event; older ones have `yes` and `total` instead of `counts`."""
    counts = fields["counts"] if "counts" in fields else (fields["total"] - fields["yes"], fields["yes"])
    return TallyMessage(fields["number"], tuple(counts))
