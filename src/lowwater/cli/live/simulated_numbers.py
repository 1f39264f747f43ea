"""Simulated numbers: what the people of a rehearsal hold, spread as the forecast of its plan assumes."""

import math
import random

from lowwater.core.domain import Domain
from lowwater.planning.tail import Tail
from lowwater.search.plan import Plan


def simulated_numbers(domain: Domain, people: int, tail: Tail | None, rng: random.Random) -> list[float]:
    """A number for each of `people`: the share within d of the end is (d / width)**alpha."""
    tail = tail or Tail()
    width = domain.width if tail.width is None else tail.width
    start = rng.random() * max(0.0, domain.width - width)
    distances = (start + width * rng.random() ** (1 / tail.alpha) for _ in range(people))
    return [_number(domain, distance) for distance in distances]


def _number(domain: Domain, distance: float) -> float:
    """The number at this distance from the end searched for, on the step of the domain if it has one."""
    number = domain.lo + distance if domain.direction == "minimum" else domain.hi - distance
    if domain.step is not None:
        number = domain.lo + round((number - domain.lo) / domain.step) * domain.step
    return min(domain.hi, max(domain.lo, number))


def true_value(plan: Plan, numbers: list[float]) -> float:
    """What the survey looks for: the end or the quantile of the numbers."""
    if plan.quantile is None:
        return min(numbers) if plan.domain.direction == "minimum" else max(numbers)
    return sorted(numbers)[max(0, math.ceil(plan.quantile * len(numbers)) - 1)]
