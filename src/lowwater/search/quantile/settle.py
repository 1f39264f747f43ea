"""Settle a quantile: the thresholds of the two settling questions, placed by curves drawn from the posterior.

A threshold is only placed here; what its answers prove needs no model (see `certain`).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.law.normal import normal_cdf
from lowwater.search.quantile.curves import Curves
from lowwater.search.quantile.grid import between_values

Floats = npt.NDArray[np.float64]

_DOUBT = 2.0  # deviations of a one-sided test at half of the doubt
_STEPS = np.geomspace(0.25, 16.0, 48)  # distances from the quantile that are tried, in deviations of the share
_SHARES = np.linspace(0.5, 1.0, 17)  # the drawn quantiles that are tried, for curves that jump


class Limit(NamedTuple):
    """A limit of the quantile on one side: `side` is 1 above it and -1 below it, `known` the one known by now.

    noise: the standard deviation of a share of p, by the answers to come.
    step: that of the data on [-1, 1]; None where they have none.
    """

    side: float
    known: Floats
    noise: float
    step: float | None


def place(curves: Curves, p: float, limit: Limit) -> Floats:
    """The threshold whose answers are expected to leave the narrowest limit of the quantile."""
    side, known, noise, step = limit
    candidates = _candidates(curves, noise, known, side)
    if step is not None:
        candidates = between_values(candidates, step)
    proof = normal_cdf(side * (curves.shares(p, candidates) - p) / noise - _DOUBT)
    tight = np.abs(candidates[:, :, None] - curves.quantile[:, None, :])
    loose = np.abs(known[:, None] - curves.quantile)[:, None, :]
    width = (proof * tight + (1 - proof) * loose).mean(axis=2)
    return np.asarray(candidates[np.arange(len(known)), np.argmin(width, axis=1)])


def _candidates(curves: Curves, noise: float, known: Floats, side: float) -> Floats:
    """Thresholds at which the middle curve is `_STEPS` deviations from the quantile, and drawn quantiles."""
    middle, slope = np.median(curves.quantile, axis=1), np.median(curves.slope, axis=1)
    away = side * noise * _STEPS / slope[:, None]
    drawn = np.quantile(side * curves.quantile, _SHARES, axis=1).T - side * middle[:, None]
    away = np.concatenate([np.abs(away), np.abs(drawn)], axis=1)
    return np.asarray(middle[:, None] + side * np.minimum(away, np.abs(known - middle)[:, None]))
