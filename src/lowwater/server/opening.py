"""Opening: what a survey is opened with, and the surveys that come of it: one, or a member for each group."""

from collections.abc import Sequence
from dataclasses import dataclass

from lowwater.core.groups import Groups
from lowwater.errors import BadPlan
from lowwater.search.plan import Plan
from lowwater.server import survey_terms
from lowwater.server.survey import Survey
from lowwater.wire import SurveyMessage, TextsMessage
from lowwater.wire.rules import Rules
from lowwater.wire.terms import State

_RANK: tuple[State, ...] = ("open", "gathering", "paused", "finished", "closed")
"""The state of a whole survey is the first of these that a member has."""


@dataclass(frozen=True)
class Opening:
    """The texts, the plan, or one for each group, the rules, when it closes at the latest, and the groups, if any."""

    texts: Sequence[TextsMessage]
    plans: tuple[Plan, ...]
    rules: Rules
    closes: int | None = None
    groups: Groups | None = None


def surveys_of(name: str, opening: Opening, now: float) -> tuple[Survey, ...]:
    """The survey `name`, or the members of it; all of them have the same terms, so people pin one hash."""
    plans, rules, groups = opening.plans, opening.rules, opening.groups
    names = (name,) if groups is None else groups.members(name)
    closes = opening.closes
    if closes is None:
        closes = max(survey_terms.latest_end(plan, rules, now) for plan in plans)
    surveys = tuple(
        Survey.new(each, opening.texts, plan, rules, now, closes, groups)
        for each, plan in zip(names, plans, strict=True)
    )
    if len({survey.hash for survey in surveys}) > 1:
        raise BadPlan(
            "the plans of the groups promise people different things (answers, loss or grant); give the same --rounds "
            "and --choices to all groups"
        )
    return surveys


def whole_of(name: str, member: Survey, states: Sequence[State]) -> SurveyMessage:
    """The record of a whole survey with groups, from any `member` and the states of all."""
    state = min(states, key=_RANK.index)
    return SurveyMessage(name, member.terms, member.hash, member.rules.recruiting, member.rules.access, state)
