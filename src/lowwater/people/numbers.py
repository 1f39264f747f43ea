"""Numbers: people whose numbers are at hand, ties and all, and samples of them."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.kind import Kind
from lowwater.errors import BadData
from lowwater.people.admit import SHOWN
from lowwater.people.floats import Values, floats
from lowwater.people.people import Fault, Floats, Strays

_MOST = 2.0**63 - 1024  # the largest double that a whole number of 64 bits can be

Mask = npt.NDArray[np.bool_]

_FAULTS: dict[Fault, Callable[[Floats, Domain], Mask]] = {
    "missing": lambda numbers, _domain: np.isnan(numbers),
    "outside": lambda numbers, domain: (numbers < domain.lo) | (numbers > domain.hi),
    "off the step": lambda numbers, domain: (numbers - domain.lo) % (domain.step or math.inf) != 0,
}


@dataclass(frozen=True, eq=False)
class Numbers:
    """A population of given numbers."""

    numbers: Floats
    iid: bool = False

    @classmethod
    def of(cls, values: Values, *, iid: bool = False, kind: Kind = "number") -> "Numbers":
        """The numbers in a list, a numpy array, a pandas or Polars series; what is missing becomes NaN.

        Values of another kind, such as dates, become the numbers that they are to a search. Whole numbers beyond 2**53
        stay whole, so that no two of them are taken for one.
        """
        return cls(floats(values, kind), iid)

    @property
    def people(self) -> int:
        """The number of people."""
        return int(self.numbers.size)

    @property
    def pool(self) -> int:
        """The number of people: they are no sample."""
        return self.people

    @cached_property
    def _sorted(self) -> Floats:
        return np.sort(self.numbers)

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many have the truth yes at each threshold."""
        if domain.direction == "minimum":
            return np.searchsorted(self._sorted, self._exact(np.floor, thresholds), side="right").astype(float)
        return self.people - np.searchsorted(self._sorted, self._exact(np.ceil, thresholds), side="left").astype(float)

    def _exact(self, rounded: Callable[[Floats], Floats], thresholds: Floats) -> npt.NDArray[np.generic]:
        """The thresholds, whole where the numbers are: comparing both as doubles would round the numbers."""
        if self._sorted.dtype.kind == "f":
            return thresholds
        return np.clip(rounded(thresholds), -_MOST, _MOST).astype(np.int64)

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of people with the truth yes."""
        return self.count(domain, thresholds) / self.people

    def target(self, domain: Domain, quantile: float | None) -> float:
        """The least or the largest number, or the `quantile`: the least number with that share at or below it."""
        if quantile is None:
            return float(self._sorted[0 if domain.direction == "minimum" else -1])
        rank = max(1, int(np.ceil(round(quantile * self.people, 9))))
        return float(self._sorted[rank - 1 if domain.direction == "minimum" else -rank])

    def strays(self, fault: Fault, domain: Domain) -> Strays:
        """The numbers with this fault, shown with their positions."""
        at = np.flatnonzero(_FAULTS[fault](self.numbers, domain))
        return Strays(at.size, [f"{self.numbers[i]:,.15g} at position {i}" for i in at[:SHOWN]])


@dataclass(frozen=True, eq=False)
class Sample:
    """`people` drawn from given numbers anew for every run, with replacement (`iid`) or without."""

    numbers: Numbers
    people: int
    iid: bool

    def __post_init__(self) -> None:
        if self.people < 1 or (not self.iid and self.people > self.pool):
            raise BadData(f"{self.people} people cannot be drawn from {self.pool} without replacement; draw with it")

    @property
    def pool(self) -> int:
        """The number of people to draw from."""
        return self.numbers.people

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many of the pool have the truth yes at each threshold."""
        return self.numbers.count(domain, thresholds)

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of the pool with the truth yes."""
        return self.numbers.chance(domain, thresholds)

    def target(self, domain: Domain, quantile: float | None) -> float:
        """The true value in the whole pool."""
        return self.numbers.target(domain, quantile)

    def strays(self, fault: Fault, domain: Domain) -> Strays:
        """The numbers of the pool with this fault."""
        return self.numbers.strays(fault, domain)
