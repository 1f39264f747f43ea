"""Ranges: up to which distance from a quantile's share p a curve is believed.

A point whose share is further away only says on which side of the quantile it is. Each costs a price, so that no more
points are given up than a curve fails to fit.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import KNOWN, NOBODY, Points

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

RANGES = np.array([1.0, 0.2, 0.04])
"""The distances from p up to which a curve may be believed."""

_PRICE = 2.0  # of a point given up, on the scale of a log likelihood
_STEP = 0.5  # the price of each smaller range


class Ranges(NamedTuple):
    """What a curve has to fit, for each of RANGES.

    used: the points that it has to fit, run by point by range.
    others: the log likelihood of all other points if the quantile lies in each gap, run by range by gap.
    """

    used: Flags
    others: Floats


def ranges_of(points: Points, variance: float, p: float) -> Ranges:
    """Which points each range holds, and what the others say."""
    asked = ((points.people > NOBODY) & (points.people < KNOWN))[:, :, None]
    used = (np.abs(points.pooled - p)[:, :, None] <= RANGES) & asked
    given_up = asked & ~used
    price = _PRICE * given_up.sum(axis=1) + _STEP * np.arange(len(RANGES))
    return Ranges(used, -price[:, :, None] - _wrong_side(points, given_up, variance, p))


def noise_of(points: Points, variance: float) -> Floats:
    """The variance of every share, by Laplace's rule of succession: a few people who all say no prove little."""
    smoothed = (points.people * points.pooled + 1) / (points.people + 2)
    return np.asarray((variance + smoothed * (1 - smoothed)) / points.people)


def _wrong_side(points: Points, given_up: Flags, variance: float, p: float) -> Floats:
    """Half the chi-square of shares on the wrong side of p, if the quantile lies in each gap; run by range by gap."""
    away = (points.share - p)[:, :-1]
    half = np.where(given_up[:, :-1], (away**2 / noise_of(points, variance)[:, :-1] / 2)[:, :, None], 0.0)
    none = np.zeros_like(half[:, :1])
    over, under = (np.where(side[:, :, None], half, 0.0) for side in (away > 0, away < 0))
    before = np.concatenate([none, np.cumsum(over, axis=1)], axis=1)
    after = np.concatenate([np.cumsum(under[:, ::-1], axis=1)[:, ::-1], none], axis=1)
    return np.swapaxes(before + after, 1, 2)
