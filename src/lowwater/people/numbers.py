"""Numbers: people whose numbers are at hand, ties and all, and samples of them."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.errors import BadData
from lowwater.people.admit import SHOWN
from lowwater.people.people import Fault, Floats, Strays

Values = Iterable[float] | npt.ArrayLike
"""A list, a numpy array, a pandas or Polars series."""

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
    def of(cls, values: Values, *, iid: bool = False) -> "Numbers":
        """The numbers in a list, a numpy array, a pandas or Polars series; what is missing becomes NaN."""
        return cls(_floats(values), iid)

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
            return np.searchsorted(self._sorted, thresholds, side="right").astype(float)
        return self.people - np.searchsorted(self._sorted, thresholds, side="left").astype(float)

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


def _floats(values: Values) -> Floats:
    """A one-dimensional array of floats from any container of numbers; what is missing becomes NaN."""
    kept = values if hasattr(values, "__array__") or isinstance(values, (list, tuple)) else _as_list(values)
    if isinstance(kept, np.ma.MaskedArray):
        kept = np.where(np.ma.getmaskarray(kept), np.nan, np.ma.getdata(kept))
    try:
        array = np.asarray(kept)
    except ValueError:
        raise BadData("the values are not numbers but lists of many lengths; give one list of numbers") from None
    if array.ndim != 1:
        raise BadData(f"the values have {array.ndim} dimensions; give one list of numbers")
    if array.dtype.kind in "mM":
        raise BadData(f"the values are not numbers: {str(array[0])!r} at position 0" if array.size else "no values")
    if array.dtype.kind in "biuf":
        return array.astype(float)
    return np.array([_float(value, position) for position, value in enumerate(array)], dtype=float)


def _float(value: object, position: int) -> float:
    """A value of a mixed list as a float, NaN where it is missing, infinity where it overflows."""
    if value is None or type(value).__name__ == "NAType":
        return math.nan
    if not isinstance(value, (Real, Decimal)):
        raise BadData(f"the values are not numbers: {str(value)!r} at position {position}")
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _as_list(values: Any) -> Any:
    """A list from any other iterable."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise BadData(f"values={values!r}; give a list, a numpy array, or a pandas or Polars series")
    return list(values)
