"""Posterior: the posterior distribution of the minimum given all answers so far, for many runs at once.

Near its minimum m a distribution looks like a power law, F(x) = C (x - m)**a. Every m and a of a grid gets a posterior
weight: the likelihood exp(-misfit / 2), with C fitted, times the prior. Everything happens on the paper's domain
[-1, 1], for a minimum; the search maps its own domain there.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import Answers, Points, pool
from lowwater.search.power_law_fit import AT_ONCE, REPORT_ERROR, SEARCH_ERROR, Guarded, guarded_fit
from lowwater.search.resample import resample

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SIGNIFICANT = 4.5
"""Pooled standard deviations above zero that prove somebody is there; fewer are unsafe."""

SEARCHING = np.array([*range(1, 17), 18, 20, 22, 24, 26, 28, 32, 36, 40, 44, 48, 56, 64, 72, 80, 88]) / 16
"""Exponents tried while the search runs."""

STEEPEST = 5.5
"""The largest exponent that is tried: beyond it nobody is near the minimum, and no share tells where it is."""

REPORTING = np.geomspace(1 / 16, STEEPEST, 64)
"""Exponents tried for the estimate."""

_PRIOR = 0.5  # prior density of the log distance proportional to distance ** 0.5
_WIDE = 1.02  # cells whose far edge is this many times further are halved geometrically
_GOLDEN = 0.6180339887
_BOTTOM = 2.0**-40  # the smallest distance of the grid


@dataclass(frozen=True)
class Posterior:
    """Posterior weights of each run on cells of minima (by their distance below the upper limit) and exponents.

    upper: the upper limit, the first threshold that is significantly above zero.
    below: the threshold next below the upper limit.
    significance: by how many standard deviations the share at `upper` lies above zero.
    separation: by how many standard deviations the share at `below` is smaller than the pooled share at `upper`.
    edges: upper limit minus minimum at the edges of cells, rising from 0, run by edge.
    distance: upper limit minus minimum in the middle of each cell, run by cell.
    exponents: the exponents, the same for all runs.
    weight: posterior weights, run by exponent by cell; they sum to 1 for each run.
    constant: the fitted constants, run by exponent by cell.
    top: the threshold at which a fitted curve has the share `constant`.
    believed: the share up to which the power law is believed.
    misfit: the least chi-square of any curve.
    used: the number of points fitted.
    """

    upper: Floats
    below: Floats
    significance: Floats
    separation: Floats
    edges: Floats
    distance: Floats
    exponents: Floats
    weight: Floats
    constant: Floats
    top: Floats
    believed: Floats
    misfit: Floats
    used: Floats

    def expect(self, exponent_values: Floats) -> Floats:
        """The posterior mean of a function of the exponent, given by its values."""
        return np.asarray(self.weight.sum(axis=2) @ exponent_values)

    def error(self, value: Floats) -> Floats:
        """The posterior mean of the distance between the minimum and `value`."""
        away = np.abs(self.upper[:, None] - self.distance - value[:, None])
        return np.asarray((self.weight.sum(axis=1) * away).sum(axis=1))

    def quantile(self, share: float) -> Floats:
        """The posterior quantile of the minimum, interpolated within a cell."""
        by_cell = self.weight.sum(axis=1)[:, ::-1]  # from the lowest minimum up to the limit
        cumulative = np.cumsum(by_cell, axis=1)
        at = np.minimum(np.count_nonzero(cumulative < share, axis=1), by_cell.shape[1] - 1)
        rows = np.arange(at.size)
        before = cumulative[rows, at] - by_cell[rows, at]
        part = np.clip((share - before) / np.maximum(by_cell[rows, at], 1e-300), 0.0, 1.0)
        cell = by_cell.shape[1] - 1 - at
        near, far = self.edges[rows, cell], self.edges[rows, cell + 1]
        return np.asarray(self.upper - _between(near, far, 1 - part))

    def in_gap(self) -> Floats:
        """The posterior probability that the minimum lies between `below` and `upper`."""
        inside = self.distance < (self.upper - self.below)[:, None]
        return np.asarray((self.weight.sum(axis=1) * inside).sum(axis=1))

    def middle_curve(self) -> tuple[Floats, Floats, Floats]:
        """The median of the minimum, and the geometric means of exponent and constant."""
        constant = (self.weight * np.log(np.maximum(self.constant, 1e-9))).sum(axis=(1, 2))
        return self.quantile(0.5), np.exp(self.expect(np.log(self.exponents))), np.exp(constant)


def _between(near: Floats, far: Floats, part: Floats) -> Floats:
    """A distance within a cell, a `part` of the way from `near` to `far`: geometrically, in cells that are wide."""
    wide = (near > 0) & (far > _WIDE * near)
    safe = np.where(wide, near, 1.0)
    return np.where(wide, safe * (np.where(wide, far, 1.0) / safe) ** part, near + (far - near) * part)


def posterior_of(answers: Answers, variance: float, exponents: Floats, grid: int, *, report: bool = False) -> Posterior:
    """The posterior of every run, with `grid` cells for each of the `exponents`.

    For a report the law is trusted more, cells are laid anew where the mass is, and fits up to several shares averaged.
    """
    parts = [
        _posterior(Answers(*(column[start : start + AT_ONCE] for column in answers)), variance, exponents, grid, report)
        for start in range(0, len(answers.threshold), AT_ONCE)
    ]
    rows = [name for name in Posterior.__dataclass_fields__ if name != "exponents"]
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in rows}
    return Posterior(exponents=exponents, **joined)


def _posterior(answers: Answers, variance: float, exponents: Floats, grid: int, report: bool) -> Posterior:
    """The posterior of a few runs."""
    points = pool(answers, variance)
    rows = np.arange(len(points.threshold))
    right = np.argmax(points.significance >= SIGNIFICANT, axis=1)
    upper = points.threshold[rows, right]
    below = np.where(right > 0, points.threshold[rows, np.maximum(right - 1, 0)], -1.0)
    least = np.minimum(np.maximum(0.02 * (upper - below), _BOTTOM), (upper + 1) / 2)
    edges = least[:, None] * ((upper + 1) / least)[:, None] ** np.linspace(0.0, 1.0, grid)
    edges = np.concatenate([np.zeros((len(rows), 1)), edges], axis=1)
    found, slope = right < points.threshold.shape[1] - 1, REPORT_ERROR if report else SEARCH_ERROR

    def weighed(edges: Floats) -> tuple[Guarded, Floats, Floats]:
        distance = _between(edges[:, :-1], edges[:, 1:], np.full(edges[:, 1:].shape, 0.5))
        guarded = guarded_fit(points, right, upper[:, None] - distance, exponents, variance, slope)
        return guarded, distance, _weights(guarded, _prior(edges, distance, exponents, found), average=report)

    guarded, distance, weight = weighed(edges)
    if report:
        edges = _zoomed(edges, weight.sum(axis=1), grid)
        guarded, distance, weight = weighed(edges)
    return Posterior(
        upper=upper,
        below=below,
        significance=points.significance[rows, right],
        separation=_separation(points, right, variance),
        edges=edges,
        distance=distance,
        exponents=exponents,
        weight=weight,
        constant=guarded.best.constant,
        top=guarded.best.top,
        believed=guarded.believed,
        misfit=guarded.best.misfit.min(axis=(1, 2)),
        used=guarded.best.used,
    )


def _prior(edges: Floats, distance: Floats, exponents: Floats, found: npt.NDArray[np.bool_]) -> Floats:
    """The prior weight of every exponent and cell, run by exponent by cell.

    The density is distance ** -0.5 where somebody was `found`, and uniform before; 1 / exponent in its logarithm.
    """
    power = np.where(found, _PRIOR, 1.0)[:, None] - 1
    width = np.diff(edges, axis=1) * np.maximum(distance, 1e-13) ** power
    spacing = np.gradient(np.log(exponents)) / exponents
    return np.asarray(spacing[:, None] * width[:, None, :])


def _weights(guarded: Guarded, prior: Floats, *, average: bool) -> Floats:
    """The posterior weights by the best fit, or averaged over all fits that were tried, by their scores."""
    if not average:
        return _normalized(guarded.best.misfit, prior)
    best = guarded.tried[0][2].copy()
    for rows, _, score in guarded.tried[1:]:
        best[rows] = np.minimum(best[rows], score)
    weight = np.zeros(prior.shape)
    for rows, misfit, score in guarded.tried:
        part = np.exp((best[rows] - score) / 2)[:, None, None]
        weight[rows] += part * _normalized(misfit, prior[rows])
    return np.asarray(weight / weight.sum(axis=(1, 2), keepdims=True))


def _normalized(misfit: Floats, prior: Floats) -> Floats:
    """The weights exp(-misfit / 2) times the prior, normalized for each run."""
    weight = np.exp((misfit.min(axis=(1, 2), keepdims=True) - misfit) / 2) * prior
    return np.asarray(weight / weight.sum(axis=(1, 2), keepdims=True))


def _zoomed(edges: Floats, weight: Floats, grid: int) -> Floats:
    """New edges: every fourth of the old ones, and for the rest quantiles of the mass."""
    count = 3 * grid // 4
    cumulative = np.concatenate([np.zeros((len(weight), 1)), np.cumsum(weight, axis=1)], axis=1)
    marks = np.arange(1, count) / count
    quantiles = [np.interp(marks * row[-1], row, edge) for row, edge in zip(cumulative, edges, strict=True)]
    return np.sort(np.concatenate([edges[:, ::4], edges[:, -1:], np.array(quantiles)], axis=1), axis=1)


def _separation(points: Points, right: Ints, variance: float) -> Floats:
    """By how many standard deviations the share left of column `right` is smaller than the pooled share there.

    Infinite where the column to the left is the domain's start, which nobody was asked about.
    """
    rows, left = np.arange(len(right)), np.maximum(right - 1, 0)
    pooled = points.pooled[rows, right]
    noise = np.sqrt((variance + pooled * (1 - pooled)) / points.people[rows, left])
    deviations = (pooled - np.maximum(points.share[rows, left], 0.0)) / np.maximum(noise, 1e-300)
    return np.where((right > 0) & (points.threshold[rows, left] > -1.0), deviations, np.inf)


class Particles(NamedTuple):
    """Power laws drawn from the posterior, run by draw, and the threshold at which each has the share `constant`."""

    minimum: Floats
    exponent: Floats
    constant: Floats
    top: Floats

    def shares(self, thresholds: Floats) -> Floats:
        """The share that every drawn law has at every threshold, run by threshold by draw."""
        span = np.maximum(self.top[:, None] - self.minimum, 1e-300)[:, None, :]
        ratio = np.maximum(thresholds[:, :, None] - self.minimum[:, None, :], 0.0) / span
        return np.minimum(1.0, self.constant[:, None, :] * ratio ** self.exponent[:, None, :])


def particles(posterior: Posterior, count: int, offset: Floats | None = None) -> Particles:
    """`count` power laws for each run, by systematic resampling with an `offset` of 0 to 1 for each run."""
    at = resample(posterior.weight, count, offset)
    exponent, distance = np.divmod(at, posterior.distance.shape[1])
    near, far = (np.take_along_axis(posterior.edges, distance + step, axis=1) for step in (0, 1))
    part = np.arange(count) * _GOLDEN % 1.0  # spread within cells
    minimum = posterior.upper[:, None] - (near + (far - near) * part)
    constant = np.take_along_axis(posterior.constant.reshape(len(at), -1), at, axis=1)
    return Particles(minimum, posterior.exponents[exponent], constant, posterior.top)
