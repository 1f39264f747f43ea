"""Power-law fit: weighted least squares of a power law to pooled points, for every minimum and exponent of a grid.

The curve is F(x) = C ((x - m) / (top - m))**a, with C fitted for each minimum m and exponent a. A range guard chooses
up to which share the curve is fitted: near the minimum it holds, in the bulk it need not. Tables are run by exponent by
grid point.
"""

import itertools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.level import pooled_level
from lowwater.search.pool import KNOWN, NOBODY, Points
from lowwater.search.tail.shapes import Shapes

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

AT_ONCE = 64
"""Runs computed together: as many as keep their tables in the processor's cache."""

SEARCH_ERROR, REPORT_ERROR = 0.5, 0.25
"""How the model's error grows with the share: the search is wary, the report trusts the law more."""

_FIRST, _SHRINK = 0.8, 0.4  # the shares up to which a power law may be believed: .8, .32, .128, ...
_DOUBT = 0.7  # the misfit a point above which smaller limits are tried
_LOST = 1.75  # the price of a point above the limit; a point that fits has an expected misfit of 1


class Fit(NamedTuple):
    """A power law fitted to the points up to one share.

    misfit: chi-square, run by shape by grid point.
    constant: C, run by shape by grid point.
    used: the number of points fitted, for each run.
    top: the threshold at which the curve has the share C, for each run.
    """

    misfit: Floats
    constant: Floats
    used: Floats
    top: Floats


class Guarded(NamedTuple):
    """The fits that a range guard tried.

    best: the fit of every run whose score is least.
    believed: the share up to which it is believed.
    tried: of every limit the rows it was tried for, their misfits (run by shape by grid point) and scores.
    """

    best: Fit
    believed: Floats
    tried: list[tuple[Ints, Floats, Floats]]


def model_error(share: Floats, slope: float) -> Floats:
    """The standard deviation of the law itself: a twentieth of small shares, and `slope` times large ones more."""
    return np.asarray((0.05 + slope * share) * share)


def guarded_fit(points: Points, right: Ints, minimum: Floats, shapes: Shapes, variance: float, slope: float) -> Guarded:
    """The fits of every run up to falling shares, scored by misfit plus a price on points lost.

    `right` is each run's column of the first significant point; `minimum` is run by grid point.
    """
    runs = len(right)
    asked = np.where(points.people < KNOWN, points.people, 0.0).sum(axis=1)
    floor = 2 * pooled_level(3.0, asked, variance)
    best = _fit(points, right, minimum, shapes, _FIRST, variance, slope)
    score, believed, used = best.misfit.min(axis=(1, 2)), np.full(runs, _FIRST), best.used.copy()
    tried = [(np.arange(runs), best.misfit.copy(), score.copy())]
    active = np.flatnonzero((score > _DOUBT * used) & (floor <= _FIRST * _SHRINK))
    for step in itertools.count(1):
        if not active.size:
            return Guarded(best, believed, tried)
        limit = _FIRST * _SHRINK**step
        fit = _fit(points.of(active), right[active], minimum[active], shapes, limit, variance, slope)
        misfit = fit.misfit.min(axis=(1, 2))
        penalized = misfit + _LOST * (used[active] - fit.used) + step
        tried.append((active, fit.misfit, penalized))
        better = penalized < score[active]
        for whole, part in zip(best, fit, strict=True):
            whole[active[better]] = part[better]
        score[active[better]], believed[active[better]] = penalized[better], limit
        active = active[(misfit > _DOUBT * fit.used) & (limit * _SHRINK >= floor[active])]
    raise AssertionError  # unreachable: the count never ends


