"""Posterior: the posterior distribution of the minimum given all answers so far, for many runs at once.

Near its minimum m a distribution looks like a power law, F(x) = C (x - m)**a. Every m and a of a grid gets a posterior
weight: the likelihood exp(-misfit / 2), with C fitted, times the prior. Everything happens on the paper's domain
[-1, 1], for a minimum; the search maps its own domain there.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.level import pooled_level
from lowwater.search.pool import KNOWN, SIGNIFICANT, Answers, Points, pool
from lowwater.search.round_numbers import RoundNumbers
from lowwater.search.tail.cells import between, first_edges, middles, zoomed_edges
from lowwater.search.tail.hypotheses import Hypotheses
from lowwater.search.tail.power_law_fit import AT_ONCE, REPORT_ERROR, SEARCH_ERROR
from lowwater.search.tail.prior import Prior
from lowwater.search.tail.range_guard import Guarded, guarded_fit
from lowwater.search.tail.shapes import Shapes

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_MOSTLY = 0.5  # the part of a cell's weight at round numbers above which one of them is named
_TOUCH = 1e-9  # of a distance: distances that differ by less are equal
_NEXT = 0.75  # of a step: places half a step below a value and at it are that value's, whichever way they are rounded


@dataclass(frozen=True)
class Posterior:
    """Posterior weights of hypotheses: shapes, and cells of minima by their distance below the upper limit.

    upper: the upper limit, the first threshold that is significantly above zero.
    below: the threshold next below the upper limit.
    significance: by how many standard deviations the share at `upper` lies above zero.
    separation: by how many standard deviations the share at `below` is smaller than the pooled share at `upper`.
    edges: upper limit minus minimum at the edges of cells, rising from 0, run by edge.
    distance: upper limit minus minimum in the middle of each cell, run by cell.
    hypotheses: the curves that are tried, the same for all runs.
    weight: posterior weights, run by hypothesis; they sum to 1 for each run.
    constant: the fitted constants, run by hypothesis.
    top: the threshold at which a fitted curve has the share `constant`.
    believed: the share up to which the power law is believed.
    misfit: the least chi-square of any curve.
    used: the number of points fitted.
    known: the posterior weight of what was known beforehand; 1 where that is nothing.
    rounded: the part of every cell's weight that is at round numbers, run by cell.
    step: the step of the numbers, 0 where there is none.
    round_numbers: the round numbers that heaps, or all laws, are likely at.
    """

    upper: Floats
    below: Floats
    significance: Floats
    separation: Floats
    edges: Floats
    distance: Floats
    hypotheses: Hypotheses
    weight: Floats
    constant: Floats
    top: Floats
    believed: Floats
    misfit: Floats
    used: Floats
    known: Floats
    rounded: Floats
    step: float
    round_numbers: RoundNumbers | None

    @property
    def shapes(self) -> Shapes:
        """The shapes of curves, the same for all runs."""
        return self.hypotheses.shapes

    @cached_property
    def by_cell(self) -> Floats:
        """The posterior weights of cells, run by cell."""
        return self.hypotheses.by_cell(self.weight)

    @cached_property
    def by_shape(self) -> Floats:
        """The posterior weights of shapes, run by shape."""
        return self.hypotheses.by_shape(self.weight)

    @cached_property
    def _cumulative(self) -> Floats:
        """The cumulative weights of cells, from the lowest minimum up to the limit."""
        return np.cumsum(self.by_cell[:, ::-1], axis=1)

    def expect(self, shape_values: Floats) -> Floats:
        """The posterior mean of a function of the shape, given by its values."""
        return np.asarray((self.by_shape * shape_values).sum(axis=1))

    def error_after_start(self, minimum: Floats) -> Floats:
        """The posterior mean distance of the minimum from `minimum`, given that it is not at the domain's start.

        With a step it is the distance between their values.
        """
        each, own, after = self.upper[:, None] - self.distance, minimum[:, None], self.by_cell.copy()
        after[:, -1] = 0.0
        away = np.abs(each - own) if not self.step else np.abs(self.value(each) - self.value(own))
        return np.asarray((after * away).sum(axis=1) / np.maximum(after.sum(axis=1), 1e-300))

    def value(self, place: Floats) -> Floats:
        """The number whose place this is: the first one after it, where numbers have a step."""
        if not self.step:
            return place
        return np.asarray(self.step * np.floor((place + 1) / self.step + _NEXT) - 1)

    def quantile(self, share: float | Floats) -> Floats:
        """The posterior quantile of the minimum, interpolated within a cell; `share` may differ between runs."""
        cumulative, cells = self._cumulative, self.hypotheses.cells
        at = np.minimum(np.count_nonzero(cumulative < np.reshape(share, (-1, 1)), axis=1), cells - 1)
        rows, cell = np.arange(at.size), cells - 1 - at
        own = self.by_cell[rows, cell]
        part = np.clip((share - (cumulative[rows, at] - own)) / np.maximum(own, 1e-300), 0.0, 1.0)
        near, far = self.edges[rows, cell], self.edges[rows, cell + 1]
        return np.asarray(self.upper - between(near, far, 1 - part))

    def named(self, share: float | Floats) -> tuple[Floats, Floats]:
        """The minimum at this posterior quantile, and the posterior weight of a round number at it.

        Where most of the weight of the quantile's cell is at round numbers, it is one of them.
        """
        value = self.quantile(share)
        if self.round_numbers is None:
            return value, np.zeros_like(value)
        cell = np.count_nonzero(self.edges[:, 1:-1] < (self.upper - value)[:, None], axis=1)
        near, far, part = (
            np.take_along_axis(column, cell[:, None], axis=1)[:, 0]
            for column in (self.edges, self.edges[:, 1:], self.rounded)
        )
        at = self.round_numbers.nearest(value, self.upper, near, far)
        weight = part * self.by_cell[np.arange(cell.size), cell]
        most = part > _MOSTLY
        return np.where(most, at, value), np.where(most, weight, 0.0)

    def in_gap(self) -> Floats:
        """The posterior probability that the minimum lies between `below` and `upper`."""
        inside = self.distance <= (1 + _TOUCH) * (self.upper - self.below)[:, None]
        return np.asarray((self.by_cell * inside).sum(axis=1))

    def middle_curve(self) -> tuple[Floats, Floats, Floats]:
        """The median of the minimum, and the geometric means of exponent and constant."""
        constant = (self.weight * np.log(np.maximum(self.constant, 1e-9))).sum(axis=1)
        return self.quantile(0.5), np.exp(self.expect(np.log(self.shapes.exponent))), np.exp(constant)


def posterior_of(answers: Answers, variance: float, prior: Prior, grid: int, *, report: bool = False) -> Posterior:
    """The posterior of every run, with `grid` cells for each of the prior's shapes.

    For a report the law is trusted more, cells are laid anew where the mass is, and fits up to several shares averaged.
    """
    starts = range(0, len(answers.threshold), AT_ONCE)
    few = (Answers(*(column[start : start + AT_ONCE] for column in answers)) for start in starts)
    parts = [_posterior(each, variance, prior, grid, report) for each in few]
    if len(parts) == 1:
        return parts[0]
    rows = [name for name in Posterior.__dataclass_fields__ if name not in ("hypotheses", "step", "round_numbers")]
    joined: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in rows}
    return replace(parts[0], **joined)


def _posterior(answers: Answers, variance: float, prior: Prior, grid: int, report: bool) -> Posterior:
    """The posterior of a few runs."""
    points = pool(answers, variance)
    rows = np.arange(len(points.threshold))
    right = np.argmax(points.significance >= SIGNIFICANT, axis=1)
    upper = points.threshold[rows, right]
    below = np.where(right > 0, points.threshold[rows, np.maximum(right - 1, 0)], -1.0)
    edges = first_edges(upper, below, grid, prior.step, prior.first)
    weighed = _weighed(points, right, below, edges, variance, prior, report)
    if report:
        edges = zoomed_edges(edges, weighed.hypotheses.by_cell(weighed.weight), grid, prior.step)
        weighed = _weighed(points, right, below, edges, variance, prior, report)
    best = weighed.guarded.best
    return Posterior(
        upper=upper,
        below=below,
        significance=points.significance[rows, right],
        separation=_separation(points, right, variance),
        edges=edges,
        distance=weighed.distance,
        hypotheses=weighed.hypotheses,
        weight=weighed.weight,
        constant=best.constant,
        top=best.top,
        believed=weighed.guarded.believed,
        misfit=best.misfit.min(axis=1),
        used=best.used,
        known=weighed.known,
        rounded=weighed.rounded,
        step=prior.step,
        round_numbers=prior.round_numbers,
    )


class _Weighed(NamedTuple):
    """Fits of hypotheses, their posterior weights, that of what was known beforehand, and the cells' rounded parts."""

    hypotheses: Hypotheses
    guarded: Guarded
    distance: Floats
    weight: Floats
    known: Floats
    rounded: Floats


