"""Round numbers: where a heap of people who share one number is likelier than between.

Numbers are shared because they are rounded, counted or limited, and then they are multiples of 1, 2 or 5 times a power
of ten. That is a belief, which the answers have to speak for: a heap that is seen to lie within a width w, with one
multiple of d in it, is there with the odds d to w. Where a step is told, the same holds of every law and of the places
half a step before a number, where one begins that somebody limited.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

WEIGHT, PLACES = 0.5, 0.3
"""The prior weight of round numbers among heaps, and of the places of numbers whose step is told among all laws."""

_FEWEST, _MOST = 4, 1000  # steps in a domain
_MOST_VALUES = 16  # of a scale: with more, neighbouring shares are alike, and a curve says more
_LEADING = (1, 2, 5)
_EXACT = 4e-16  # of a number of steps: less is lost by rounding
_TOUCH = 1e-9  # of a step: a place that is so little beyond an edge is at it


class RoundNumbers(NamedTuple):
    """Multiples of several steps, counted from `zero`, on [-1, 1]; all steps share the prior `weight` evenly.

    Heaps are likely there, and where `every` is set all laws are.
    """

    zero: float
    steps: tuple[float, ...]
    weight: float = WEIGHT
    every: bool = False

    def in_cells(self, upper: Floats, edges: Floats) -> Floats:
        """How many multiples of each step every cell holds, run by step by cell."""
        index = self._up_to(upper[:, None], edges)
        return np.asarray(index[..., :-1] - index[..., 1:])

    def weigh(self, cells: Floats, upper: Floats, edges: Floats) -> tuple[Floats, Floats]:
        """The prior weight of every cell, with a part of it at round numbers, and that part."""
        per = cells / np.maximum(np.diff(edges, axis=1), 1e-300)
        steps = np.array(self.steps)[:, None] * self.weight / len(self.steps)
        at_places = (self.in_cells(upper, edges) * steps).sum(axis=1) * per
        weight = (1 - self.weight) * cells + at_places
        return weight, at_places / np.maximum(weight, 1e-300)

    def nearest(self, value: Floats, upper: Floats, near: Floats, far: Floats) -> Floats:
        """The multiple nearest to `value` between these distances below `upper`, of the largest step that has one."""
        first, last = (self._up_to(upper, each) for each in (far, near))
        steps, rows = np.array(self.steps), np.arange(value.size)
        largest = np.argmax((last > first) * steps, axis=1)
        step, index = steps[largest], (value - self.zero) / steps[largest]
        return np.asarray(self.zero + step * np.clip(np.rint(index), first[rows, largest] + 1, last[rows, largest]))

    def _up_to(self, upper: Floats, distance: Floats) -> Floats:
        """The index of the last multiple up to this distance below `upper`; where no law begins at its end, before."""
        return np.floor(self._index(upper, distance) + (-_TOUCH if self.every else _TOUCH))

    def _index(self, upper: Floats, distance: Floats) -> Floats:
        """How many steps from zero the values at these distances below `upper` are, with a dimension for the steps."""
        steps = np.array(self.steps)
        if distance.ndim == 1:
            return np.asarray(((upper - distance)[:, None] - self.zero) / steps)
        return np.asarray(((upper - distance)[:, None, :] - self.zero) / steps[:, None])


def places(step: float) -> RoundNumbers:
    """The places of numbers with this step."""
    return RoundNumbers(-1.0 - step / 2, (step,), PLACES, every=True)


def scale_of(lo: float, hi: float) -> int:
    """How many values the scale has that a domain hints at; 0 where it hints at none.

    Its step is the largest round one of which both ends are multiples, if it has from 4 to 15 of them.
    """
    steps = [_steps(lo, hi, leading * 10.0**power) for power in _powers(hi - lo) for leading in _LEADING]
    fewest = min((count for count in steps if count), default=0)
    return 1 + fewest if _FEWEST <= fewest < _MOST_VALUES else 0


def _steps(lo: float, hi: float, step: float) -> int:
    """How many steps the domain has; 0 where one of its ends is no multiple."""
    on = all(abs(end / step - round(end / step)) <= max(_TOUCH, _EXACT * abs(end / step)) for end in (lo, hi))
    return round((hi - lo) / step) if on else 0


def _powers(width: float) -> range:
    """The powers of ten of which the domain has at most 1,000."""
    return range(math.floor(math.log10(width / _MOST)), math.floor(math.log10(width)) + 1)


def round_steps(width: float) -> tuple[float, ...]:
    """The round steps of which a domain of this width has from 4 to 1,000, rising."""
    steps = (leading * 10.0**power for power in _powers(width) for leading in _LEADING)
    return tuple(step for step in steps if width / _MOST <= step * (1 + _TOUCH) and step <= width / _FEWEST)
