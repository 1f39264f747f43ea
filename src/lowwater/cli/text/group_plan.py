"""Group plan: the plans of all groups, in words that line up and as JSON."""

import json
from typing import Any

from lowwater.cli.live_groups import Members
from lowwater.cli.text.words import aligned, schedule
from lowwater.core.estimate_words import goal, loss_words, number, percent, rough
from lowwater.search.plan import Plan

_HEADS = ("group", "share", "asked", "forecast error", "search")

UNLIKE = (
    "these plans promise people different things (answers, loss or grant), so no live survey can have them; give the "
    "same --rounds and --choices to all groups"
)


def group_plan_words(members: Members, people: int, together: Plan) -> str:
    """The plan of every group, and what groups cost beside `together`, the plan of everybody without groups."""
    domain = members.plans[0].domain
    head = f"A plan for {people:,} people in {len(members.groups)} groups on [{number(domain.lo)}, {number(domain.hi)}]"
    return "\n".join([head, _table(members), aligned(_facts(members, people, together))])


def group_plan_fields(members: Members, people: int, together: Plan) -> dict[str, Any]:
    """The plan of every group as JSON."""
    plans = zip(members.groups, members.plans, strict=True)
    groups = [{"group": group.name, "share": group.share} | _summary(plan) for group, plan in plans]
    return {
        "people": people,
        "hidden": members.hidden,
        "groups": groups,
        "together": _summary(together),
        "costs": members.costs(),
        "caveats": [] if members.alike else [UNLIKE],
    }


def _summary(plan: Plan) -> dict[str, Any]:
    return {
        "asked": plan.people,
        "search": plan.search,
        "forecast_error": plan.forecast_error,
        "assumes": plan.forecast.assumes if plan.forecast else None,
        "loss": None if plan.loss is None else float(plan.loss),
        "caveats": list(plan.caveats),
        "plan": json.loads(plan.to_json()),
    }


def _table(members: Members) -> str:
    pairs = zip(members.groups, members.plans, strict=True)
    rows = [_HEADS, *((group.name, percent(group.share), *_row(plan)) for group, plan in pairs)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        f"  {name:<{widths[0]}}  {share:>{widths[1]}}  {asked:>{widths[2]}}  {error:<{widths[3]}}  {search}"
        for name, share, asked, error, search in rows
    )


def _row(plan: Plan) -> tuple[str, str, str]:
    doubt = "; cannot work" if plan.caveats else ""
    return f"{plan.people:,}", f"{rough(plan.forecast_error or 0.0)}{doubt}", f"{plan.search}: {schedule(plan)}"


def _facts(members: Members, people: int, together: Plan) -> list[tuple[str, str]]:
    plan, hidden = members.plans[0], members.hidden
    privacy = "hidden, within epsilon" if hidden else "told in clear, outside epsilon"
    everybody = f"{rough(together.forecast_error or 0.0)} with {together.search}, for all {people:,} people as one"
    facts = [("finds", f"{goal(plan.domain.direction, plan.quantile)} of each group"), ("groups", privacy)]
    if together.forecast is not None:
        facts.append(("forecast", f"if {together.forecast.assumes}, in every group"))
    facts.append(("without groups", f"forecast error {everybody}"))
    facts += [("one person", loss_words(plan.loss))] if plan.loss is not None else []
    facts += [("cost", words) for words in members.costs()]
    pairs = zip(members.groups, members.plans, strict=True)
    facts += [("but", f"{group.name}: {caveat}") for group, each in pairs for caveat in each.caveats]
    return facts if members.alike else [*facts, ("but", UNLIKE)]
