"""Shares: the grid of cumulative shares, and how they grow from one value of a scale to the next.

Any division of the people among k values is as likely as any other: their shares are uniform on the simplex. The share
of the first value then has the law Beta(1, k - 1), and so has that of each next one among those who are left. But a
value between two that people have may be nobody's: half a star is for the undecided.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_CELLS = 128
_LEAST = 1e-6  # the width of the first cell: a smaller share is hardly ever told from nobody

_NOBODYS = 0.2  # the probability that nobody has a value after the first

EDGES = np.concatenate([[0.0], np.geomspace(_LEAST, 1.0, _CELLS)])
"""The edges of the cells of positive shares, geometrically spaced."""

SHARES = np.concatenate([[0.0], (EDGES[:-1] + EDGES[1:]) / 2])
"""The shares of the grid: nobody, and the middle of every cell."""

ROUNDING = np.concatenate([[0.0], np.diff(EDGES) ** 2 / 12])
"""The variance of a share within its cell."""


class Growth(NamedTuple):
    """How cumulative shares grow by the share of one value; s grows beyond x with the chance ((1 - x) / (1 - s))**k.

    reached: the chance of every cell, for the first value.
    left: (1 - s)**-k, by which a positive share of s raises the chance of the cells after its own.
    stay: the chance of a positive share to stay in its cell.
    """

    reached: Floats
    left: Floats
    stay: Floats

    def forward(self, none: Floats, some: Floats) -> Floats:
        """The weights of cells after the value, given those before it: of a share of 0, and of `some` in each cell."""
        before = (1 - _NOBODYS) * _shifted(np.cumsum(some * self.left, axis=-1))
        return np.asarray(self.reached * (none[..., None] + before) + self.stay * some)

    def backward(self, after: Floats) -> Floats:
        """The mean over the growth of `after`, which has a value for every cell, given the cell before."""
        further = _shifted(np.cumsum((self.reached * after)[..., ::-1], axis=-1))[..., ::-1]
        return np.asarray((1 - _NOBODYS) * self.left * further + self.stay * after)


@lru_cache(maxsize=64)
def growth(later: int) -> Growth:
    """The growth by a value with `later` values after it."""
    beyond, left = (1 - EDGES) ** later, (1 - SHARES[1:]) ** -float(later)
    return Growth(beyond[:-1] - beyond[1:], left, 1 - (1 - _NOBODYS) * left * beyond[1:])


def _shifted(sums: Floats) -> Floats:
    """The sums before each column."""
    return np.concatenate([np.zeros_like(sums[..., :1]), sums[..., :-1]], axis=-1)