def _fit(
    points: Points, right: Ints, minimum: Floats, shapes: Shapes, limit: float, variance: float, slope: float
) -> Fit:
    """Fit the points whose pooled share is at most `limit`, and the first one above it, which becomes the top."""
    rows = np.arange(len(right))
    above = np.maximum(np.argmax(points.pooled > limit, axis=1), right)
    top, people = points.threshold[rows, above], points.people[rows, above]
    share = np.maximum(np.minimum(points.share[rows, above], 1.0), limit)
    pooled = points.pooled[rows, above]
    weight_top = 1 / ((variance + pooled * (1 - pooled)) / people + share**2)
    use = (np.arange(points.pooled.shape[1]) < above[:, None]) & (points.pooled <= limit) & (points.people > NOBODY)
    # Laplace's rule of succession: few people who all say no prove little
    smoothed = (points.people * points.pooled + 1) / (points.people + 2)
    noise = (variance + smoothed * (1 - smoothed)) / points.people
    weight = np.where(use, 1 / (noise + model_error(points.pooled, slope) ** 2 + 1e-14), 0.0)
    straight, bent = np.flatnonzero(shapes.bend == 0), np.flatnonzero(shapes.bend)
    size = (len(right), shapes.bend.size, minimum.shape[1])
    misfit, constant = np.full(size, np.inf), np.ones(size)
    misfit[:, straight], constant[:, straight] = _tables(
        points, weight, minimum, shapes.at(straight), top, share, weight_top
    )
    if bent.size:
        misfit[:, bent, -1:], constant[:, bent, -1:] = _tables(
            points, weight, minimum[:, -1:], shapes.at(bent), top, share, weight_top
        )
    return Fit(misfit, constant, use.sum(axis=1).astype(float), top)


def _tables(
    points: Points, weight: Floats, minimum: Floats, shapes: Shapes, top: Floats, share: Floats, weight_top: Floats
) -> tuple[Floats, Floats]:
    """Misfit and constant, run by shape by grid point; in single precision, whose exponentials are faster.

    `weight` is run by point; `top`, `share` and `weight_top` are the top point's threshold, share and weight.
    """
    single = np.float32
    span = (top[:, None] - minimum)[:, :, None]
    ratio = np.clip((points.threshold[:, None, :] - minimum[:, :, None]) / span, 1e-30, 1.0)
    log, shares, weights = np.log(ratio).astype(single)[:, None], points.share.astype(single), weight.astype(single)
    square_log = log * log
    weights[:, :] = np.where(weight > 0, weights, 0)
    weighted, weights = (weights * shares)[:, None, :, None], weights[:, None, :, None]
    shares = np.broadcast_to(shares[:, None, None, :], log.shape).copy()  # once, not stretched for every exponent
    weighted_top = (weight_top * share)[:, None, None]
    weight_top, share = weight_top[:, None, None], share[:, None, None]
    shape = (len(top), shapes.exponent.size, minimum.shape[1])
    misfit, constant = np.empty(shape), np.empty(shape)
    count, bent, knows = max(1, AT_ONCE // len(top)), bool(shapes.bend.any()), bool(shapes.width.any())
    exponents, bends = (column.astype(single)[:, None, None] for column in shapes[:2])
    for start in range(0, shapes.exponent.size, count):
        batch = slice(start, start + count)
        power = exponents[batch] * log
        if bent:
            power -= bends[batch] * square_log
        np.exp(power, out=power)
        cross = np.matmul(power, weighted)[..., 0].astype(float)
        square = np.matmul(power * power, weights)[..., 0].astype(float)
        c = np.maximum((cross + weighted_top) / (square + weight_top), share / 2)
        known = knows and bool(shapes.width[batch].any())
        if known:
            c = _known_constants(c, shapes.exponent[batch], shapes.width[batch], span[:, None, :, 0])
        power *= c.astype(single)[..., None]
        if known:
            np.minimum(power, 1, out=power)
        residual = np.subtract(shares, power, out=power)
        residual *= residual
        chi = np.matmul(residual, weights)[..., 0]
        misfit[:, batch] = chi + weight_top * (share - np.minimum(c, 1.0)) ** 2
        constant[:, batch] = c
    return misfit, constant


def _known_constants(fitted: Floats, exponent: Floats, width: Floats, span: Floats) -> Floats:
    """The constants of shapes, those of a known width in the place of the `fitted` ones, run by shape by grid point."""
    exponent, width = exponent[:, None], width[:, None]
    known = (span / np.where(width > 0, width, 1.0)) ** exponent
    return np.where(width > 0, known, fitted)
