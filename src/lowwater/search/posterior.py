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
from lowwater.search.power_law_fit import AT_ONCE, guarded_fit
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
_BOTTOM = 2.0**-40  # the smallest distance of the grid


@dataclass(frozen=True)
class Posterior:
    """Posterior weights of each run on a grid of minima (by their distance below the upper limit) and exponents.

    upper: the upper limit, the first threshold that is significantly above zero.
    below: the threshold next below the upper limit.
    separation: by how many standard deviations the share at `below` is smaller than the pooled share at `upper`.
    distance: upper limit minus minimum, run by grid point.
    exponents: the exponents, the same for all runs.
    weight: posterior weights, run by exponent by grid point; they sum to 1 for each run.
    constant: the fitted constants, run by exponent by grid point.
    top: the threshold at which a fitted curve has the share `constant`.
    believed: the share up to which the power law is believed.
    misfit: the least chi-square of any curve.
    used: the number of points fitted.
    """

    upper: Floats
    below: Floats
    separation: Floats
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
        """The posterior quantile of the minimum, interpolated between grid points in the log of the distance."""
        by_distance = self.weight.sum(axis=1)[:, ::-1]  # from the lowest minimum up to the limit
        cumulative = np.cumsum(by_distance, axis=1) - by_distance / 2
        log = np.log(self.distance[:, ::-1])
        at = np.clip(np.count_nonzero(cumulative < share, axis=1), 1, log.shape[1] - 1)
        rows = np.arange(at.size)
        low, high = cumulative[rows, at - 1], cumulative[rows, at]
        part = np.clip((share - low) / np.maximum(high - low, 1e-300), 0.0, 1.0)
        return np.asarray(self.upper - np.exp((1 - part) * log[rows, at - 1] + part * log[rows, at]))

    def in_gap(self) -> Floats:
        """The posterior probability that the minimum lies between `below` and `upper`."""
        inside = self.distance < (self.upper - self.below)[:, None]
        return np.asarray((self.weight.sum(axis=1) * inside).sum(axis=1))

    def draw(self, which: Floats, jitter: Floats) -> tuple[Floats, Floats, Floats]:
        """Draw a minimum, exponent and constant for each run: `which` picks a grid point, `jitter` a point of its cell.

        Both hold a uniform for each run.
        """
        cumulative = np.cumsum(self.weight.reshape(which.size, -1), axis=1)
        chosen = np.count_nonzero(cumulative < (which * cumulative[:, -1])[:, None], axis=1)
        at = np.minimum(chosen, cumulative.shape[1] - 1)
        rows = np.arange(which.size)
        exponent, distance = np.divmod(at, self.distance.shape[1])
        log = np.log(self.distance)
        spacing = (log[:, -1] - log[:, 0]) / (log.shape[1] - 1)
        drawn = np.exp(np.minimum(log[rows, distance] + (jitter - 0.5) * spacing, log[:, -1]))
        return self.upper - drawn, self.exponents[exponent], self.constant.reshape(which.size, -1)[rows, at]


def posterior_of(answers: Answers, variance: float, exponents: Floats, grid: int) -> Posterior:
    """The posterior of every run, with `grid` distances for each of the `exponents`."""
    parts = [
        _posterior(Answers(*(column[start : start + AT_ONCE] for column in answers)), variance, exponents, grid)
        for start in range(0, len(answers.threshold), AT_ONCE)
    ]
    rows = ("upper", "below", "separation", "distance", "weight", "constant", "top", "believed", "misfit", "used")
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in rows}
    return Posterior(exponents=exponents, **joined)


def _posterior(answers: Answers, variance: float, exponents: Floats, grid: int) -> Posterior:
    """The posterior of a few runs; the prior density of log distance and log exponent is distance ** 0.5 / exponent."""
    points = pool(answers, variance)
    rows = np.arange(len(points.threshold))
    right = np.argmax(points.significance >= SIGNIFICANT, axis=1)
    upper = points.threshold[rows, right]
    below = np.where(right > 0, points.threshold[rows, np.maximum(right - 1, 0)], -1.0)
    least = np.minimum(np.maximum(0.02 * (upper - below), _BOTTOM), (upper + 1) / 2)
    distance = least[:, None] * ((upper + 1) / least)[:, None] ** np.linspace(0.0, 1.0, grid)
    fit, believed = guarded_fit(points, right, upper[:, None] - distance, exponents, variance)
    spacing = np.gradient(np.log(exponents)) / exponents
    weight = np.exp((fit.misfit.min(axis=(1, 2), keepdims=True) - fit.misfit) / 2)
    weight = weight * spacing[:, None] * distance[:, None, :] ** _PRIOR
    weight = weight / weight.sum(axis=(1, 2), keepdims=True)
    return Posterior(
        upper=upper,
        below=below,
        separation=_separation(points, right, variance),
        distance=distance,
        exponents=exponents,
        weight=weight,
        constant=fit.constant,
        top=fit.top,
        believed=believed,
        misfit=fit.misfit.min(axis=(1, 2)),
        used=fit.used,
    )


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


def particles(posterior: Posterior, count: int) -> Particles:
    """`count` power laws for each run, by systematic resampling: the draws are a function of the posterior."""
    at = resample(posterior.weight, count)
    exponent, distance = np.divmod(at, posterior.distance.shape[1])
    minimum = posterior.upper[:, None] - np.take_along_axis(posterior.distance, distance, axis=1)
    constant = np.take_along_axis(posterior.constant.reshape(len(at), -1), at, axis=1)
    return Particles(minimum, posterior.exponents[exponent], constant, posterior.top)
