"""Fewest: how many people a plan needs, at least.

Forecasts by exact laws are fast, so people are doubled until there are enough; those by simulated runs are slow, so the
next number to try is extrapolated from the error of the last. `plan_for(people)` makes the plan with its forecast.
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from lowwater.planning.forecast import exactly_known
from lowwater.search.plan import Plan

MOST_PEOPLE = 2**44
"""The largest number of people that the planner tries."""

_STRIDE = 16
"""By how much the number of people grows between two rough forecasts."""

_FEWER = 0.97
"""The factor by which fewer people are tried after the bisection, by exact forecasts."""

_MORE = 1.25
"""The factor by which more people are tried where a plan is refused that a rough forecast let pass."""

CLOSE, SIMULATED_CLOSE = 1.02, 1.1
"""The ratio to which the fewest people are determined: by exact forecasts, and by simulated ones."""


def fewest(plan_for: Callable[[int], Plan], error: float, least: int) -> Plan | None:
    """The plan with the fewest people, `least` or more, that works with a forecast error of at most `error`.

    Increase the number until it is enough, then bisect its logarithm; None where not even MOST_PEOPLE are enough.
    """
    low, high = None, plan_for(least)
    while not _enough(high, error):
        if high.people >= MOST_PEOPLE:
            return None
        low, high = high, plan_for(min(MOST_PEOPLE, _more(high, error)))
    while low is not None and high.people > max(low.people + 1, _close(high) * low.people):
        middle = plan_for(round(math.sqrt(low.people * high.people)))
        low, high = (low, middle) if _enough(middle, error) else (middle, high)
    return _fewer(plan_for, high, error, least) if exactly_known(high) else high


def _fewer(plan_for: Callable[[int], Plan], plan: Plan, error: float, least: int) -> Plan:
    """A plan with still fewer people, because the error need not be monotone in their number."""
    while (people := math.floor(_FEWER * plan.people)) >= least and _enough(fewer := plan_for(people), error):
        plan = fewer
    return plan


def people_needed(
    plan_for: Callable[[int], Plan], errors: Sequence[float], least: int, planned: Plan | None = None
) -> list[int | None]:
    """About how many people each of the `errors` takes, the largest error first, interpolated between rough forecasts.

    The error falls as some power of the number of people, so the interpolation is linear in both logarithms. It begins
    with `planned`, where that is given and sees anybody: its people are too few.
    """
    points: list[tuple[float, float]] = []
    people = least
    if planned is not None and not planned.blind:
        points, people = [(float(planned.people), planned.forecast_error or 0.0)], _STRIDE * planned.people
    while people <= MOST_PEOPLE and (not points or points[-1][1] > min(errors)):
        plan = plan_for(people)
        if not plan.blind:
            points.append((float(people), max(plan.forecast_error or 0.0, 1e-12)))
        people *= _STRIDE
    return [_interpolate(points, error) for error in errors]


def working(plan_for: Callable[[int], Plan], people: int) -> int:
    """`people`, or as many more as a plan takes that works by its own forecast: a rough one may flatter few people."""
    while people < MOST_PEOPLE and plan_for(people).caveats:
        people = _two_digits(_MORE * people)
    return people


def _interpolate(points: Sequence[tuple[float, float]], error: float) -> int | None:
    """The number of people at which the log-log line between two of the `points` falls to `error`, to two digits."""
    if points and points[0][1] <= error:
        return _two_digits(points[0][0])
    for (fewer, worse), (more, better) in pairwise(points):
        if better <= error < worse:
            share = math.log(worse / error) / math.log(worse / better)
            return _two_digits(fewer * (more / fewer) ** share)
    return None


def _two_digits(people: float) -> int:
    """A number of people rounded up to two digits, the precision of a rough forecast."""
    unit: int = 10 ** max(0, math.floor(math.log10(people)) - 1)
    return math.ceil(people / unit) * unit


def _enough(plan: Plan, error: float) -> bool:
    """Whether the plan works with a forecast error of at most `error`."""
    return not plan.caveats and (plan.forecast_error or 0.0) <= error


def _more(plan: Plan, error: float) -> int:
    """The number of people to try next: twice as many, or by a simulated forecast the extrapolated number."""
    if exactly_known(plan):
        return 2 * plan.people
    ratio = (plan.forecast_error or 0.0) / error  # falls somewhat faster than the root of the number of people
    return math.ceil(plan.people * min(max(1.5, ratio * math.sqrt(ratio)), 1024.0))


def _close(plan: Plan) -> float:
    """The ratio to which the fewest people are determined."""
    return CLOSE if exactly_known(plan) else SIMULATED_CLOSE
