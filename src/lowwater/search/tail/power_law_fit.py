"""Power-law fit: weighted least squares of a power law to pooled points, for every minimum and exponent of a grid.

The curve is F(x) = C ((x - m) / (top - m))**a, or another of the `shapes`, with C fitted for each minimum m and shape.
A range guard chooses up to which share the curve is fitted: near the minimum it holds, in the bulk it need not. A heap
need not reach the top, but the upper limit. Tables are run by hypothesis.
"""

import itertools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.level import pooled_level
from lowwater.search.pool import KNOWN, NOBODY, Points
from lowwater.search.tail.hypotheses import Hypotheses
from lowwater.search.tail.shapes import Shapes

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

AT_ONCE = 64
"""Runs computed together: as many as keep their tables in the processor's cache."""

_CELLS_AT_ONCE = 256 * AT_ONCE  # cells of minima times shapes, of all runs together

SEARCH_ERROR, REPORT_ERROR = 0.5, 0.25
"""How the model's error grows with the share: the search is wary, the report trusts the law more."""

_FIRST, _SHRINK = 0.8, 0.4  # the shares up to which a power law may be believed: .8, .32, .128, ...
_HEAP_ERROR = 0.1  # the standard deviation of a heap's share at the upper limit, in parts of it
_LEAST_HEAP = 0.6  # the least share of a heap, in parts of that at the upper limit
_DOUBT = 0.7  # the misfit a point above which smaller limits are tried
_LOST = 1.75  # the price of a point above the limit; a point that fits has an expected misfit of 1


class Fit(NamedTuple):
    """A power law fitted to the points up to one share.

    misfit: chi-square, run by hypothesis.
    constant: C, run by hypothesis.
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
    tried: of every limit the rows it was tried for, their misfits (run by hypothesis) and scores.
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
    score, believed, used = best.misfit.min(axis=1), np.full(runs, _FIRST), best.used.copy()
    tried = [(np.arange(runs), best.misfit.copy(), score.copy())]
    active = np.flatnonzero((score > _DOUBT * used) & (floor <= _FIRST * _SHRINK))
    for step in itertools.count(1):
        if not active.size:
            return Guarded(best, believed, tried)
        limit = _FIRST * _SHRINK**step
        fit = _fit(points.of(active), right[active], minimum[active], shapes, limit, variance, slope)
        misfit = fit.misfit.min(axis=1)
        penalized = misfit + _LOST * (used[active] - fit.used) + step
        tried.append((active, fit.misfit, penalized))
        better = penalized < score[active]
        for whole, part in zip(best, fit, strict=True):
            whole[active[better]] = part[better]
        score[active[better]], believed[active[better]] = penalized[better], limit
        active = active[(misfit > _DOUBT * fit.used) & (limit * _SHRINK >= floor[active])]
    raise AssertionError  # unreachable: the count never ends


class _Top(NamedTuple):
    """The point at the top of a fit, for each run: its threshold, share and weight.

    heap_weight: the weight of its share for a heap; 0 where the upper limit is among the points that are fitted.
    least_heap: the least share of a heap, which explains why somebody is at or before the upper limit.
    """

    threshold: Floats
    share: Floats
    weight: Floats
    heap_weight: Floats
    least_heap: Floats


class _Fitted(NamedTuple):
    """The points that are fitted: weight and weighted share, run by 1 by point by 1; the weighted sum of squares."""

    weight: Floats
    weighted: Floats
    squares: Floats

    @classmethod
    def of(cls, share: Floats, weight: Floats) -> "_Fitted":
        """The points of these shares and weights, run by point."""
        weighted = np.where(weight > 0, weight * share, 0.0)
        squares = (weighted * share).sum(axis=1)
        return cls(weight[:, None, :, None], weighted[:, None, :, None], squares[:, None, None])


def _fit(
    points: Points, right: Ints, minimum: Floats, shapes: Shapes, limit: float, variance: float, slope: float
) -> Fit:
    """Fit the points whose pooled share is at most `limit`, and the first one above it, which becomes the top."""
    above = np.maximum(np.argmax(points.pooled > limit, axis=1), right)
    top = _top(points, right, above, limit, variance)
    use = (np.arange(points.pooled.shape[1]) < above[:, None]) & (points.pooled <= limit) & (points.people > NOBODY)
    # Laplace's rule of succession: few people who all say no prove little
    smoothed = (points.people * points.pooled + 1) / (points.people + 2)
    noise = (variance + smoothed * (1 - smoothed)) / points.people
    weight = np.where(use, 1 / (noise + model_error(points.pooled, slope) ** 2 + 1e-14), 0.0)
    straight, hypotheses = shapes.straight, Hypotheses(shapes, minimum.shape[1])
    fitted = _Fitted.of(points.share, weight)
    tables = _tables(points.threshold, fitted, minimum, shapes.at(slice(straight)), top)
    start = _tables(points.threshold, fitted, minimum[:, -1:], shapes.at(slice(straight, None)), top)
    misfit, constant = (hypotheses.joined(each, bent[:, :, 0]) for each, bent in zip(tables, start, strict=True))
    return Fit(misfit, constant, use.sum(axis=1).astype(float), top.threshold)


def _top(points: Points, right: Ints, above: Ints, limit: float, variance: float) -> _Top:
    """The point of each run in the column `above`, whose share is at least `limit`; `right` is the upper limit's."""
    rows = np.arange(len(above))
    pooled, share = points.pooled[rows, above], np.maximum(np.minimum(points.share[rows, above], 1.0), limit)
    noise = (variance + pooled * (1 - pooled)) / points.people[rows, above]
    first = above == right
    heap_weight = np.where(first, 1 / (noise + (_HEAP_ERROR * share) ** 2), 0.0)
    least_heap = _LEAST_HEAP * np.where(first, share, points.pooled[rows, right])
    return _Top(points.threshold[rows, above], share, 1 / (noise + share**2), heap_weight, least_heap)


