"""Stress: populations that a search is not made for, each defined by its quantile function.

The person with rank i of N has the quantile at (i - 1) / (N - 1), so that every entrant meets the same people.
"""

import itertools
import math
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from lowwater.contest.cell import PEOPLE, Cell, Part, Wishes
from lowwater.contest.quantile_function import (
    Quantile,
    atom,
    falling,
    lognormal,
    mixed,
    normal,
    power,
    rising,
    uniform,
    whole,
)
from lowwater.core.domain import Domain
from lowwater.people.numbers import Numbers
from lowwater.study.task import Settings

MOVED = 77 / 2048
"""How far populations that stand for no real numbers are moved, so that none begins at a round number by chance."""

_DOMAIN = Domain(-1.0, 1.0)


@dataclass(frozen=True)
class Stress:
    """One odd population: a name, a family, its quantile function, and the domain it is searched in, both `moved`."""

    name: str
    family: str
    quantile: Quantile
    domain: Domain = _DOMAIN
    moved: float = 0.0

    def people(self, count: int) -> Numbers:
        """A population of `count` people."""
        return Numbers(np.asarray(self.quantile(np.arange(count) / (count - 1)), dtype=float) + self.moved)

    def further(self, by: float) -> "Stress":
        """The same population further up by so much, domain and all."""
        return replace(self, domain=Domain(self.domain.lo + by, self.domain.hi + by), moved=by)


_AGES, _STEPS = Domain(0.0, 120.0), Domain(0.0, 120.0, step=1.0)
_STARS, _HALVES = Domain(0.5, 5.0), Domain(0.5, 5.0, step=0.5)
_BULK, _ADULTS = uniform(0.0, 0.5), whole(normal(45, 15, 17.51, 90))
_TASTES = whole(normal(3.5, 0.9, 1.26, 5), 0.5)

_UNMOVED: tuple[Stress, ...] = (
    *(
        Stress(f"atom of {share:g}", "isolated atoms", mixed((share, atom(-0.8)), (1 - share, _BULK)))
        for share in (0.001, 0.003, 0.01, 0.05, 0.2)
    ),
    *(
        Stress(f"blob of {share:g}", "outlier blobs", mixed((share, uniform(-0.72, -0.7)), (1 - share, _BULK)))
        for share in (0.003, 0.01, 0.05, 0.2)
    ),
    Stress("one gap", "gaps", mixed((0.3, uniform(-0.5, -0.4)), (0.7, uniform(0.2, 0.6)))),
    Stress("small gap", "gaps", mixed((0.1, uniform(-0.5, -0.3)), (0.9, uniform(-0.2, 0.6)))),
    Stress("comb", "gaps", mixed(*((0.125, uniform(-0.6 + 0.16 * k, -0.52 + 0.16 * k)) for k in range(8)))),
    Stress("ages", "integers", _ADULTS, _AGES),
    Stress("ages, step told", "integers", _ADULTS, _STEPS),
    Stress("all ages, step told", "integers", whole(uniform(0, 90)), _STEPS),
    Stress("counts 0 to 1000", "integers", whole(power(2, 20, 400)), Domain(0.0, 1000.0)),
    Stress("counts, step told", "integers", whole(power(2, 20, 400)), Domain(0.0, 1000.0, step=1.0)),
    Stress("ratings", "ratings", _TASTES, _STARS),
    Stress("ratings, step told", "ratings", _TASTES, _HALVES),
    Stress("harsh ratings, step told", "ratings", mixed((0.02, atom(0.5)), (0.98, _TASTES)), _HALVES),
    Stress("normal cut at 1 deviation", "truncated normal", normal(0, 0.3, -0.3, 0.9)),
    Stress("normal cut at 2 deviations", "truncated normal", normal(0, 0.3, -0.6, 0.9)),
    Stress("normal cut at 3 deviations", "truncated normal", normal(0, 0.3, -0.9, 0.9)),
    Stress("narrow normal in the domain", "truncated normal", normal(-0.2, 0.05, -1, 1)),
    Stress("rising, cut at 0.1", "exponential", rising(1.4 / math.log(10))),
    Stress("rising, cut at 0.01", "exponential", rising(1.4 / math.log(100))),
    Stress("rising, cut at 0.001", "exponential", rising(1.4 / math.log(1000))),
    Stress("falling", "exponential", falling(0.2)),
    Stress("falling fast", "exponential", falling(0.02)),
    *(
        Stress(f"lognormal, deviation {deviation:g}", "lognormal", lognormal(deviation))
        for deviation in (0.25, 0.5, 1.0, 2.0)
    ),
    *(
        Stress(f"power {alpha:g}", "power laws", power(alpha))
        for alpha in (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0, 30.0, 100.0)
    ),
    Stress("spread 1e-6", "tiny spread", uniform(0.3, 0.300001)),
    Stress("spread 1e-3", "tiny spread", uniform(-0.3, -0.299)),
    Stress("all the same", "tiny spread", atom(0.123)),
    Stress("the whole domain", "huge spread", uniform(-1, 1)),
    Stress("both ends", "huge spread", mixed((0.5, atom(-1)), (0.5, atom(1)))),
    Stress("power 4 over the whole domain", "huge spread", power(4, -1, 2)),
)

STRESS = tuple(odd.further(MOVED) if odd.domain == _DOMAIN else odd for odd in _UNMOVED)
"""Every odd population."""

EPSILONS = (0.125, 1.0, 4.0, 64.0)


def settings(wishes: Wishes) -> list[Settings]:
    """Every odd population, number of people and epsilon; one population of each family for a look."""
    first = {odd.family: odd.name for odd in reversed(STRESS)}
    names = list(reversed(first.values())) if wishes.quick else [odd.name for odd in STRESS]
    people, epsilons = (PEOPLE[1:2], EPSILONS[1:2]) if wishes.quick else (PEOPLE, EPSILONS)
    return [
        {"population": name, "people": n, "epsilon": epsilon}
        for name, n, epsilon in itertools.product(names, people, epsilons)
    ]


def cell(settings: Settings, _folder: Path) -> Cell:
    """The odd population that the settings name."""
    odd = next(odd for odd in STRESS if odd.name == settings["population"])
    return Cell(odd.domain, [crowd(odd, settings["people"])], settings["epsilon"])


@lru_cache(maxsize=2)
def crowd(odd: Stress, count: int) -> Numbers:
    """The people of a cell, cached because many entrants meet them one after the other."""
    return odd.people(count)


PART = Part(
    "The stress set",
    "Populations that no search is made for: isolated atoms, outlier blobs, gaps, integers, ratings, cut normal and "
    "exponential laws, lognormal ones, power laws up to alpha = 100, tiny and huge spread.",
    settings,
    cell,
)
