"""Rehearsal: what a survey found beside the truth, in words that line up and as JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lowwater.cli.live_groups import Members
from lowwater.cli.text.words import Facts, estimate_facts
from lowwater.core.estimate_words import number, rough
from lowwater.search.plan import Plan
from lowwater.wire import StandingMessage

Standings = Sequence[StandingMessage]


def rehearsal_facts(standings: Standings, members: Members, truths: Sequence[float]) -> Facts:
    """The estimate of a survey beside the truth; of one with groups a line for each group."""
    if not members.groups:
        plan = members.plans[0]
        facts = estimate_facts(standings[0].estimate.estimate(), plan)
        return facts + _beside(standings[0], plan, truths[0])
    lines = map(_line, standings, members.plans, truths)
    return [(group.name, line) for group, line in zip(members.groups, lines, strict=True)]


def rehearsal_fields(survey: str, standings: Standings, truths: Sequence[float]) -> dict[str, Any]:
    """The standing of a survey, or of all members, each with the true value and the error, as JSON."""
    members = [
        asdict(each) | {"true_value": truth, "error": abs(each.estimate.value - truth)}
        for each, truth in zip(standings, truths, strict=True)
    ]
    return members[0] if survey == standings[0].survey else {"survey": survey, "members": members}


def _line(standing: StandingMessage, plan: Plan, truth: float) -> str:
    return "; ".join(f"{name} {words}" for name, words in _beside(standing, plan, truth))


def _beside(standing: StandingMessage, plan: Plan, truth: float) -> Facts:
    """The true value, the error and the forecast."""
    error, expected = number(abs(standing.estimate.value - truth)), plan.forecast
    facts = [("true value", f"{number(truth)}, so the error is {error}")]
    return facts + ([] if expected is None else [("forecast error", f"{rough(expected.error)}, if {expected.assumes}")])