def _tables(threshold: Floats, points: _Fitted, minimum: Floats, shapes: Shapes, top: _Top) -> tuple[Floats, Floats]:
    """Misfit and constant of points at each `threshold`, run by shape by grid point.

    Single precision would save a sixth of the time, but processors differ in its last digits, and so would estimates.
    """
    span = (top.threshold[:, None] - minimum)[:, :, None]
    ratio = np.clip((threshold[:, None, :] - minimum[:, :, None]) / span, 1e-30, 1.0)
    log = np.log(ratio)[:, None]
    size = (len(minimum), shapes.exponent.size, minimum.shape[1])
    misfit, constant, count = np.empty(size), np.empty(size), max(1, _CELLS_AT_ONCE // minimum.size)
    for batch in shapes.alike(count):
        misfit[:, batch], constant[:, batch] = _batch(log, points, shapes.at(batch), span, top)
    return misfit, constant


def _batch(log: Floats, points: _Fitted, shapes: Shapes, span: Floats, top: _Top) -> tuple[Floats, Floats]:
    """Misfit and constant of a few shapes; `log` is that of a point's part of the `span`, run by 1 by cell by point.

    The sum of w (s - C f)**2 is expanded, so that curves f are passed over twice only.
    """
    heap, share = shapes.heap.any(), top.share[:, None, None]
    weight = (top.heap_weight if heap else top.weight)[:, None, None]
    least = top.least_heap[:, None, None] if heap else share / 2
    curves = shapes.curves(log)
    cross, squares = _sums(curves, points)
    constant = np.maximum((cross + weight * share) / np.maximum(squares + weight, 1e-300), least)
    if shapes.width.any():
        constant = _known_constants(constant, shapes.exponent, shapes.width, span[:, None, :, 0])
        cross, squares = _sums(np.minimum(constant[..., None] * curves, 1), points)
        misfit = squares - 2 * cross
    else:
        misfit = constant * (constant * squares - 2 * cross)
    misfit = np.maximum(misfit + points.squares, 0.0)
    return misfit + weight * (share - np.minimum(constant, 1.0)) ** 2, constant


def _sums(curves: Floats, points: _Fitted) -> tuple[Floats, Floats]:
    """The weighted sums of share times curve, and of the curve's square, run by shape by cell."""
    return np.matmul(curves, points.weighted)[..., 0], np.matmul(curves * curves, points.weight)[..., 0]


def _known_constants(fitted: Floats, exponent: Floats, width: Floats, span: Floats) -> Floats:
    """The constants of shapes, those of a known width in the place of the `fitted` ones, run by shape by grid point."""
    exponent, width = exponent[:, None], width[:, None]
    known = (span / np.where(width > 0, width, 1.0)) ** exponent
    return np.where(width > 0, known, fitted)
