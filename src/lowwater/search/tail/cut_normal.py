"""Cut normal: a normal law that is cut off some deviations below its mean, up to the top of a fit.

Its curve is read from a table, between whose values it is interpolated along a line: within 1e-7.
"""

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_TOP = 0.84
"""Deviations above the mean at which a fit ends: up to there are .8 of a normal law."""

_LAST = 4.0  # from this ratio on the law has nobody left
_STEPS = 4000  # of the table, for each 1 of the ratio


def cut_normal(ratio: Floats, deviations: float) -> Floats:
    """The share of a normal law cut off so many deviations below its mean: 0 at the ratio 0, and 1 at the ratio 1."""
    table = _table(deviations)
    place = np.minimum(ratio, _LAST) * _STEPS
    before = place.astype(np.intp)
    low = table[before]
    return np.asarray(low + (place - before) * (table[before + 1] - low))


@lru_cache
def _table(deviations: float) -> Floats:
    ratios = np.arange(int(_LAST * _STEPS) + 2) / _STEPS
    up_to = np.array([_share(ratio * (deviations + _TOP) - deviations) for ratio in ratios.tolist()])
    return np.asarray((up_to - up_to[0]) / (_share(_TOP) - up_to[0]))


def _share(deviation: float) -> float:
    """The share of a normal law up to this deviation from its mean."""
    return math.erfc(-deviation / math.sqrt(2)) / 2
