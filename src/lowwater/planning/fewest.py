"""Fewest: how many people a plan needs, at least.

Forecasts by exact laws are quick, so people are doubled until there are enough; those by simulated runs take their
time, so the next number to try is guessed from the error of the last.
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from lowwater.planning.forecast import exactly_known
from lowwater.search.plan import Plan

MOST_PEOPLE = 2**44
"""More people than this nobody has; the planner stops looking."""

_STRIDE = 8
"""By how much the number of people grows between two rough forecasts."""

_FEWER = 0.97
"""The share of the people that were found, at which an exact forecast is looked at once more."""

CLOSE, SIMULATED_CLOSE = 1.02, 1.1
"""The fewest people that are enough are found to within this ratio: by exact forecasts, and by simulated ones."""


def fewest(planned: Callable[[int], Plan], error: float, least: int) -> Plan | None:
    """The plan with the fewest people that works and errs at most so much: more until it does, then halved in ratio."""
    low, high = None, planned(least)
    while not _enough(high, error):
        if high.people >= MOST_PEOPLE:
            return None
        low, high = high, planned(min(MOST_PEOPLE, _more(high, error)))
    while low is not None and high.people > max(low.people + 1, _close(high) * low.people):
        middle = planned(round(math.sqrt(low.people * high.people)))
        low, high = (low, middle) if _enough(middle, error) else (middle, high)
    return _fewer(planned, high, error, least) if exactly_known(high) else high


def _fewer(planned: Callable[[int], Plan], plan: Plan, error: float, least: int) -> Plan:
    """A plan with still fewer people, where the error does not fall steadily with their number."""
    while (people := math.floor(_FEWER * plan.people)) >= least and _enough(fewer := planned(people), error):
        plan = fewer
    return plan


def needed(planned: Callable[[int], Plan], errors: Sequence[float], least: int) -> list[int | None]:
    """About how many people each of these errors takes, the largest error first: read off a few rough forecasts.

    The error falls as some power of the number of people, so that between two forecasts it is a line of logarithms.
    """
    points: list[tuple[float, float]] = []
    people = least
    while people <= MOST_PEOPLE and (not points or points[-1][1] > min(errors)):
        plan = planned(people)
        if not plan.blind:
            points.append((float(people), max(plan.forecast_error or 0.0, 1e-12)))
        people *= _STRIDE
    return [_read_off(points, error) for error in errors]


def _read_off(points: Sequence[tuple[float, float]], error: float) -> int | None:
    """The number of people at which a line through the two points around it falls to an error; two digits of it."""
    if points and points[0][1] <= error:
        return _two_digits(points[0][0])
    for (few, worse), (many, better) in pairwise(points):
        if better <= error < worse:
            share = math.log(worse / error) / math.log(worse / better)
            return _two_digits(few * (many / few) ** share)
    return None


def _two_digits(people: float) -> int:
    """A number of people rounded up to two digits: more of them would promise too much."""
    unit: int = 10 ** max(0, math.floor(math.log10(people)) - 1)
    return math.ceil(people / unit) * unit


def _enough(found: Plan, error: float) -> bool:
    """Whether a plan works and errs at most so much."""
    return not found.caveats and (found.forecast_error or 0.0) <= error


def _more(found: Plan, error: float) -> int:
    """How many people to try next: twice as many; by a forecast that takes its time, about as many as it asks for."""
    if exactly_known(found):
        return 2 * found.people
    ratio = (found.forecast_error or 0.0) / error  # which falls somewhat faster than the root of their number
    return math.ceil(found.people * min(max(1.5, ratio * math.sqrt(ratio)), 1024.0))


def _close(found: Plan) -> float:
    """The ratio to within which the fewest people are found."""
    return CLOSE if exactly_known(found) else SIMULATED_CLOSE
