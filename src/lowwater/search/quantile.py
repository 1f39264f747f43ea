"""Quantile fit: the model of a quantile p, a logistic curve fitted to the answers around it.

The working model is logit F(x) = logit p + (x - q) / s. It is believed only near p: a share further away has a smaller
weight, and the range guard drops points that do not fit. Every third question bisects between the last threshold
significantly below the quantile and the first significantly above it; the others are draws from the posterior.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.search import model
from lowwater.search.model import Report
from lowwater.search.pool import KNOWN, NOBODY, Answers, Points, deviations_above_zero, pool
from lowwater.search.resample import resample
from lowwater.search.settle_quantile import Curves, place

Floats = npt.NDArray[np.float64]

SURE = 4.0
"""Pooled standard deviations from p that put a threshold on one side of the quantile."""

LIKELY = 1.0
"""The expected error over the posterior's expected absolute error."""

REASONS = ("",)
"""Why limits may be withheld."""

_LIMITS = (0.025, 0.975)  # posterior quantiles of the limits

_GRID, _SCALES = 96, 24  # grid points of the quantile q and of the scale s
_RANGES = (1.0, 0.3, 0.1, 0.03)  # the distances from p up to which the curve may be believed
_MISFIT = 0.3  # the model's standard deviation, in multiples of the distance from p
_AT_ONCE = 64  # runs whose tables stay small
_DRAWS = 128  # curves drawn to place the settling questions


class QuantilePosterior(NamedTuple):
    """The posterior of the quantile for each run.

    low: the last threshold significantly below the quantile.
    high: the first threshold significantly above the quantile.
    grid: candidates for the quantile between the two, run by grid point.
    scales: candidates for the scale, run by scale.
    joint: posterior weights, run by scale by grid point; they sum to 1 for each run.
    believed: the distance from p up to which the curve is believed.
    """

    low: Floats
    high: Floats
    grid: Floats
    scales: Floats
    joint: Floats
    believed: Floats

    @property
    def weight(self) -> Floats:
        """The posterior weights of the quantile, run by grid point."""
        return np.asarray(self.joint.sum(axis=1))

    def quantile(self, share: Floats) -> Floats:
        """The quantile of the posterior at `share` for each run, interpolated within a grid cell."""
        weight, rows = self.weight, np.arange(len(share))
        cumulative = np.cumsum(weight, axis=1)
        at = np.minimum(np.count_nonzero(cumulative < share[:, None], axis=1), self.grid.shape[1] - 1)
        before = cumulative[rows, at] - weight[rows, at]
        part = np.clip((share - before) / np.maximum(weight[rows, at], 1e-300), 0.0, 1.0)
        step = self.grid[:, 1] - self.grid[:, 0]
        return np.asarray(self.grid[rows, at] + (part - 0.5) * step)

    def curves(self) -> Curves:
        """Curves drawn from the posterior, run by draw."""
        scale, grid = np.divmod(resample(self.joint, _DRAWS), self.grid.shape[1])
        return Curves(np.take_along_axis(self.grid, grid, axis=1), np.take_along_axis(self.scales, scale, axis=1))


