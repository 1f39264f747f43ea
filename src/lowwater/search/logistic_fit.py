"""Logistic fit: the posterior of a quantile p by a logistic curve fitted to the answers around it.

The working model is logit F(x) = logit p + (x - q) / s. It is believed only near p: a share further away has a smaller
weight, and the range guard drops points that do not fit.
"""

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import KNOWN, NOBODY, Answers, Points, deviations_above_zero, pool
from lowwater.search.quantile_posterior import QuantilePosterior

Floats = npt.NDArray[np.float64]

SURE = 4.0
"""Pooled standard deviations from p that put a threshold on one side of the quantile."""

_GRID, _SCALES = 96, 24  # grid points of the quantile q and of the scale s
_RANGES = (1.0, 0.3, 0.1, 0.03)  # the distances from p up to which the curve may be believed
_MISFIT = 0.3  # the model's standard deviation, in multiples of the distance from p
_AT_ONCE = 64  # runs whose tables stay small


def posterior_of(answers: Answers, variance: float, p: float) -> QuantilePosterior:
    """The posterior of every run."""
    parts = [
        _part(Answers(*(column[start : start + _AT_ONCE] for column in answers)), variance, p)
        for start in range(0, len(answers.threshold), _AT_ONCE)
    ]
    return QuantilePosterior(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _part(answers: Answers, variance: float, p: float) -> QuantilePosterior:
    """The posterior of a few runs, with a flat prior on the grid and on the log of the scale."""
    points = pool(answers, variance)
    low, high = _limits(points, variance, p)
    grid = low[:, None] + (high - low)[:, None] * (np.arange(_GRID) + 0.5) / _GRID
    scales = (high - low)[:, None] * np.geomspace(0.02, 20.0, _SCALES)
    misfit, believed = _guarded(points, grid, scales, variance, p)
    weight = np.exp((misfit.min(axis=(1, 2), keepdims=True) - misfit) / 2)
    weight = weight / weight.sum(axis=(1, 2), keepdims=True)
    return QuantilePosterior(low, high, grid, scales, weight, believed)


def _limits(points: Points, variance: float, p: float) -> tuple[Floats, Floats]:
    """The last threshold significantly below the quantile, and the first significantly above it."""
    threshold, share, people = points.threshold[:, :-1], points.share[:, :-1], points.people[:, :-1]
    noise = variance + p * (1 - p)
    above = deviations_above_zero(share - p, people, noise) >= SURE
    below = deviations_above_zero((p - share)[:, ::-1], people[:, ::-1], noise)[:, ::-1] >= SURE
    high = np.min(np.where(above, threshold, 1.0), axis=1)
    low = np.max(np.where(below & (threshold < high[:, None]), threshold, -1.0), axis=1)
    return low, high


def _guarded(points: Points, grid: Floats, scales: Floats, variance: float, p: float) -> tuple[Floats, Floats]:
    """The misfit and the range up to which the curve is believed, chosen by misfit plus a price on points lost."""
    weights = [_weight(points, variance, p, within) for within in _RANGES]
    misfits = _misfits(points, p, grid, scales, weights)
    best, believed = misfits[0], np.full(len(scales), _RANGES[0])
    used = [np.count_nonzero(weight, axis=1) for weight in weights]
    score = best.min(axis=(1, 2))
    for index in range(1, len(_RANGES)):
        penalized = misfits[index].min(axis=(1, 2)) + 2 * (used[0] - used[index]) + index
        better = penalized < score
        best = np.where(better[:, None, None], misfits[index], best)
        score, believed = np.where(better, penalized, score), np.where(better, _RANGES[index], believed)
    return best, believed


def _weight(points: Points, variance: float, p: float, within: float) -> Floats:
    """The weight of each point whose pooled share is within `within` of p; zero for the others."""
    away = np.abs(points.pooled - p)
    smoothed = (points.people * points.pooled + 1) / (points.people + 2)  # Laplace's rule of succession
    noise = (variance + smoothed * (1 - smoothed)) / points.people + (_MISFIT * away) ** 2 + 1e-14
    asked = (points.people > NOBODY) & (points.people < KNOWN)
    return np.where((away <= within) & asked, 1 / noise, 0.0)


def _misfits(points: Points, p: float, grid: Floats, scales: Floats, weights: list[Floats]) -> list[Floats]:
    """The chi-square of every scale and grid point for each of the `weights`, run by scale by grid point."""
    inside = min(max(p, 1e-9), 1 - 1e-9)
    logit = np.log(inside / (1 - inside))
    misfits = [np.empty((len(scales), _SCALES, grid.shape[1])) for _ in weights]
    apart = points.threshold[:, None, :] - grid[:, :, None]
    for index in range(_SCALES):
        square = _squares(logit, apart / scales[:, index, None, None], points.share[:, None, :])
        for misfit, weight in zip(misfits, weights, strict=True):
            misfit[:, index] = np.einsum("rgt,rt->rg", square, weight)
    return misfits


def _squares(logit: float, curve: Floats, share: Floats) -> Floats:
    """The squares of share - 1 / (1 + exp(-(logit + curve))), computed in place in `curve`."""
    curve += logit
    np.clip(curve, -60.0, 60.0, out=curve)
    np.negative(curve, out=curve)
    np.exp(curve, out=curve)
    curve += 1
    np.divide(1, curve, out=curve)
    np.subtract(share, curve, out=curve)
    curve *= curve
    return curve
