"""Posterior: what all answers so far say about the minimum, for many runs at once.

Near its minimum m a distribution looks like a power law, F(x) = C (x - m)**a. Every m and a on a grid is held
against the shares seen so far, with C fitted; a range guard decides up to which level the power law is believed.
Everything happens on the paper's domain [-1, 1], for a minimum; the search maps its own domain there.
"""

import itertools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import KNOWN, NOBODY, Points, Seen, pool

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SIGNIFICANT = 4.5
"""Pooled deviations above nought that prove somebody is there; fewer are unsafe."""

SEARCHING = np.array([*range(1, 17), 18, 20, 22, 24, 26, 28, 32, 36, 40, 44, 48, 56, 64, 72, 80, 88]) / 16
"""Exponents tried while the search runs."""

STEEPEST = 5.5
"""The largest exponent that is tried: beyond it nobody is near the minimum, and no share tells where it is."""

REPORTING = np.geomspace(1 / 16, STEEPEST, 64)
"""Exponents tried for the estimate."""

_FIRST, _SHRINK = 0.5, 0.4  # the levels up to which a power law may be believed: .5, .2, .08, ...
_DOUBT = 0.7  # the misfit a point from which lower levels are tried
_LOST = 1.5  # what a point above the level costs: noise alone would miss it by 1 on average
_PRIOR = 0.5  # a minimum twice as far below the upper limit is so many powers of two likelier beforehand
_BOTTOM = 2.0**-40
_AT_ONCE = 64  # runs whose tables stay in the processor's cache


@dataclass(frozen=True)
class Posterior:
    """A table for each run: distances below the upper limit by exponents, with weights and fitted constants."""

    upper: Floats
    empty: Floats
    proof: Floats
    distance: Floats
    exponents: Floats
    weight: Floats
    constant: Floats
    top: Floats
    believed: Floats

    def quantile(self, share: float) -> Floats:
        """The minimum's posterior quantile, between grid points by the logarithm of the distance."""
        by_distance = self.weight.sum(axis=1)[:, ::-1]  # from far below up to the limit
        reached = np.cumsum(by_distance, axis=1) - by_distance / 2
        log = np.log(self.distance[:, ::-1])
        at = np.clip(np.count_nonzero(reached < share, axis=1), 1, log.shape[1] - 1)
        rows = np.arange(at.size)
        low, high = reached[rows, at - 1], reached[rows, at]
        part = np.clip((share - low) / np.maximum(high - low, 1e-300), 0.0, 1.0)
        return np.asarray(self.upper - np.exp((1 - part) * log[rows, at - 1] + part * log[rows, at]))

    def in_gap(self) -> Floats:
        """How likely the minimum lies between the upper limit and the threshold next below it."""
        inside = self.distance < (self.upper - self.empty)[:, None]
        return np.asarray((self.weight.sum(axis=1) * inside).sum(axis=1))

    def draw(self, which: Floats, jitter: Floats) -> tuple[Floats, Floats, Floats]:
        """One minimum, exponent and constant for each run, by two uniforms: which cell, and where in it."""
        flat = np.cumsum(self.weight.reshape(which.size, -1), axis=1)
        at = np.minimum(np.count_nonzero(flat < (which * flat[:, -1])[:, None], axis=1), flat.shape[1] - 1)
        rows = np.arange(which.size)
        exponent, distance = np.divmod(at, self.distance.shape[1])
        log = np.log(self.distance)
        cell = (log[:, -1] - log[:, 0]) / (log.shape[1] - 1)
        drawn = np.exp(np.minimum(log[rows, distance] + (jitter - 0.5) * cell, log[:, -1]))
        return self.upper - drawn, self.exponents[exponent], self.constant.reshape(which.size, -1)[rows, at]


class Fit(NamedTuple):
    """A power law held against the points below one level: misfit and constant by exponent and distance."""

    misfit: Floats
    constant: Floats
    used: Floats
    top: Floats


def posterior(seen: Seen, variance: float, exponents: Floats, grid: int) -> Posterior:
    """The posterior of every run."""
    parts = [
        _posterior(Seen(*(column[start : start + _AT_ONCE] for column in seen)), variance, exponents, grid)
        for start in range(0, len(seen.threshold), _AT_ONCE)
    ]
    rows = ("upper", "empty", "proof", "distance", "weight", "constant", "top", "believed")
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in rows}
    return Posterior(exponents=exponents, **joined)


def level(deviations: float, people: Floats, variance: float) -> Floats:
    """The root g of g = c sqrt((v + g) / n): the share that so many people tell from nought."""
    square = deviations**2
    return np.asarray((square + np.sqrt(square**2 + 4 * square * people * variance)) / (2 * people))


def _posterior(seen: Seen, variance: float, exponents: Floats, grid: int) -> Posterior:
    points = pool(seen, variance)
    rows = np.arange(len(points.threshold))
    right = np.argmax(points.significance >= SIGNIFICANT, axis=1)
    upper = points.threshold[rows, right]
    empty = np.where(right > 0, points.threshold[rows, np.maximum(right - 1, 0)], -1.0)
    least = np.minimum(np.maximum(0.02 * (upper - empty), _BOTTOM), (upper + 1) / 2)
    distance = least[:, None] * ((upper + 1) / least)[:, None] ** np.linspace(0.0, 1.0, grid)
    fit, believed = _guarded(points, right, upper[:, None] - distance, exponents, variance)
    spacing = np.gradient(np.log(exponents)) / exponents
    weight = np.exp((fit.misfit.min(axis=(1, 2), keepdims=True) - fit.misfit) / 2)
    weight = weight * spacing[:, None] * distance[:, None, :] ** _PRIOR
    weight = weight / weight.sum(axis=(1, 2), keepdims=True)
    proof = _proof(points, right, variance)
    return Posterior(upper, empty, proof, distance, exponents, weight, fit.constant, fit.top, believed)


