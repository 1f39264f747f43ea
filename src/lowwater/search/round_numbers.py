"""Round numbers: where a heap of people who share one number is likelier than between.

Numbers are shared because they are rounded, counted or limited, and then they are multiples of 1, 2 or 5 times a power
of ten. That is a belief, which the answers have to speak for: a heap that is seen to lie within a width w, with one
multiple of d in it, is there with the odds d to w.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

WEIGHT = 0.5
"""The prior weight of round numbers among heaps, shared evenly by all steps."""

_FEWEST, _MOST = 4, 1000  # steps in a domain
_LEADING = (1, 2, 5)
_TOUCH = 1e-9  # of a step: a place that is so little beyond an edge is at it


class RoundNumbers(NamedTuple):
    """Multiples of several steps, counted from `zero`, on [-1, 1]."""

    zero: float
    steps: tuple[float, ...]

    def in_cells(self, upper: Floats, edges: Floats) -> Floats:
        """How many multiples of each step every cell holds, run by step by cell."""
        index = np.floor(self._index(upper[:, None], edges) + _TOUCH)
        return np.asarray(index[..., :-1] - index[..., 1:])

    def weigh(self, heaps: Floats, upper: Floats, edges: Floats) -> tuple[Floats, Floats]:
        """The prior weight of every cell for a heap, of which `WEIGHT` is at round numbers, and the part that is."""
        per = heaps / np.maximum(np.diff(edges, axis=1), 1e-300)
        steps = np.array(self.steps)[:, None] * WEIGHT / len(self.steps)
        at_places = (self.in_cells(upper, edges) * steps).sum(axis=1) * per
        weight = (1 - WEIGHT) * heaps + at_places
        return weight, at_places / np.maximum(weight, 1e-300)

    def nearest(self, value: Floats, upper: Floats, near: Floats, far: Floats) -> Floats:
        """The multiple nearest to `value` between these distances below `upper`, of the largest step that has one."""
        first, last = (np.floor(self._index(upper, each) + _TOUCH) for each in (far, near))
        steps, rows = np.array(self.steps), np.arange(value.size)
        largest = np.argmax((last > first) * steps, axis=1) if steps.size else np.zeros(value.size, dtype=np.intp)
        step, index = steps[largest], (value - self.zero) / steps[largest]
        return np.asarray(self.zero + step * np.clip(np.rint(index), first[rows, largest] + 1, last[rows, largest]))

    def _index(self, upper: Floats, distance: Floats) -> Floats:
        """How many steps from zero the values at these distances below `upper` are, with a dimension for the steps."""
        steps = np.array(self.steps)
        if distance.ndim == 1:
            return np.asarray(((upper - distance)[:, None] - self.zero) / steps)
        return np.asarray(((upper - distance)[:, None, :] - self.zero) / steps[:, None])


def round_steps(width: float) -> tuple[float, ...]:
    """The round steps of which a domain of this width has from 4 to 1,000, rising."""
    powers = range(math.floor(math.log10(width / _MOST)), math.floor(math.log10(width)) + 1)
    steps = (leading * 10.0**power for power in powers for leading in _LEADING)
    return tuple(step for step in steps if width / _MOST <= step * (1 + _TOUCH) and step <= width / _FEWEST)
