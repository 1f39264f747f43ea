"""Group plans: a plan for every group, so that groups of about the same size share one.

Groups that share a plan are searched as one array of states. A plan of 9,000 people asks 9,000 of a group's 9,500; the
others are not asked. Where the groups have few sizes, each has a plan of its own, which asks everyone.
"""

import math
from dataclasses import replace
from functools import cache

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadPlan
from lowwater.planning import planner
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.search.plan import Plan

FEW_SIZES = 16
"""Sizes that have a plan each, at most."""

OCTAVE = 8
"""Else sizes are rounded down to this many for each doubling, so that at most 9 % of a group are not asked."""


def group_plans(sizes: list[int], epsilon: Epsilon, domain: Domain, options: PlanOptions) -> list[Plan | None]:
    """The plan of each group, perhaps with caveats; None where people are fewer than the questions that are wanted."""
    few, most = len(set(sizes)) <= FEW_SIZES, max(sizes)
    asked = [size if few else rounded(size) for size in sizes]

    @cache
    def plan_for(people: int) -> Plan | None:
        try:
            return _plan(people, epsilon, domain, options)
        except BadPlan:
            if people == most:  # the options are wrong for anybody
                raise
            return None

    return [plan_for(people) if people else None for people in asked]


def rounded(size: int) -> int:
    """The size rounded down to one of a geometric progression."""
    if size < 2:
        return size
    at = math.floor(math.log2(size) * OCTAVE + 1e-9)
    return min(size, math.ceil(2 ** (at / OCTAVE) - 1e-9))


def _plan(people: int, epsilon: Epsilon, domain: Domain, options: PlanOptions) -> Plan:
    """The plan for `people`; its forecast is that of the next smaller power of two, where that many can work."""
    fewer = 2 ** math.floor(math.log2(people))
    pattern = planner.plan(fewer, epsilon, domain, options, refuse=False)
    if pattern.caveats:
        return planner.plan(people, epsilon, domain, options, refuse=False)
    designed = design(people, epsilon, domain, replace(options, search=pattern.search))
    return replace(designed, forecast=pattern.forecast, why=pattern.why)
