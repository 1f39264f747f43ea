"""Settle a quantile: the thresholds of the two settling questions, placed by logistic curves drawn from the posterior.

A threshold is only placed here; what its answers prove needs no model (see `certain`).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.law.normal import normal_cdf

Floats = npt.NDArray[np.float64]

_DOUBT = 2.0  # deviations of a one-sided test at half of the doubt
_STEPS = np.geomspace(0.25, 16.0, 48)  # distances from the quantile that are tried, in deviations of the share


class Curves(NamedTuple):
    """Logistic curves drawn from the posterior, run by draw: the quantile and the scale."""

    quantile: Floats
    scale: Floats

    def shares(self, p: float, thresholds: Floats) -> Floats:
        """The share that every curve has at every threshold, run by threshold by draw."""
        away = (thresholds[:, :, None] - self.quantile[:, None, :]) / self.scale[:, None, :]
        return np.asarray(1 / (1 + np.exp(-np.clip(np.log(p / (1 - p)) + away, -60.0, 60.0))))


def place(curves: Curves, p: float, noise: float, limit: Floats, side: float) -> Floats:
    """The threshold whose answers are expected to leave the narrowest limit of the quantile on one side.

    `noise` is the standard deviation of the share, `limit` what is known without the answers, `side` 1 above the
    quantile and -1 below it.
    """
    rows = np.arange(len(limit))
    candidates = _candidates(curves, p, noise, limit, side)
    proof = normal_cdf(side * (curves.shares(p, candidates) - p) / noise - _DOUBT)
    tight = np.abs(candidates[:, :, None] - curves.quantile[:, None, :])
    loose = np.abs(limit[:, None] - curves.quantile)[:, None, :]
    width = (proof * tight + (1 - proof) * loose).mean(axis=2)
    return np.asarray(candidates[rows, np.argmin(width, axis=1)])


def _candidates(curves: Curves, p: float, noise: float, limit: Floats, side: float) -> Floats:
    """Thresholds at which the middle curve is `_STEPS` deviations from the quantile, up to the limit."""
    middle = np.median(curves.quantile, axis=1)
    scale = np.exp(np.log(np.maximum(curves.scale, 1e-300)).mean(axis=1))
    share = np.clip(p + side * noise * _STEPS, 1e-9, 1 - 1e-9)
    apart = np.log(share / (1 - share)) - np.log(p / (1 - p))
    away = np.minimum(np.abs(scale[:, None] * apart), np.abs(limit - middle)[:, None])
    return np.asarray(middle[:, None] + side * away)
