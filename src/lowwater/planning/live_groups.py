"""Live groups: a plan for each member of a survey with groups, and what hiding the groups costs.

A public group is asked by itself: a group of n people has a plan for n people. With hidden groups each of G groups is
put to a G-th of all people, whoever they are, and only a share s of them can say yes at all. A level of g then finds
g / s of the group, so that the same part of the group takes about G / s times as many people.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate_words import percent, rough
from lowwater.errors import BadPlan, CannotWork
from lowwater.people.some_of import SomeOf
from lowwater.planning import planner
from lowwater.planning.options import PlanOptions
from lowwater.planning.tail import Populations, Tail
from lowwater.search.plan import Plan
from lowwater.search.table import SEARCHES


@dataclass(frozen=True)
class HiddenTail(Tail):
    """The tail of a hidden group's numbers, and the `share` of people who are in it."""

    share: float = 1.0

    @property
    def most(self) -> float:
        """The share of people that a question can find at most."""
        return self.share

    def in_words(self, domain: Domain) -> str:
        """The assumption, as a forecast states it."""
        return f"{Tail.in_words(self, domain)}, and {percent(self.share)} of people are in the group"

    def populations(self, domain: Domain, people: int, *, iid: bool) -> Populations:
        """The populations of the tail, of whom a share is in the group."""
        return [SomeOf(group, self.share) for group in Tail.populations(self, domain, people, iid=iid)]


@dataclass(frozen=True)
class LiveGroup:
    """A group of a survey to come: its name, and the share of people who are expected to be in it."""

    name: str
    share: float


def public_plans(
    people: int, epsilon: str | Epsilon, domain: Domain, options: PlanOptions, groups: Sequence[LiveGroup], *,
    refuse: bool | None = None,
) -> tuple[Plan, ...]:  # fmt: skip
    """A plan for the people of each group; a group that is too small is refused by its name."""

    @cache
    def plan_for(size: int) -> Plan:
        return planner.plan(size, epsilon, domain, options, refuse=refuse)

    return tuple(_named(group, plan_for, expected_in(group, people)) for group in groups)


def hidden_plans(
    people: int, epsilon: str | Epsilon, domain: Domain, options: PlanOptions, groups: Sequence[LiveGroup], *,
    refuse: bool | None = None,
) -> tuple[Plan, ...]:  # fmt: skip
    """A plan for each hidden group, put to an equal part of all people; one too small to be seen is refused."""
    options = _searchable(options)
    each = people // len(groups)

    @cache
    def plan_for(share: float) -> Plan:
        return planner.plan(each, epsilon, domain, _seen(options, share), refuse=refuse)

    note = (
        f". These are the people asked about one group; with {len(groups)} groups, so many times more are asked in all"
    )
    return tuple(_named(group, plan_for, group.share, note) for group in groups)


def people_for_error(
    error: float, epsilon: str | Epsilon, domain: Domain, options: PlanOptions, groups: Sequence[LiveGroup], *,
    hidden: bool,
) -> int:  # fmt: skip
    """The fewest people of all groups together with whom the forecast error of every group is at most `error`.

    The smallest group decides: it takes as many people as a survey of its own, or one in which only its share is seen.
    """
    share = min(group.share for group in groups)
    if hidden:
        seen = _seen(_searchable(options), share)
        return planner.plan_for_error(error, epsilon, domain, seen).people * len(groups)
    return math.ceil(planner.plan_for_error(error, epsilon, domain, options).people / share)


def expected_in(group: LiveGroup, people: int) -> int:
    """How many of `people` are expected in a group; refuses a group in which nobody is."""
    if size := round(people * group.share):
        return size
    raise BadPlan(f"group {group.name!r}: nobody of {people:,} people is expected in it; ask more, or leave it out")


def _seen(options: PlanOptions, share: float) -> PlanOptions:
    """The options, with a tail of which a question finds no more than the `share` of a hidden group."""
    tail = options.tail or Tail()
    return replace(options, tail=HiddenTail(tail.alpha, tail.width, share))


def _named(group: LiveGroup, plan_for: Callable[..., Plan], given: float, note: str = "") -> Plan:
    """The plan of a group; a refusal names it, and ends with `note`."""
    try:
        return plan_for(given)
    except CannotWork as refusal:
        raise CannotWork(f"group {group.name!r}: {refusal}{note}", refusal.reasons, refusal.people) from None


def _searchable(options: PlanOptions) -> PlanOptions:
    """The options with a search that can search a hidden group."""
    able = [name for name, row in SEARCHES.items() if row.hidden]
    paper = any(word is not None for word in (options.rule, options.alpha, options.h))
    search = options.search or ("paper" if paper else able[0])
    if search not in able:
        raise BadPlan(
            f"search={search!r} with hidden groups: it takes everybody to be at or before the far end, and only an "
            f"unknown share of people is in a hidden group; take {' or '.join(map(repr, able))}"
        )
    if options.quantile is not None:
        raise BadPlan(
            f"quantile={options.quantile!r} with hidden groups: what share of people they are is not known; "
            "search for the minimum or the maximum, or make the groups public"
        )
    return replace(options, search=search)


def cost_words(plan: Plan, group: LiveGroup, groups: int) -> str:
    """What hiding a group costs: from which part of the group on the search sees it, hidden and public."""
    level = plan.forecast.level if plan.forecast else 1.0
    members = max(plan.cohorts, round(plan.people * groups * group.share))
    public = plan.level.level(1.0, members // plan.cohorts, plan.randomizer)
    times = rough(groups / group.share)
    hidden, clear = (percent(float(f"{min(1.0, share):.2g}")) for share in (level / group.share, public))
    return (
        f"{group.name}, hidden: {plan.people:,} people are asked, about {percent(group.share)} of them in it; the "
        f"search settles where about {hidden} of the group are. Public, it would settle at {clear}: to come as far "
        f"hidden takes about {times} times as many people"
    )