def _proof(points: Points, right: Ints, variance: float) -> Floats:
    """How many deviations the threshold below the upper limit lies below the upper limit's level."""
    rows, left = np.arange(len(right)), np.maximum(right - 1, 0)
    level = points.level[rows, right]
    noise = np.sqrt((variance + level * (1 - level)) / points.people[rows, left])
    below = (level - np.maximum(points.share[rows, left], 0.0)) / np.maximum(noise, 1e-300)
    return np.where((right > 0) & (points.threshold[rows, left] > -1.0), below, np.inf)


def _guarded(points: Points, right: Ints, minimum: Floats, exponents: Floats, variance: float) -> tuple[Fit, Floats]:
    """The fit below the level that is believed: as high as the power law holds, with a price on points lost."""
    runs = len(right)
    asked = np.where(points.people < KNOWN, points.people, 0.0).sum(axis=1)
    floor = 2 * level(3.0, asked, variance)
    best = _fit(points, right, minimum, exponents, _FIRST, variance)
    score, believed, used = best.misfit.min(axis=(1, 2)), np.full(runs, _FIRST), best.used.copy()
    active = np.flatnonzero((score > _DOUBT * used) & (floor <= _FIRST * _SHRINK))
    for number in itertools.count(1):
        if not active.size:
            return best, believed
        below = _FIRST * _SHRINK**number
        fit = _fit(points.of(active), right[active], minimum[active], exponents, below, variance)
        misfit = fit.misfit.min(axis=(1, 2))
        found = misfit + _LOST * (used[active] - fit.used) + number
        better = found < score[active]
        for whole, part in zip(best, fit, strict=True):
            whole[active[better]] = part[better]
        score[active[better]], believed[active[better]] = found[better], below
        active = active[(misfit > _DOUBT * fit.used) & (below * _SHRINK >= floor[active])]
    raise AssertionError  # unreachable: the count never ends


def _fit(points: Points, right: Ints, minimum: Floats, exponents: Floats, below: float, variance: float) -> Fit:
    """Hold every minimum and exponent against the points below a level, and against the first one above it."""
    rows = np.arange(len(right))
    above = np.maximum(np.argmax(points.level > below, axis=1), right)
    top, people = points.threshold[rows, above], points.people[rows, above]
    share = np.maximum(np.minimum(points.share[rows, above], 1.0), below)
    pooled = points.level[rows, above]
    weight_top = 1 / ((variance + pooled * (1 - pooled)) / people + share**2)
    use = (np.arange(points.level.shape[1]) < above[:, None]) & (points.level <= below) & (points.people > NOBODY)
    wary = (points.people * points.level + 1) / (points.people + 2)  # few people who all say no prove little
    noise = (variance + wary * (1 - wary)) / points.people
    model = ((0.05 + 0.5 * points.level) * points.level) ** 2
    weight = np.where(use, 1 / (noise + model + 1e-14), 0.0)
    misfit, constant = _tables(points, weight, minimum, exponents, top, share, weight_top)
    return Fit(misfit, constant, use.sum(axis=1).astype(float), top)


def _tables(
    points: Points, weight: Floats, minimum: Floats, exponents: Floats, top: Floats, share: Floats, weight_top: Floats
) -> tuple[Floats, Floats]:
    """Misfit and constant for every run, exponent and minimum; single precision, for the exponentials' sake."""
    single = np.float32
    span = (top[:, None] - minimum)[:, :, None]
    ratio = np.clip((points.threshold[:, None, :] - minimum[:, :, None]) / span, 1e-30, 1.0)
    log, seen, heavy = np.log(ratio).astype(single)[:, None], points.share.astype(single), weight.astype(single)
    heavy[:, :] = np.where(weight > 0, heavy, 0)
    pulled, heavy = (heavy * seen)[:, None, :, None], heavy[:, None, :, None]
    seen = np.broadcast_to(seen[:, None, None, :], log.shape).copy()  # once, instead of stretched for every exponent
    pulled_top = (weight_top * share)[:, None, None]
    weight_top, share = weight_top[:, None, None], share[:, None, None]
    shape = (len(top), exponents.size, minimum.shape[1])
    misfit, constant = np.empty(shape), np.empty(shape)
    many = max(1, _AT_ONCE // len(top))
    for start in range(0, exponents.size, many):
        some = slice(start, start + many)
        power = exponents[some].astype(single)[:, None, None] * log
        np.exp(power, out=power)
        cross = np.matmul(power, pulled)[..., 0].astype(float)
        square = np.matmul(power * power, heavy)[..., 0].astype(float)
        c = np.maximum((cross + pulled_top) / (square + weight_top), share / 2)
        power *= c.astype(single)[..., None]
        rest = np.subtract(seen, power, out=power)
        rest *= rest
        chi = np.matmul(rest, heavy)[..., 0]
        misfit[:, some] = chi + weight_top * (share - np.minimum(c, 1.0)) ** 2
        constant[:, some] = c
    return misfit, constant