@dataclass(frozen=True)
class QuantileModel:
    """The model of the quantile p: a logistic curve."""

    p: float
    confidence: float = 0.95
    reasons: tuple[str, ...] = REASONS

    @property
    def quantile(self) -> float | None:
        """The quantile searched for."""
        return self.p

    def thresholds(
        self,
        answers: Answers,
        variance: float,
        questions: int,
        people: Floats,  # noqa: ARG002
        draws: Floats,
    ) -> Floats:
        """Every third question bisects, the others are draws from the posterior."""
        posterior = self._posterior(answers, variance)
        low, high, first = posterior.low, posterior.high, answers.threshold.shape[1]
        columns = []
        for index in range(questions):
            if (first + index) % 3 == 0:
                columns.append(low + (high - low) * (1 + index) / (1 + questions))
            else:
                columns.append(posterior.quantile(draws[:, 2 * index]))
        return np.stack(columns, axis=1)

    def place_above(
        self,
        answers: Answers,
        randomizer: Randomizer,
        people: int,
        wealth: Callable[[Floats], Floats],  # noqa: ARG002
        own: Floats,  # noqa: ARG002
    ) -> Floats:
        """The threshold that is to leave the narrowest limit above the quantile."""
        posterior = self._posterior(answers, randomizer.variance)
        return place(posterior.curves(), self.p, self._noise(randomizer, people), posterior.high, 1.0)

    def place_below(
        self,
        answers: Answers,
        randomizer: Randomizer,
        people: int,
        aim: float | None,  # noqa: ARG002
        own: Floats,  # noqa: ARG002
    ) -> Floats:
        """The threshold that is to leave the narrowest limit below the quantile."""
        posterior = self._posterior(answers, randomizer.variance)
        return place(posterior.curves(), self.p, self._noise(randomizer, people), posterior.low, -1.0)

    def _noise(self, randomizer: Randomizer, people: int) -> float:
        """The standard deviation of a share of p, from the answers of `people`."""
        return float(np.sqrt((randomizer.variance + self.p * (1 - self.p)) / people))

    def report(self, answers: Answers, variance: float) -> Report:
        """The posterior median, between the thresholds significantly below and above the quantile."""
        posterior = self._posterior(answers, variance)
        value, low, high = (posterior.quantile(np.full(len(posterior.low), share)) for share in (0.5, *_LIMITS))
        likely = LIKELY * (posterior.weight * np.abs(posterior.grid - value[:, None])).sum(axis=1)
        withheld = np.zeros(len(value), dtype=np.int64)
        ones = np.ones(len(value))
        return Report(value, posterior.low, posterior.high, posterior.believed, low, high, withheld, likely, ones, ones)

    def curves(self, answers: Answers, variance: float) -> model.Curves:
        """The mean of logistic curves drawn from the posterior, between the thresholds on either side."""
        posterior = self._posterior(answers, variance)
        low, high, runs = posterior.low[:, None], posterior.high[:, None], len(posterior.low)
        value = np.stack([posterior.quantile(np.full(runs, share)) for share in model.PICTURED], axis=1)
        threshold = low + (high - low) * np.linspace(0.0, 1.0, model.POINTS)
        return model.Curves(threshold, posterior.curves().shares(self.p, threshold).mean(axis=2), value)

    def level(self, people: float, variance: float) -> float:  # noqa: ARG002
        """The quantile itself."""
        return self.p

    def assumes(self, believed: float) -> str:
        """What the limits assume, in words."""
        return f"shares within {believed:.2g} of the quantile follow a logistic curve"

    def _posterior(self, answers: Answers, variance: float) -> QuantilePosterior:
        """The posterior of every run."""
        parts = [
            self._part(Answers(*(column[start : start + _AT_ONCE] for column in answers)), variance)
            for start in range(0, len(answers.threshold), _AT_ONCE)
        ]
        return QuantilePosterior(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

    def _part(self, answers: Answers, variance: float) -> QuantilePosterior:
        """The posterior of a few runs, with a flat prior on the grid and on the log of the scale."""
        points = pool(answers, variance)
        low, high = self._limits(points, variance)
        grid = low[:, None] + (high - low)[:, None] * (np.arange(_GRID) + 0.5) / _GRID
        scales = (high - low)[:, None] * np.geomspace(0.02, 20.0, _SCALES)
        misfit, believed = self._guarded(points, grid, scales, variance)
        weight = np.exp((misfit.min(axis=(1, 2), keepdims=True) - misfit) / 2)
        weight = weight / weight.sum(axis=(1, 2), keepdims=True)
        return QuantilePosterior(low, high, grid, scales, weight, believed)

    def _limits(self, points: Points, variance: float) -> tuple[Floats, Floats]:
        """The last threshold significantly below the quantile, and the first significantly above it."""
        threshold, share, people = points.threshold[:, :-1], points.share[:, :-1], points.people[:, :-1]
        noise = variance + self.p * (1 - self.p)
        above = deviations_above_zero(share - self.p, people, noise) >= SURE
        below = deviations_above_zero((self.p - share)[:, ::-1], people[:, ::-1], noise)[:, ::-1] >= SURE
        high = np.min(np.where(above, threshold, 1.0), axis=1)
        low = np.max(np.where(below & (threshold < high[:, None]), threshold, -1.0), axis=1)
        return low, high

    def _guarded(self, points: Points, grid: Floats, scales: Floats, variance: float) -> tuple[Floats, Floats]:
        """The misfit and the range up to which the curve is believed, chosen by misfit plus a price on points lost."""
        weights = [self._weight(points, variance, within) for within in _RANGES]
        misfits = self._misfits(points, grid, scales, weights)
        best, believed = misfits[0], np.full(len(scales), _RANGES[0])
        used = [np.count_nonzero(weight, axis=1) for weight in weights]
        score = best.min(axis=(1, 2))
        for index in range(1, len(_RANGES)):
            penalized = misfits[index].min(axis=(1, 2)) + 2 * (used[0] - used[index]) + index
            better = penalized < score
            best = np.where(better[:, None, None], misfits[index], best)
            score, believed = np.where(better, penalized, score), np.where(better, _RANGES[index], believed)
        return best, believed

    def _weight(self, points: Points, variance: float, within: float) -> Floats:
        """The weight of each point whose pooled share is within `within` of p; zero for the others."""
        away = np.abs(points.pooled - self.p)
        smoothed = (points.people * points.pooled + 1) / (points.people + 2)  # Laplace's rule of succession
        noise = (variance + smoothed * (1 - smoothed)) / points.people + (_MISFIT * away) ** 2 + 1e-14
        asked = (points.people > NOBODY) & (points.people < KNOWN)
        return np.where((away <= within) & asked, 1 / noise, 0.0)

    def _misfits(self, points: Points, grid: Floats, scales: Floats, weights: list[Floats]) -> list[Floats]:
        """The chi-square of every scale and grid point for each of the `weights`, run by scale by grid point."""
        p = min(max(self.p, 1e-9), 1 - 1e-9)
        logit = np.log(p / (1 - p))
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
