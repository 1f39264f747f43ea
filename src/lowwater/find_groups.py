"""Find groups: one search for every group of a public list, all groups counted in one pass a round.

Groups that share a plan are one array of states. Their questions of a round are put together, the table is counted
once for all of them, and every search goes on with its own counts.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Direction, Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.grant import Grant, charge
from lowwater.core.group_estimates import GroupEstimate, GroupEstimates
from lowwater.core.kind import Kind
from lowwater.errors import CannotWork
from lowwater.people.admit import admit
from lowwater.people.group_sample import GroupSample
from lowwater.people.groups import Grouping, GroupTable
from lowwater.people.opened_groups import kept, opened
from lowwater.people.table import Table
from lowwater.planning import planner
from lowwater.planning.group_plans import group_plans
from lowwater.planning.options import PlanOptions
from lowwater.search.arrays import stating
from lowwater.search.plan import Plan
from lowwater.search.strategy import Each, Round, States
from lowwater.simulate.crowd import Crowd
from lowwater.simulate.draw import generator
from lowwater.simulate.monte_carlo import Progress

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

AT_ONCE = 64
"""Groups whose questions are chosen together: more would not fit a processor's cache."""


class Searches:
    """The searches of the groups that share a plan: `places` are those of the groups in the list."""

    def __init__(self, plan: Plan, places: Ints, sizes: Ints, rng: np.random.Generator) -> None:
        self.plan, self.places = plan, places
        self._search = stating(plan.strategy())
        self._people = GroupSample(plan.people, sizes)
        self._crowd = Crowd(self._people, plan.domain, places.size, rng)
        self.states: States = self._search.start_many(places.size)
        self._asked: Round | None = None

    def ask(self, each: Each) -> Floats | None:
        """The thresholds of the next round, group by threshold; None: all are finished."""
        pieces, place = _pieces(self.states)
        rounds = [asked for asked in each(self._search.ask_many, pieces) if asked is not None]
        self._asked = None
        if rounds:
            self._asked = replace(rounds[0], thresholds=np.concatenate([asked.thresholds for asked in rounds])[place])
        return None if self._asked is None else self._asked.thresholds.reshape(self.places.size, -1)

    def advance(self, thresholds: Floats, counts: Floats) -> None:
        """Draw the answers of the round from the true `counts` at the thresholds, and go on."""
        if self._asked is None:
            return
        self._people.look(thresholds, counts)
        totals = self._asked.totals(self.plan.people)
        self.states = self._search.record(self.states, self._asked, self._crowd.counts(self._asked, totals), totals)

    def estimates(self, each: Each) -> list[Estimate]:
        """What the searches say."""
        return self._search.estimates_many(self.states, each)


