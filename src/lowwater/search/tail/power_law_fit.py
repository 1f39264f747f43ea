"""Power-law fit: weighted least squares of a power law to pooled points, for every minimum and exponent of a grid.

The curve is F(x) = C ((x - m) / (top - m))**a, or another of the `shapes`, with C fitted for each minimum m and shape.
It is fitted up to a share only, that of its top. A heap need not reach the top, but the upper limit. Tables are run by
hypothesis.

Power laws and heaps are summed over the points once, for all limits of the share; other shapes once for each limit.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import NOBODY, Points
from lowwater.search.tail.hypotheses import Hypotheses
from lowwater.search.tail.shapes import Shapes
from lowwater.search.tail.sums import Sums, logarithms, sums

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

AT_ONCE = 64
"""Runs computed together: as many as keep their tables in the processor's cache."""

_CELLS_AT_ONCE = 256 * AT_ONCE  # cells of minima times shapes, of all runs together

SEARCH_ERROR, REPORT_ERROR = 0.5, 0.25
"""How the model's error grows with the share: the search is wary, the report trusts the law more."""

_HEAP_ERROR = 0.1  # the standard deviation of a heap's share at the upper limit, in parts of it
_LEAST_HEAP = 0.6  # the least share of a heap, in parts of that at the upper limit


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


def model_error(share: Floats, slope: float) -> Floats:
    """The standard deviation of the law itself: a twentieth of small shares, and `slope` times large ones more."""
    return np.asarray((0.05 + slope * share) * share)


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

    def of(self, runs: Ints) -> "_Top":
        """The tops of the given runs."""
        return _Top(*(column[runs] for column in self))


class _Fitted(NamedTuple):
    """The points of a fit: weights and weighted shares, run by point, and the weighted sum of squares of shares."""

    weight: Floats
    weighted: Floats
    squares: Floats

    @classmethod
    def weighed(cls, share: Floats, weight: Floats) -> "_Fitted":
        """The points of these shares and weights, run by point."""
        weighted = np.where(weight > 0, weight * share, 0.0)
        return cls(weight, weighted, (weighted * share).sum(axis=1))

    def of(self, runs: Ints) -> "_Fitted":
        """The points of the given runs."""
        return _Fitted(*(column[runs] for column in self))


