"""Live groups: the options of a survey with groups, and the plans of its members."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from lowwater.cli.options import stacked
from lowwater.core.domain import Domain
from lowwater.core.groups import Groups
from lowwater.errors import YourFault
from lowwater.planning import live_groups, planner
from lowwater.planning.live_groups import LiveGroup
from lowwater.planning.options import PlanOptions
from lowwater.search.plan import Plan

_ROUNDING = 1e-9

groups = stacked(
    click.option("--group", "group", multiple=True, metavar="NAME[=SHARE]",
                 help="A group with a search of its own, told in clear; give it for each group. SHARE of the people "
                      "are expected in it, such as 0.3 [default: even shares]."),
    click.option("--hidden", is_flag=True,
                 help="Hide who is in which --group, within epsilon too; this takes many times as many people."),
)  # fmt: skip


@dataclass(frozen=True)
class Members:
    """The plan of a survey, or of each member of one with groups."""

    plans: tuple[Plan, ...]
    groups: tuple[LiveGroup, ...] = ()
    hidden: bool = False

    @property
    def grouping(self) -> Groups | None:
        """The groups, as terms have them."""
        return Groups(tuple(group.name for group in self.groups), self.hidden) if self.groups else None

    def fields(self, to_fields: Any) -> dict[str, Any]:
        """The plans and groups as fields of an OpenMessage; a plan that all members share is sent once."""
        first = {"plan": to_fields(self.plans[0])}
        if not self.groups:
            return first
        own = [] if len(set(self.plans)) == 1 else [to_fields(plan) for plan in self.plans]
        return first | {"groups": [group.name for group in self.groups], "hidden": self.hidden, "plans": own}

    def costs(self) -> list[str]:
        """What hiding each group costs; nothing where none is hidden."""
        if not self.hidden:
            return []
        pairs = zip(self.plans, self.groups, strict=True)
        return [live_groups.cost_words(plan, group, len(self.groups)) for plan, group in pairs]


def plan_members(people: int, chosen: dict[str, Any], *, refuse: bool | None) -> Members:
    """Plan a survey by the options `chosen`, with a member for each of its groups; removes epsilon and domain."""
    names, hidden = chosen.pop("group"), chosen.pop("hidden")
    epsilon, ends = chosen.pop("epsilon"), chosen.pop("domain")
    if hidden and not names:
        raise click.UsageError("--hidden goes with --group.")
    if not names:
        return Members((planner.plan(people, epsilon, ends, refuse=refuse, **chosen),))
    listed = read_groups(names)
    plans_of = live_groups.hidden_plans if hidden else live_groups.public_plans
    plans = plans_of(people, epsilon, Domain.of(ends), PlanOptions(**chosen), listed, refuse=refuse)
    return Members(plans, listed, hidden)


def read_groups(texts: Sequence[str]) -> tuple[LiveGroup, ...]:
    """The groups of --group, each with its share; those without share evenly what the others leave."""
    pairs = [_read_group(text) for text in texts]
    Groups(tuple(name for name, _ in pairs))  # refuses names that come twice
    left, open_ended = 1 - sum(share or 0.0 for _, share in pairs), sum(share is None for _, share in pairs)
    if left < -_ROUNDING or (open_ended and left < _ROUNDING):
        raise YourFault(f"the shares of {', '.join(texts)} leave {left:.3g} for others; together they are at most 1")
    return tuple(LiveGroup(name, left / open_ended if share is None else share) for name, share in pairs)


def _read_group(text: str) -> tuple[str, float | None]:
    name, equals, number = text.rpartition("=")
    if not equals:
        return text, None
    try:
        share = float(number)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise YourFault(f"--group {text}: {number!r} is no share; give one between 0 and 1, such as {name}=0.3")
    return name, share