def _pieces(states: States) -> tuple[list[States], Ints]:
    """The states that differ, some at a time, and the place of every group's among them.

    A state alone decides its next question, and after few answers many are alike. States that are objects stay
    together: some may be finished before others, and a loop over them gains nothing by threads.
    """
    if states.dtype == object:
        return [states], np.arange(len(states))
    distinct, place = np.unique(states, axis=0, return_inverse=True)
    return np.array_split(distinct, -(-len(distinct) // AT_ONCE)), place.reshape(-1)


def find_groups(
    table: GroupTable,
    plans: list[Plan],
    rng: np.random.Generator,
    progress: Progress = lambda _done: None,
) -> list[Estimate]:
    """The estimates of all groups by their plans, in one pass a round; `progress` hears of the share that is done."""
    searches, rounds = _searches(plans, table.sizes, rng), max(plan.rounds for plan in plans)
    estimates: dict[int, Estimate] = {}
    with ThreadPoolExecutor(cpu_count()) as threads:
        for asked in range(rounds):
            thresholds = [search.ask(threads.map) for search in searches]
            if not (width := max((each.shape[1] for each in thresholds if each is not None), default=0)):
                break
            counts = table.count(plans[0].domain, _put_together(searches, thresholds, width, len(plans)))
            for search, each in zip(searches, thresholds, strict=True):
                if each is not None:
                    search.advance(each, counts[search.places, : each.shape[1]])
            progress((asked + 1) / rounds)
        for search in searches:
            estimates |= dict(zip(search.places.tolist(), search.estimates(threads.map), strict=True))
    return [estimates[place] for place in range(len(plans))]


def _searches(plans: list[Plan], sizes: Ints, rng: np.random.Generator) -> list[Searches]:
    """The searches of groups with the same plan."""
    by_plan: dict[Plan, list[int]] = {}
    for place, plan in enumerate(plans):
        by_plan.setdefault(plan, []).append(place)
    return [Searches(plan, np.array(places), sizes[places], rng) for plan, places in by_plan.items()]


def _put_together(searches: list[Searches], thresholds: list[Floats | None], width: int, groups: int) -> Floats:
    """The thresholds of all groups, group by threshold; a group with fewer repeats its last."""
    whole = np.empty((groups, width))
    for search, each in zip(searches, thresholds, strict=True):
        own = np.full((search.places.size, 1), search.plan.domain.lo) if each is None else each
        whole[search.places] = np.concatenate([own, np.repeat(own[:, -1:], width - own.shape[1], axis=1)], axis=1)
    return whole


@dataclass(frozen=True)
class Wanted:
    """What is searched for in every group: the kind of the numbers, their domain and the options of the plans."""

    kind: Kind
    domain: Domain
    options: PlanOptions

    @property
    def keep(self) -> Direction | None:
        """The end whose number is a person's, of several in one group; None for a quantile."""
        return self.domain.direction if self.options.quantile is None else None


def find_by(
    values: Any,
    column: str | None,
    grouping: Grouping,
    epsilon: Epsilon,
    wanted: Wanted,
    *,
    grant: Grant | None = None,
    seed: int | None = None,
    progress: Progress = lambda _done: None,
) -> GroupEstimates:
    """Plan a survey of every group and run them all; groups of too few people are refused before anyone is asked."""
    rng = generator(seed)
    name, every = opened(values, column)
    asked = every
    if grouping.person is not None:
        asked = kept(values, name, grouping, wanted.keep, rng.bytes(16).hex())
    sizes = GroupTable(asked(grouping), len(grouping.groups)).sizes.tolist()
    plans = group_plans(sizes, epsilon.part(grouping.cap), wanted.domain, wanted.options)
    places = [place for place, plan in enumerate(plans) if plan is not None and not plan.caveats]
    if not places:
        raise _nobody(grouping, sizes, epsilon, wanted)
    able = replace(grouping, groups=tuple(grouping.groups[place] for place in places), person=None, cap=1)
    rows = every(able)
    admit(Table(rows, wanted.kind), wanted.domain, wanted.options.outside)
    able_plans = [plan for place in places if (plan := plans[place]) is not None]
    counted, loss = GroupTable(asked(able), len(places)), _loss(able_plans, grouping.cap)
    charge(grant, loss)
    estimates = find_groups(counted, able_plans, rng, progress)
    marked = [
        replace(plan.with_caveats(estimate, "unasked"), kind=wanted.kind, simulated=seed is not None)
        for plan, estimate in zip(able_plans, estimates, strict=True)
    ]
    groups = _groups(grouping, sizes, plans, dict(zip(places, marked, strict=True)))
    return GroupEstimates(groups, loss, grouping.cap, grouping.person is None)


def _loss(plans: list[Plan], cap: int) -> Epsilon:
    """What one person reveals at most, in the groups that it takes part in."""
    return max(plan.loss for plan in plans if plan.loss is not None) * cap


def _groups(
    grouping: Grouping, sizes: list[int], plans: list[Plan | None], by_place: dict[int, Estimate]
) -> tuple[GroupEstimate, ...]:
    """All groups in the order of their list, those that were refused with the reason."""
    groups = []
    for place, (group, size, plan) in enumerate(zip(grouping.groups, sizes, plans, strict=True)):
        estimate = by_place.get(place)
        if estimate is not None and plan is not None:
            groups.append(GroupEstimate(group, size, plan.people, estimate))
        else:
            groups.append(GroupEstimate(group, size, refused=_reason(size, plan)))
    return tuple(groups)


def _reason(size: int, plan: Plan | None) -> str:
    """Why nobody of a group was asked."""
    if plan is None:
        return "nobody is in it" if not size else f"{size:,} people are fewer than the questions"
    return "; ".join(plan.caveats)


def _nobody(grouping: Grouping, sizes: list[int], epsilon: Epsilon, wanted: Wanted) -> CannotWork:
    """The refusal of all groups, with what the largest would need."""
    most = max(sizes)
    if not most:
        shown = ", ".join(repr(group) for group in grouping.groups[:3])
        return CannotWork(f"nobody is in any of the {len(sizes)} groups ({shown}, ...); write them as the data do")
    try:
        planner.plan(most, epsilon.part(grouping.cap), wanted.domain, wanted.options, refuse=True)
    except CannotWork as refusal:
        return CannotWork(f"all {len(sizes)} groups are too small, and of the largest: {refusal}", refusal.reasons)
    return CannotWork(f"all {len(sizes)} groups are too small; the largest has {most:,} people")
