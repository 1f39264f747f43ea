"""Stress: populations that a search is not made for, each told by its quantile function.

The person with rank i of N holds the quantile at (i - 1) / (N - 1), so that the same people stand before every
entrant. `regular` says whether the numbers near the minimum follow a power law up to a share that people can be
asked about, with an exponent the tail fit tries: what its lower limit assumes. The upper limit assumes nothing.
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lowwater.contest.cell import PEOPLE, Cell, Part, Settings, Wishes
from lowwater.core.domain import Domain
from lowwater.law.distribution import TruncatedNormal
from lowwater.search.posterior import STEEPEST
from lowwater.simulate.population import Numbers

Floats = npt.NDArray[np.float64]
Shape = Callable[[Floats], Floats]

_POINTS = 2**12 + 1
_DOMAIN = Domain(-1.0, 1.0)


@dataclass(frozen=True)
class Stress:
    """One odd population: a name, a family, numbers by rank, and the domain they are searched in."""

    name: str
    family: str
    shape: Shape
    domain: Domain = _DOMAIN
    regular: bool = False

    def people(self, number: int) -> Numbers:
        """So many people."""
        return Numbers(np.asarray(self.shape(np.arange(number) / (number - 1)), dtype=float))


def _uniform(start: float, end: float) -> Shape:
    return lambda u: start + (end - start) * u


def _power(alpha: float, start: float = -0.4, width: float = 0.8) -> Shape:
    return lambda u: start + width * u ** (1 / alpha)


def _mixed(*parts: tuple[float, Shape]) -> Shape:
    """Parts in the order of their numbers, each with its share of people; the last takes the rest."""

    def shape(u: Floats) -> Floats:
        found, begun = np.empty_like(u), 0.0
        for share, part in parts:
            inside = u >= begun
            found[inside] = part(np.clip((u[inside] - begun) / share, 0.0, 1.0))
            begun += share
        return found

    return shape


def _atom(place: float) -> Shape:
    return lambda u: np.full_like(u, place)


def _normal(mean: float, deviation: float, start: float, end: float) -> Shape:
    """A normal law cut off at both ends, with straight lines between many points of it."""
    places = np.linspace(start, end, _POINTS)
    reached = TruncatedNormal(mean, deviation, start, end).cdf(places)
    return lambda u: np.interp(u, reached, places)


def _rising(decay: float, start: float = -0.8, end: float = 0.6) -> Shape:
    """A density that grows as e**(x / decay), cut off at the start."""
    depth = math.exp(-(end - start) / decay)
    return lambda u: np.clip(end + decay * np.log(depth + (1 - depth) * u), start, end)


def _falling(decay: float, start: float = -0.5, end: float = 1.0) -> Shape:
    """A density that falls as e**(-x / decay), from the minimum on."""
    depth = math.exp(-(end - start) / decay)
    return lambda u: np.clip(start - decay * np.log(np.maximum(depth, 1 - (1 - depth) * u)), start, end)


def _lognormal(deviation: float, end: float = 1.0) -> Shape:
    """Medians at a tenth of the domain above its start, the largest numbers cut off."""
    normal = _normal(0.0, 1.0, -8.0, min(8.0, math.log((end + 1) / 0.2) / deviation))
    return lambda u: np.minimum(-1 + 0.2 * np.exp(deviation * normal(u)), end)


def _whole(shape: Shape, step: float = 1.0) -> Shape:
    return lambda u: np.rint(shape(u) / step) * step


_AGES, _STEPS = Domain(0.0, 120.0), Domain(0.0, 120.0, step=1.0)
_STARS, _HALVES = Domain(0.5, 5.0), Domain(0.5, 5.0, step=0.5)
_BULK, _ADULTS = _uniform(0.0, 0.5), _whole(_normal(45, 15, 17.51, 90))
_TASTES = _whole(_normal(3.5, 0.9, 1.26, 5), 0.5)

STRESS: tuple[Stress, ...] = (
    *(
        Stress(f"atom of {share:g}", "isolated atoms", _mixed((share, _atom(-0.8)), (1 - share, _BULK)))
        for share in (0.001, 0.003, 0.01, 0.05, 0.2)
    ),
    *(
        Stress(f"blob of {share:g}", "outlier blobs", _mixed((share, _uniform(-0.72, -0.7)), (1 - share, _BULK)))
        for share in (0.003, 0.01, 0.05, 0.2)
    ),
    Stress("one gap", "gaps", _mixed((0.3, _uniform(-0.5, -0.4)), (0.7, _uniform(0.2, 0.6)))),
    Stress("small gap", "gaps", _mixed((0.1, _uniform(-0.5, -0.3)), (0.9, _uniform(-0.2, 0.6)))),
    Stress("comb", "gaps", _mixed(*((0.125, _uniform(-0.6 + 0.16 * k, -0.52 + 0.16 * k)) for k in range(8)))),
    Stress("ages", "integers", _ADULTS, _AGES),
    Stress("ages, step told", "integers", _ADULTS, _STEPS),
    Stress("all ages, step told", "integers", _whole(_uniform(0, 90)), _STEPS),
    Stress("counts 0 to 1000", "integers", _whole(_power(2, 20, 400)), Domain(0.0, 1000.0)),
    Stress("counts, step told", "integers", _whole(_power(2, 20, 400)), Domain(0.0, 1000.0, step=1.0)),
    Stress("ratings", "ratings", _TASTES, _STARS),
    Stress("ratings, step told", "ratings", _TASTES, _HALVES),
    Stress("harsh ratings, step told", "ratings", _mixed((0.02, _atom(0.5)), (0.98, _TASTES)), _HALVES),
    Stress("normal cut at 1 deviation", "truncated normal", _normal(0, 0.3, -0.3, 0.9), regular=True),
    Stress("normal cut at 2 deviations", "truncated normal", _normal(0, 0.3, -0.6, 0.9)),
    Stress("normal cut at 3 deviations", "truncated normal", _normal(0, 0.3, -0.9, 0.9)),
    Stress("narrow normal in the domain", "truncated normal", _normal(-0.2, 0.05, -1, 1)),
    Stress("rising, cut at 0.1", "exponential", _rising(1.4 / math.log(10)), regular=True),
    Stress("rising, cut at 0.01", "exponential", _rising(1.4 / math.log(100))),
    Stress("rising, cut at 0.001", "exponential", _rising(1.4 / math.log(1000))),
    Stress("falling", "exponential", _falling(0.2), regular=True),
    Stress("falling fast", "exponential", _falling(0.02), regular=True),
    *(
        Stress(f"lognormal, deviation {deviation:g}", "lognormal", _lognormal(deviation))
        for deviation in (0.25, 0.5, 1.0, 2.0)
    ),
    *(
        Stress(f"power {alpha:g}", "power laws", _power(alpha), regular=alpha <= STEEPEST)
        for alpha in (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0, 30.0, 100.0)
    ),
    Stress("spread 1e-6", "tiny spread", _uniform(0.3, 0.300001), regular=True),
    Stress("spread 1e-3", "tiny spread", _uniform(-0.3, -0.299), regular=True),
    Stress("all the same", "tiny spread", _atom(0.123)),
    Stress("the whole domain", "huge spread", _uniform(-1, 1), regular=True),
    Stress("both ends", "huge spread", _mixed((0.5, _atom(-1)), (0.5, _atom(1)))),
    Stress("power 4 over the whole domain", "huge spread", _power(4, -1, 2), regular=True),
)
"""Every odd population."""

EPSILONS = (0.125, 1.0, 4.0, 64.0)


def settings(wishes: Wishes) -> list[Settings]:
    """Every odd population, number of people and epsilon; one population of each family for a look."""
    first = {odd.family: odd.name for odd in reversed(STRESS)}
    names = list(reversed(first.values())) if wishes.quick else [odd.name for odd in STRESS]
    people, epsilons = (PEOPLE[1:2], EPSILONS[1:2]) if wishes.quick else (PEOPLE, EPSILONS)
    return [
        {"population": name, "people": number, "epsilon": epsilon}
        for name, number, epsilon in itertools.product(names, people, epsilons)
    ]


def cell(told: Settings, _folder: Path) -> Cell:
    """The odd population of this name."""
    odd = next(odd for odd in STRESS if odd.name == told["population"])
    return Cell(odd.domain, [_people(odd, told["people"])], told["epsilon"], odd.regular)


@lru_cache(maxsize=2)
def _people(odd: Stress, number: int) -> Numbers:
    """The people of a cell, whom many entrants meet one after the other."""
    return odd.people(number)


PART = Part(
    "The stress set",
    "Populations that no search is made for: isolated atoms, outlier blobs, gaps, integers, ratings, cut normal and "
    "exponential laws, lognormal ones, power laws up to alpha = 100, tiny and huge spread.",
    settings,
    cell,
)
