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

Ends = tuple[float, float]

_ROUNDING = 1e-9

groups = stacked(
    click.option("--group", "group", multiple=True, metavar="NAME[=SHARE]",
                 help="A group with a search of its own, told in clear; give it for each group. SHARE of the people "
                      "are expected in it, such as 0.3 [default: even shares]."),
    click.option("--groups", "group_list", metavar="NAME[=SHARE],...",
                 help="Several groups at once, such as DE=0.6,FR,IT; a name with a comma goes with --group."),
    click.option("--hidden", is_flag=True,
                 help="Hide who is in which group, within epsilon too; this takes many times as many people."),
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

    @property
    def alike(self) -> bool:
        """Whether all plans promise people the same, as the members of one survey must."""
        return len({plan.terms() for plan in self.plans}) == 1

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


@dataclass(frozen=True)
class Listed:
    """The groups of the options, and whether they are hidden."""

    groups: tuple[LiveGroup, ...]
    hidden: bool

    def plan(self, people: int, epsilon: str, ends: Ends, options: PlanOptions, *, refuse: bool | None) -> Members:
        """A plan for each group."""
        plans_of = live_groups.hidden_plans if self.hidden else live_groups.public_plans
        plans = plans_of(people, epsilon, Domain.of(ends), options, self.groups, refuse=refuse)
        return Members(plans, self.groups, self.hidden)

    def people_for(self, error: float, epsilon: str, ends: Ends, options: PlanOptions) -> int:
        """How many people it takes that the forecast error of every group is at most `error`."""
        domain = Domain.of(ends)
        return live_groups.people_for_error(error, epsilon, domain, options, self.groups, hidden=self.hidden)


def plan_members(people: int, chosen: dict[str, Any], *, refuse: bool | None) -> Members:
    """Plan a survey by the options `chosen`, with a member for each of its groups; removes epsilon and domain."""
    listed = settle_groups(chosen)
    epsilon, ends = chosen.pop("epsilon"), chosen.pop("domain")
    if listed is None:
        return Members((planner.plan(people, epsilon, ends, refuse=refuse, **chosen),))
    return listed.plan(people, epsilon, ends, PlanOptions(**chosen), refuse=refuse)


def settle_groups(chosen: dict[str, Any]) -> Listed | None:
    """Take the groups, and whether they are hidden, out of `chosen`; None: there are none."""
    texts = [*chosen.pop("group"), *_split(chosen.pop("group_list"))]
    hidden: bool = chosen.pop("hidden")
    if hidden and not texts:
        raise click.UsageError("--hidden goes with --group or --groups.")
    return Listed(read_groups(texts), hidden) if texts else None


def _split(names: str | None) -> list[str]:
    """The groups of --groups, without the blanks around them."""
    return [] if names is None else [name.strip() for name in names.split(",")]


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
