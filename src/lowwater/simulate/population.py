"""Population: whom a simulated survey asks, told by how many stand at or below any threshold.

Three kinds: fixed data laid out along a distribution exactly as the paper defines it, i.i.d. draws from one, and
given numbers, ties and all. None but the last holds a number for each person, so 2**40 people cost what ten do.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.errors import BadData
from lowwater.law.distribution import Beta, Distribution, TruncatedNormal, quantile

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Population:
    """So many people whose numbers follow a distribution: fixed along it, or drawn from it."""

    law: Distribution
    people: int
    iid: bool = False

    def __post_init__(self) -> None:
        if type(self.people) is not int or self.people < (1 if self.iid else 2):
            raise BadData(f"people={self.people!r}; fixed data need at least 2, i.i.d. data at least 1")

    @classmethod
    def beta(
        cls, alpha: float, beta: float, *, start: float, width: float, people: int, iid: bool = False
    ) -> "Population":
        """Numbers in [start, start + width] that follow a beta law: the paper's synthetic data."""
        return cls(Beta(alpha, beta, start, width), people, iid)

    @classmethod
    def truncated_normal(
        cls, mean: float, deviation: float, *, start: float, end: float, people: int, iid: bool = False
    ) -> "Population":
        """Numbers in [start, end] that follow a normal law cut off there."""
        return cls(TruncatedNormal(mean, deviation, start, end), people, iid)

    @staticmethod
    def of(values: npt.ArrayLike) -> "Numbers":
        """Given numbers, ties and all."""
        return Numbers(np.asarray(values, dtype=float))

    @property
    def pool(self) -> int:
        """These very people: they are no sample."""
        return self.people

    def at_most(self, thresholds: Floats) -> Floats:
        """Fixed data x_(i) = F^-1((i - 1) / (N - 1)): how many are at or below each threshold."""
        reached = np.floor(self.law.cdf(thresholds) * (self.people - 1)) + 1
        return np.where(thresholds < self.law.start, 0.0, reached)

    def at_least(self, thresholds: Floats) -> Floats:
        """How many are at or above each threshold."""
        below = np.ceil(self.law.cdf(thresholds) * (self.people - 1))
        return np.where(thresholds > self.law.end, 0.0, self.people - below)

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many have the truth yes at each threshold."""
        return self.at_most(thresholds) if domain.direction == "minimum" else self.at_least(thresholds)

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The chance that somebody new has the truth yes at each threshold."""
        below = self.law.cdf(thresholds)
        return below if domain.direction == "minimum" else 1 - below

    def target(self, domain: Domain, level: float | None) -> float:
        """The true minimum or maximum of the support, or the quantile at this level."""
        if level is None:
            return self.law.start if domain.direction == "minimum" else self.law.end
        minimum = domain.direction == "minimum"
        if self.iid:
            share = level if minimum else 1 - level
        else:
            rank = max(1.0, np.ceil(round(level * self.people, 9)))  # counted from the end that is searched for
            share = (rank - 1 if minimum else self.people - rank) / (self.people - 1)
        return float(quantile(self.law, share))

    def check(self, domain: Domain) -> None:
        """Refuse a distribution that reaches outside the domain."""
        if self.law.start < domain.lo - 1e-12 * domain.width or self.law.end > domain.hi + 1e-12 * domain.width:
            raise BadData(
                f"the numbers span [{self.law.start:g}, {self.law.end:g}], outside the domain "
                f"[{domain.lo:g}, {domain.hi:g}]; widen the domain, or narrow the distribution"
            )

    def values(self) -> Floats:
        """Every person's number, for populations small enough to list: fixed data only."""
        if self.iid:
            raise BadData("i.i.d. people have no fixed numbers; draw them with quantile(law, uniform)")
        shares = np.arange(self.people) / (self.people - 1)
        if isinstance(self.law, Beta) and self.law.beta == 1:  # no halving where the inverse is known
            return np.asarray(self.law.start + self.law.width * shares ** (1 / self.law.alpha))
        return quantile(self.law, shares)


@dataclass(frozen=True, eq=False)
class Numbers:
    """A population of given numbers."""

    numbers: Floats
    iid: bool = False

    def __post_init__(self) -> None:
        if self.numbers.ndim != 1 or self.numbers.size == 0 or not np.isfinite(self.numbers).all():
            raise BadData("a population needs a list of finite numbers, at least one")

    @property
    def people(self) -> int:
        """How many there are."""
        return int(self.numbers.size)

    @property
    def pool(self) -> int:
        """These very people: they are no sample."""
        return self.people

    @cached_property
    def _sorted(self) -> Floats:
        return np.sort(self.numbers)

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many have the truth yes at each threshold."""
        if domain.direction == "minimum":
            return np.searchsorted(self._sorted, thresholds, side="right").astype(float)
        return self.people - np.searchsorted(self._sorted, thresholds, side="left").astype(float)

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of people with the truth yes."""
        return self.count(domain, thresholds) / self.people

    def target(self, domain: Domain, level: float | None) -> float:
        """The least or the largest number, or the quantile at this level: the least with that share at or below it."""
        if level is None:
            return float(self._sorted[0 if domain.direction == "minimum" else -1])
        rank = max(1, int(np.ceil(round(level * self.people, 9))))
        return float(self._sorted[rank - 1 if domain.direction == "minimum" else -rank])

    def check(self, domain: Domain) -> None:
        """Refuse numbers outside the domain."""
        outside = int(np.count_nonzero((self.numbers < domain.lo) | (self.numbers > domain.hi)))
        if outside:
            raise BadData(f"{outside} of {self.people} numbers lie outside [{domain.lo:g}, {domain.hi:g}]")


@dataclass(frozen=True, eq=False)
class Sample:
    """So many people drawn from given numbers: anew for every run, with or without replacement."""

    numbers: Numbers
    people: int
    iid: bool

    def __post_init__(self) -> None:
        if self.people < 1 or (not self.iid and self.people > self.pool):
            raise BadData(f"{self.people} people cannot be drawn from {self.pool} without replacement; draw with it")

    @property
    def pool(self) -> int:
        """How many there are to draw from."""
        return self.numbers.people

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many of the pool have the truth yes at each threshold."""
        return self.numbers.count(domain, thresholds)

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of the pool with the truth yes."""
        return self.numbers.chance(domain, thresholds)

    def target(self, domain: Domain, level: float | None) -> float:
        """The true value in the whole pool."""
        return self.numbers.target(domain, level)

    def check(self, domain: Domain) -> None:
        """Refuse numbers outside the domain."""
        self.numbers.check(domain)


def paper_minima(domain: Domain, width: float, count: int = 6) -> list[float]:
    """Equally spaced minima for data of this width, from one end of the domain to the other, as in the experiments."""
    if not 0 < width <= domain.width:
        raise BadData(f"width={width!r}; it must be positive and at most the domain's, {domain.width:g}")
    if count < 1:
        raise BadData(f"minima={count!r}; at least one is needed")
    if count == 1:
        return [domain.lo]
    return [domain.lo + (domain.width - width) * k / (count - 1) for k in range(count)]