def _weighed(
    points: Points, right: Ints, below: Floats, edges: Floats, variance: float, prior: Prior, report: bool
) -> _Weighed:
    upper, seen = points.threshold[np.arange(len(right)), right], right < points.threshold.shape[1] - 1
    distance, slope = middles(edges, prior.step), REPORT_ERROR if report else SEARCH_ERROR
    hypotheses = Hypotheses(prior.shapes, distance.shape[1])
    guarded = guarded_fit(points, right, upper[:, None] - distance, prior.shapes, variance, slope)
    asked = np.where(points.people < KNOWN, points.people, 0.0).sum(axis=1)
    level = pooled_level(SIGNIFICANT, asked, variance)
    cells, earlier = prior.of_cells(edges, distance, upper, below, seen, level)
    heaps = prior.of_heaps(cells, edges, distance, upper, upper - below, seen, level)
    laws = prior.of_laws(cells, edges, upper)
    weight = _weights(guarded, hypotheses.prior(laws.weight, heaps.weight), average=report)
    known = np.ones(len(right))
    if prior.shapes.known.any():
        known = hypotheses.by_shape(weight) @ prior.shapes.known
    if prior.earlier is not None:
        known = np.minimum(known, (hypotheses.by_cell(weight) * earlier).sum(axis=1))
    part = hypotheses.heaps(weight) / np.maximum(hypotheses.by_cell(weight), 1e-300)
    rounded = heaps.rounded * part + laws.rounded * (1 - part)
    return _Weighed(hypotheses, guarded, distance, weight, known, rounded)


