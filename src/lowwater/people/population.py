"""Population: people whose numbers follow a law, laid out along it as the paper defines it, or drawn from it.

It stores no number for each person, so 2**40 people cost what ten do.
"""

from dataclasses import dataclass

import numpy as np

from lowwater.core.domain import Domain
from lowwater.errors import BadData
from lowwater.law import distribution
from lowwater.law.distribution import Beta, Distribution, TruncatedNormal
from lowwater.people.floats import Values
from lowwater.people.numbers import Numbers
from lowwater.people.people import Fault, Floats, Strays


@dataclass(frozen=True)
class Population:
    """`people` whose numbers follow a distribution: laid out along it, or drawn from it (`iid`)."""

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
    def of(values: Values) -> Numbers:
        """Given numbers, ties and all."""
        numbers = Numbers.of(values)
        if numbers.people == 0 or not np.isfinite(numbers.numbers).all():
            raise BadData("a population needs a list of finite numbers, at least one")
        return numbers

    @property
    def pool(self) -> int:
        """The number of people: they are no sample."""
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
        """The probability that a person drawn from the law has the truth yes at each threshold."""
        below = self.law.cdf(thresholds)
        return below if domain.direction == "minimum" else 1 - below

    def target(self, domain: Domain, quantile: float | None) -> float:
        """The true minimum or maximum of the support, or the true `quantile`."""
        if quantile is None:
            return self.law.start if domain.direction == "minimum" else self.law.end
        minimum = domain.direction == "minimum"
        if self.iid:
            share = quantile if minimum else 1 - quantile
        else:
            rank = max(1.0, np.ceil(round(quantile * self.people, 9)))  # counted from the end that is searched for
            share = (rank - 1 if minimum else self.people - rank) / (self.people - 1)
        return float(distribution.quantile(self.law, share))

    def strays(self, fault: Fault, domain: Domain) -> Strays:
        """Everyone, if the fault is "outside" and the law reaches outside the domain by more than rounding."""
        tolerance = 1e-12 * domain.width
        inside = domain.lo - tolerance <= self.law.start and self.law.end <= domain.hi + tolerance
        if fault != "outside" or inside:
            return Strays()
        return Strays(self.people, [f"their law spans [{self.law.start:g}, {self.law.end:g}]"])

    def values(self) -> Floats:
        """Every person's number, for populations small enough to list: fixed data only."""
        if self.iid:
            raise BadData("i.i.d. people have no fixed numbers; draw them with quantile(law, uniform)")
        shares = np.arange(self.people) / (self.people - 1)
        if isinstance(self.law, Beta) and self.law.beta == 1:  # no bisection where the inverse is known
            return np.asarray(self.law.start + self.law.width * shares ** (1 / self.law.alpha))
        return distribution.quantile(self.law, shares)


def paper_minima(domain: Domain, width: float, count: int = 6) -> list[float]:
    """Equally spaced minima for data of this width, from one end of the domain to the other, as in the experiments."""
    if not 0 < width <= domain.width:
        raise BadData(f"width={width!r}; it must be positive and at most the domain's, {domain.width:g}")
    if count < 1:
        raise BadData(f"minima={count!r}; at least one is needed")
    if count == 1:
        return [domain.lo]
    return [domain.lo + (domain.width - width) * k / (count - 1) for k in range(count)]