@dataclass(frozen=True)
class Fits:
    """Fits of the points up to each of the `limits`, and the first point above it, which becomes the top."""

    points: Points
    right: Ints
    minimum: Floats
    shapes: Shapes
    variance: float
    slope: float
    limits: list[float]

    def up_to(self, index: int, runs: Ints) -> Fit:
        """The fit of the given runs up to the limit with this index."""
        top, fitted = self._tops[index].of(runs), self._fitted[index].of(runs)
        unbent = self._unbent(index, runs, fitted, top)
        start = self._tables(fitted, self.minimum[runs, -1:], self.shapes.at(slice(self._count, None)), runs, top)
        hypotheses = Hypotheses(self.shapes, self.minimum.shape[1])
        pairs = zip(unbent, start, strict=True)
        misfit, constant = (hypotheses.joined(each, bent[:, :, 0]) for each, bent in pairs)
        return Fit(misfit, constant, self.used(index)[runs], top.threshold)

    def _unbent(self, index: int, runs: Ints, fitted: _Fitted, top: _Top) -> tuple[Floats, Floats]:
        """Misfit and constant of unbent shapes, run by shape by cell: by the sums over points, where there are any."""
        straight, free = self.shapes.at(slice(self._count)), self._free
        misfit, constant = (np.empty((runs.size, self._count, self.minimum.shape[1])) for _ in range(2))
        summed = _least_squares(*self._rescaled(index, runs), fitted.squares, straight.at(free), top)
        misfit[:, free], constant[:, free] = summed
        if not free.all():
            passed = self._tables(fitted, self.minimum[runs], straight.at(~free), runs, top)
            misfit[:, ~free], constant[:, ~free] = passed
        return misfit, constant

    @property
    def _count(self) -> int:
        """The number of unbent shapes."""
        return self.shapes.straight

    @property
    def _free(self) -> npt.NDArray[np.bool_]:
        """Which of the unbent shapes are free of scale."""
        return np.asarray(self.shapes.scale_free[: self._count])

    def used(self, index: int) -> Floats:
        """The number of points fitted, for each run."""
        return np.asarray(np.count_nonzero(self._fitted[index].weight, axis=1), dtype=float)

    @cached_property
    def _above(self) -> list[Ints]:
        """The column of the top of each run, for each limit."""
        return [np.maximum(np.argmax(self.points.pooled > limit, axis=1), self.right) for limit in self.limits]

    @cached_property
    def _tops(self) -> list[_Top]:
        """The tops of all runs, for each limit."""
        pairs = zip(self._above, self.limits, strict=True)
        return [_top(self.points, self.right, above, limit, self.variance) for above, limit in pairs]

    @cached_property
    def _fitted(self) -> list[_Fitted]:
        """The points that are fitted, for each limit."""
        points, columns = self.points, np.arange(self.points.pooled.shape[1])
        # Laplace's rule of succession: few people who all say no prove little
        smoothed = (points.people * points.pooled + 1) / (points.people + 2)
        noise = (self.variance + smoothed * (1 - smoothed)) / points.people
        weight = 1 / (noise + model_error(points.pooled, self.slope) ** 2 + 1e-14)
        fitted = []
        for above, limit in zip(self._above, self.limits, strict=True):
            use = (columns < above[:, None]) & (points.pooled <= limit) & (points.people > NOBODY)
            fitted.append(_Fitted.weighed(points.share, np.where(use, weight, 0.0)))
        return fitted

    @cached_property
    def _sums(self) -> Sums:
        """The sums of shapes that are free of scale, with ratio 1 at the first limit's top."""
        weight, weighted = (np.stack([each[i] for each in self._fitted], axis=1) for i in (0, 1))
        free = self.shapes.at(slice(self._count)).at(self._free)
        return sums(self.points.threshold, self.minimum, self._tops[0].threshold, free, weight, weighted)

    def _rescaled(self, index: int, runs: Ints) -> tuple[Floats, Floats]:
        """The sums for a limit, with ratio 1 at its own top, run by shape by cell."""
        cross, squares = (column[runs, index] for column in self._sums)
        if index == 0:
            return cross, squares
        own, first = (self._tops[i].threshold[runs, None] - self.minimum[runs] for i in (index, 0))
        power = np.where(self.shapes.heap, 0.0, self.shapes.exponent)[: self._count][self._free]
        factor = np.exp(power[:, None] * np.log(first / own)[:, None])
        cross *= factor
        squares *= factor
        squares *= factor
        return cross, squares

    def _tables(self, fitted: _Fitted, minimum: Floats, shapes: Shapes, runs: Ints, top: _Top) -> tuple[Floats, Floats]:
        """Misfit and constant of any shapes of these runs, run by shape by grid point; the points are passed over."""
        span = top.threshold[:, None] - minimum
        log = logarithms(self.points.threshold[runs], minimum, top.threshold)[:, None]
        size = (runs.size, shapes.exponent.size, minimum.shape[1])
        misfit, constant, count = np.empty(size), np.empty(size), max(1, _CELLS_AT_ONCE // minimum.size)
        for batch in shapes.alike(count):
            misfit[:, batch], constant[:, batch] = _batch(log, fitted, shapes.at(batch), span, top)
        return misfit, constant


def _top(points: Points, right: Ints, above: Ints, limit: float, variance: float) -> _Top:
    """The point of each run in the column `above`, whose share is at least `limit`; `right` is the upper limit's."""
    rows = np.arange(len(above))
    pooled, share = points.pooled[rows, above], np.maximum(np.minimum(points.share[rows, above], 1.0), limit)
    noise = (variance + pooled * (1 - pooled)) / points.people[rows, above]
    first = above == right
    heap_weight = np.where(first, 1 / (noise + (_HEAP_ERROR * share) ** 2), 0.0)
    least_heap = _LEAST_HEAP * np.where(first, share, points.pooled[rows, right])
    return _Top(points.threshold[rows, above], share, 1 / (noise + share**2), heap_weight, least_heap)


def _least_squares(cross: Floats, squares: Floats, shares: Floats, shapes: Shapes, top: _Top) -> tuple[Floats, Floats]:
    """Misfit and best constant, run by shape by cell, from sums of share times curve, of curve and share squared.

    The sum of w (s - C f)**2 is expanded, so that curves f are passed over twice only.
    """
    heap = shapes.heap[:, None]
    weight, share = top.weight[:, None, None], top.share[:, None, None]
    least = share / 2
    if heap.any():
        weight = np.where(heap, top.heap_weight[:, None, None], weight)
        least = np.where(heap, top.least_heap[:, None, None], least)
    constant: Floats = cross + weight * share
    constant /= np.maximum(squares + weight, 1e-300)
    np.maximum(constant, least, out=constant)
    misfit: Floats = constant * squares
    misfit -= 2 * cross
    misfit *= constant
    misfit += shares[:, None, None]
    np.maximum(misfit, 0.0, out=misfit)
    short = share - np.minimum(constant, 1.0)
    short *= short
    short *= weight
    misfit += short
    return misfit, constant


def _batch(log: Floats, fitted: _Fitted, shapes: Shapes, span: Floats, top: _Top) -> tuple[Floats, Floats]:
    """Misfit and constant of a few shapes; `log` is that of a point's part of the `span`, run by 1 by cell by point."""
    curves = shapes.curves(log)
    cross, squares = _passed(curves, fitted)
    misfit, constant = _least_squares(cross, squares, fitted.squares, shapes, top)
    if not shapes.width.any():
        return misfit, constant
    constant = _known_constants(constant, shapes.exponent, shapes.width, span[:, None])
    cross, squares = _passed(np.minimum(constant[..., None] * curves, 1), fitted)
    misfit = np.maximum(squares - 2 * cross + fitted.squares[:, None, None], 0.0)
    weight, share = top.weight[:, None, None], top.share[:, None, None]
    return misfit + weight * (share - np.minimum(constant, 1.0)) ** 2, constant


def _passed(curves: Floats, fitted: _Fitted) -> tuple[Floats, Floats]:
    """The weighted sums of share times curve, and of the curve's square, run by shape by cell."""
    weight, weighted = fitted.weight[:, None, :, None], fitted.weighted[:, None, :, None]
    return np.matmul(curves, weighted)[..., 0], np.matmul(curves * curves, weight)[..., 0]


def _known_constants(fitted: Floats, exponent: Floats, width: Floats, span: Floats) -> Floats:
    """The constants of shapes, those of a known width in the place of the `fitted` ones, run by shape by grid point."""
    exponent, width = exponent[:, None], width[:, None]
    known = (span / np.where(width > 0, width, 1.0)) ** exponent
    return np.where(width > 0, known, fitted)