def _weights(guarded: Guarded, prior: Floats, *, average: bool) -> Floats:
    """The posterior weights by the best fit, or averaged over all fits that were tried, by their scores."""
    if not average:
        return _normalized(guarded.best.misfit, prior)
    best = guarded.tried[0][2].copy()
    for rows, _, score in guarded.tried[1:]:
        best[rows] = np.minimum(best[rows], score)
    weight = np.zeros(prior.shape)
    for rows, misfit, score in guarded.tried:
        part = np.exp((best[rows] - score) / 2)[:, None]
        weight[rows] += part * _normalized(misfit, prior[rows])
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))


def _normalized(misfit: Floats, prior: Floats) -> Floats:
    """The weights exp(-misfit / 2) times the prior, normalized for each run."""
    weight: Floats = misfit.min(axis=1, keepdims=True) - misfit
    weight /= 2
    np.exp(weight, out=weight)
    weight *= prior
    weight /= weight.sum(axis=1, keepdims=True)
    return weight


def _separation(points: Points, right: Ints, variance: float) -> Floats:
    """By how many standard deviations the share left of column `right` is smaller than the pooled share there.

    Infinite where the column to the left is the domain's start, which nobody was asked about.
    """
    rows, left = np.arange(len(right)), np.maximum(right - 1, 0)
    pooled = points.pooled[rows, right]
    noise = np.sqrt((variance + pooled * (1 - pooled)) / points.people[rows, left])
    deviations = (pooled - np.maximum(points.share[rows, left], 0.0)) / np.maximum(noise, 1e-300)
    return np.where((right > 0) & (points.threshold[rows, left] > -1.0), deviations, np.inf)
