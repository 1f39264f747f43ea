"""Domain: the interval of the values, and the end of it that is searched for.

A search always looks for a minimum. For a maximum the data are negated, which is exact in floats and keeps
ties right: the question becomes "is your number at least ...?". Integer-like data have a step; thresholds
are then halfway between two neighbouring values.
"""

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from numbers import Real
from typing import Any, Literal, overload

from lowwater.errors import BadData, BadDomain

Direction = Literal["minimum", "maximum"]
Outside = Literal["refuse", "clamp"]


@dataclass(frozen=True, slots=True)
class Domain:
    """An interval [lo, hi], the direction of the search, and the step of integer-like data."""

    lo: float
    hi: float
    direction: Direction = "minimum"
    step: float | None = None

    def __post_init__(self) -> None:
        lo, hi = _as_float(self.lo), _as_float(self.hi)
        if not (math.isfinite(lo) and math.isfinite(hi) and lo < hi and math.isfinite(hi - lo)):
            raise BadDomain(f"the domain ({self.lo!r}, {self.hi!r}); give finite numbers, the smaller one first")
        if self.direction not in ("minimum", "maximum"):
            raise BadDomain(f"direction={self.direction!r}; it is 'minimum' or 'maximum'")
        object.__setattr__(self, "lo", lo)
        object.__setattr__(self, "hi", hi)
        if self.step is not None:
            object.__setattr__(self, "step", self._checked_step(_as_float(self.step)))

    def _checked_step(self, step: float) -> float:
        if not 0 < step <= self.width:
            raise BadDomain(f"step={self.step!r}; it must be positive and at most the width, {self.width:g}")
        steps = self.width / step
        if steps > 2**52 or abs(steps - round(steps)) > 1e-9 * steps:
            raise BadDomain(f"step={self.step!r} does not divide the domain ({self.lo:g}, {self.hi:g}) evenly")
        if step < 4 * math.ulp(max(abs(self.lo), abs(self.hi))):
            raise BadDomain(f"step={self.step!r} is finer than doubles can tell apart near {self.hi:g}")
        return step

    @classmethod
    def of(cls, ends: "tuple[Any, Any] | list[Any] | Domain", step: float | None = None) -> "Domain":
        """Read a pair (lo, hi), or take a domain as it is."""
        if isinstance(ends, Domain):
            return ends if step is None else replace(ends, step=step)
        if not isinstance(ends, (tuple, list)) or len(ends) != 2:
            raise BadDomain(f"domain={ends!r}; give a pair such as (0, 150)")
        return cls(ends[0], ends[1], step=step)

    def looking_for(self, direction: Direction) -> "Domain":
        """The same interval, searched for its minimum or its maximum."""
        return replace(self, direction=direction)

    @property
    def width(self) -> float:
        """The length of the interval."""
        return self.hi - self.lo

    @property
    def values(self) -> int | None:
        """How many values there are, where they have a step."""
        return None if self.step is None else round(self.width / self.step) + 1

    def holds(self, value: float) -> bool:
        """Whether a value lies in the interval; NaN does not."""
        return self.lo <= value <= self.hi

    def admit(self, value: float, outside: Outside = "refuse") -> float:
        """The value to answer with; outside the domain it is refused, or clamped where the terms say so."""
        real = _as_float(value)
        if self.holds(real):
            return real
        if outside == "clamp" and not math.isnan(real):
            return min(max(real, self.lo), self.hi)
        raise BadData(  # the error does not quote the value, which is secret: errors get logged
            f"this value is no number in the domain [{self.lo:g}, {self.hi:g}], and the terms do not clamp it"
        )

    def truth(self, value: float, thresholds: tuple[float, ...]) -> int:
        """The honest answer: how many of the thresholds the value is at most (for a maximum: at least)."""
        if self.direction == "minimum":
            return sum(value <= threshold for threshold in thresholds)
        return sum(value >= threshold for threshold in thresholds)

    @overload
    def edge(self, index: int, cells: int) -> float: ...
    @overload
    def edge(self, index: Any, cells: int) -> Any: ...
    def edge(self, index: Any, cells: int) -> Any:
        """Edge `index` of `cells` equal cells, counted from the end that is searched for; arrays work too."""
        sign, low = (1, self.lo) if self.direction == "minimum" else (-1, -self.hi)
        if self.step is None:
            return sign * (low + self.width * (index / cells)) + 0.0  # no negative zero
        return sign * (low + (index - 0.5) * self.step) + 0.0

    @overload
    def middle(self, low: float, high: float) -> float: ...
    @overload
    def middle(self, low: Any, high: Any) -> Any: ...
    def middle(self, low: Any, high: Any) -> Any:
        """The middle of a cell, at a value that data can have; arrays work too."""
        middle = low + (high - low) / 2
        if self.step is None:
            return middle
        if self.direction == "minimum":
            return self.lo + ((middle - self.lo) / self.step + 0.5) // 1 * self.step
        return self.hi - ((self.hi - middle) / self.step + 0.5) // 1 * self.step


def _as_float(value: object) -> float:
    """The value as a float, or NaN if it is no number."""
    if isinstance(value, bool) or not isinstance(value, (Real, Decimal)):
        return math.nan
    try:
        return float(value)
    except (ValueError, OverflowError):
        return math.nan
