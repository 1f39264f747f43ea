"""Quantile placement: where the next questions about a quantile tell most.

Shares at thresholds and the quantile are taken for jointly normal, with the moments of curves drawn from the posterior,
as in the c-optimal design of the tail fit (see `placement`).
"""

import numpy as np
import numpy.typing as npt

from lowwater.search.quantile.posterior import QuantilePosterior

Floats = npt.NDArray[np.float64]

_AHEAD = 0.25  # people looked ahead to, as a part of all asked so far
_EVERY = 2  # every second edge of the posterior's cells is a candidate
_MISFIT = 0.1  # the model's standard deviation, in multiples of the distance from p
_EXTREME = 0.005  # the posterior is clipped here and as far from its other end


def designed(
    posterior: QuantilePosterior, p: float, people: Floats, variance: float, questions: int, offset: Floats
) -> Floats:
    """The greedy design of `questions` questions, run by question; `people` counts all who will have been asked."""
    candidates = posterior.edges[:, 1:-1:_EVERY]
    shares, quantile = _drawn(posterior, p, candidates, offset)
    mean = shares.mean(axis=2)
    each = np.maximum(_AHEAD * people / questions, 1.0)[:, None]
    noise = (variance + mean * (1 - mean) + 0.1 / each) / each + (_MISFIT * (mean - p)) ** 2 + 1e-14
    both = np.concatenate([shares, quantile[:, None, :]], axis=1)
    both = both - both.mean(axis=2, keepdims=True)
    covariance = both @ both.transpose(0, 2, 1) / both.shape[2]
    rows, chosen = np.arange(len(mean)), []
    for _ in range(questions):
        own = np.diagonal(covariance, axis1=1, axis2=2)[:, :-1] + noise
        at = np.argmax(covariance[:, -1, :-1] ** 2 / own, axis=1)
        column = covariance[rows, :, at]
        covariance = covariance - column[:, :, None] * column[:, None, :] / own[rows, at][:, None, None]
        chosen.append(candidates[rows, at])
    return np.stack(chosen, axis=1)


def _drawn(posterior: QuantilePosterior, p: float, candidates: Floats, offset: Floats) -> tuple[Floats, Floats]:
    """The shares of drawn curves at the candidates, and their quantiles between 0 and 1 of the posterior's extremes."""
    curves = posterior.curves(offset)
    ends = (np.full(len(offset), share) for share in (_EXTREME, 1 - _EXTREME))
    low, high = (posterior.quantile(share)[:, None] for share in ends)
    clipped = (np.clip(curves.quantile, low, high) - low) / np.maximum(high - low, 1e-300)
    return curves.shares(p, candidates), np.asarray(clipped)
