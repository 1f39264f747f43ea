"""Messages to analysts, made from records of the database."""

import json
from dataclasses import replace
from typing import Any

from lowwater import wire
from lowwater.core.estimate import Estimate
from lowwater.errors import BadMessage
from lowwater.search.plan import Plan
from lowwater.server import health
from lowwater.server.store.records import Event, QuestionRecord, SurveyRecord
from lowwater.server.survey import Survey
from lowwater.wire import (
    AskedMessage,
    EstimateMessage,
    EventMessage,
    ForecastMessage,
    HealthMessage,
    LifecycleMessage,
    OpenMessage,
    StandingMessage,
    TallyMessage,
)


def standing_of(
    survey: Survey, questions: list[QuestionRecord], fares: HealthMessage, now: float, link: str | None
) -> StandingMessage:
    """A survey with its estimate and its questions, as an analyst reads it at `now`."""
    plan, least, answers = survey.plan, survey.rules.least, health.answers_of(survey, questions)
    estimate = without_few(survey.estimate, least)
    return StandingMessage(
        survey.id, survey.title, survey.state, survey.statement, survey.rules.recruiting, survey.rules.access,
        plan.search, plan.people, plan.rounds, survey.round, survey.deadline, survey.opened, survey.ended,
        plan.reveals, survey.terms, survey.hash, survey.rules, json.loads(plan.to_json()),
        EstimateMessage.of(estimate), tuple(_asked(row, least) for row in questions), fares, answers,
        health.expected_end(survey, answers, now), estimate.facts(), _forecast(plan), link,
    )  # fmt: skip


def without_few(estimate: Estimate, least: int) -> Estimate:
    """The estimate without the points of the band of fewer than `least` answers, which would give their tally away."""
    band = tuple(point for point in estimate.certain.band if point.people >= least)
    return replace(estimate, certain=replace(estimate.certain, band=band))


def _asked(row: QuestionRecord, least: int) -> AskedMessage:
    counts = None if row.tally is None else row.tally.counts
    few = counts is not None and withheld(counts, least)
    return AskedMessage(row.round, row.question, row.cuts, row.places, row.answered, None if few else counts, few)


def withheld(counts: tuple[int, ...], least: int) -> bool:
    """Whether a tally is not shown: somebody answered, and fewer than `least`."""
    return 0 < sum(counts) < least


def _forecast(plan: Plan) -> ForecastMessage | None:
    return None if plan.forecast is None else ForecastMessage(plan.forecast.error, plan.forecast.assumes)


def read_open(body: bytes) -> tuple[OpenMessage, tuple[Plan, ...]]:
    """A request to open a survey, and its plan, or one for each of its groups."""
    message = wire.decode(OpenMessage, body)
    return message, tuple(map(_plan, message.each_plan))


def _plan(fields: dict[str, Any]) -> Plan:
    try:
        plan = json.dumps(fields, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is no plan: {error}") from None
    return Plan.from_json(plan)


def lifecycle_of(record: SurveyRecord) -> LifecycleMessage:
    """The state of a survey, even of one whose plan cannot be parsed."""
    return LifecycleMessage(record.id, record.title, record.state, record.statement)


def event_of(event: Event) -> EventMessage:
    """An event, as an analyst reads it."""
    fields: dict[str, Any] = json.loads(event.fields)
    if fields.get("tallies") is not None:
        fields["tallies"] = tuple(_tally(tally, event.least) for tally in fields["tallies"])
    return EventMessage(event.survey, event.number, event.position, event.kind, event.time, **fields)


def _tally(fields: dict[str, Any], least: int) -> TallyMessage:
    """The tally of an event.

    Older ones have `number` instead of `index`, still older ones no thresholds, and the oldest `yes` and `total`
    instead of `counts`.
    """
    index = fields["index"] if "index" in fields else fields["number"]
    counts = tuple(fields["counts"] if "counts" in fields else (fields["total"] - fields["yes"], fields["yes"]))
    few, thresholds = withheld(counts, least), tuple(fields.get("thresholds", ()))
    return TallyMessage(index, thresholds, sum(counts), None if few else counts, few)
