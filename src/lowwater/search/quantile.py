"""Quantile fit: the same search for a quantile p, by a logistic curve fitted to the answers around it.

The working model is logit F(x) = logit p + (x - q) / s. It is believed only near p: a share further away counts the
less, and the range guard drops points that do not fit. Every third question bisects between the last threshold that is
surely below the quantile and the first that is surely above it; the others stand at a draw from the posterior.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.search.fitted import Report
from lowwater.search.pool import KNOWN, NOBODY, Points, Seen, pool, surely_above

Floats = npt.NDArray[np.float64]

SURE = 4.0
"""Pooled deviations from p that put a threshold on one side of the quantile for sure."""

_GRID, _SCALES = 96, 24
_RANGES = (1.0, 0.3, 0.1, 0.03)  # how far from p the curve may be believed
_MISFIT = 0.3
_AT_ONCE = 64  # runs whose tables stay small


@dataclass(frozen=True)
class QuantileModel:
    """The quantile p, by a logistic curve."""

    p: float
    confidence: float = 0.95
    leans: float = 0.0

    def places(self, seen: Seen, variance: float, questions: int, people: Floats, chance: Floats) -> Floats:  # noqa: ARG002
        """Every third question bisects, the others stand at a draw."""
        low, high, grid, weight, _ = self._posterior(seen, variance)
        first = seen.threshold.shape[1]
        columns = []
        for index in range(questions):
            if (first + index) % 3 == 0:
                columns.append(low + (high - low) * (1 + index) / (1 + questions))
            else:
                columns.append(_at(grid, weight, chance[:, 2 * index]))
        return np.stack(columns, axis=1)

    def report(self, seen: Seen, variance: float) -> Report:
        """The posterior median, between what is surely below and surely above."""
        low, high, grid, weight, believed = self._posterior(seen, variance)
        middle = np.full(len(low), 0.5)
        return Report(_at(grid, weight, middle), low, high, believed)

    def level(self, people: float, variance: float) -> float:  # noqa: ARG002
        """The quantile itself."""
        return self.p

    def rests_on(self, minimum: bool, believed: float) -> str:  # noqa: ARG002
        """What the interval rests on, in words."""
        return (
            f"both limits need no model ({SURE} pooled deviations); the value between them rests on a logistic curve "
            f"fitted to shares within {believed:.2g} of the quantile"
        )

    def _posterior(self, seen: Seen, variance: float) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """The limits, a grid between them, its weights, and how far from p the curve is believed."""
        parts = [
            self._part(Seen(*(column[start : start + _AT_ONCE] for column in seen)), variance)
            for start in range(0, len(seen.threshold), _AT_ONCE)
        ]
        low, high, grid, weight, believed = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        return low, high, grid, weight, believed

    def _part(self, seen: Seen, variance: float) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """The same, for a few runs."""
        points = pool(seen, variance)
        low, high = self._limits(points, variance)
        grid = low[:, None] + (high - low)[:, None] * (np.arange(_GRID) + 0.5) / _GRID
        misfit, believed = self._guarded(points, grid, high - low, variance)
        weight = np.exp((misfit.min(axis=(1, 2), keepdims=True) - misfit) / 2).sum(axis=1)
        return low, high, grid, weight / weight.sum(axis=1, keepdims=True), believed

    def _limits(self, points: Points, variance: float) -> tuple[Floats, Floats]:
        """The last threshold surely below the quantile, and the first surely above it."""
        threshold, share, people = points.threshold[:, :-1], points.share[:, :-1], points.people[:, :-1]
        noise = variance + self.p * (1 - self.p)
        above = surely_above(share - self.p, people, noise) >= SURE
        below = surely_above((self.p - share)[:, ::-1], people[:, ::-1], noise)[:, ::-1] >= SURE
        high = np.min(np.where(above, threshold, 1.0), axis=1)
        low = np.max(np.where(below & (threshold < high[:, None]), threshold, -1.0), axis=1)
        return low, high

    def _guarded(self, points: Points, grid: Floats, width: Floats, variance: float) -> tuple[Floats, Floats]:
        """The misfit within the widest range where the curve fits, with a price on points lost."""
        weights = [self._weight(points, variance, within) for within in _RANGES]
        misfits = self._misfits(points, grid, width, weights)
        best, believed = misfits[0], np.full(len(width), _RANGES[0])
        used = [np.count_nonzero(weight, axis=1) for weight in weights]
        score = best.min(axis=(1, 2))
        for number in range(1, len(_RANGES)):
            found = misfits[number].min(axis=(1, 2)) + 2 * (used[0] - used[number]) + number
            better = found < score
            best = np.where(better[:, None, None], misfits[number], best)
            score, believed = np.where(better, found, score), np.where(better, _RANGES[number], believed)
        return best, believed

    def _weight(self, points: Points, variance: float, within: float) -> Floats:
        """What the points within so far of p count; those further away count nothing."""
        away = np.abs(points.level - self.p)
        wary = (points.people * points.level + 1) / (points.people + 2)
        noise = (variance + wary * (1 - wary)) / points.people + (_MISFIT * away) ** 2 + 1e-14
        asked = (points.people > NOBODY) & (points.people < KNOWN)
        return np.where((away <= within) & asked, 1 / noise, 0.0)

    def _misfits(self, points: Points, grid: Floats, width: Floats, weights: list[Floats]) -> list[Floats]:
        """How badly every scale and place of the curve fits the points, by each of the weights."""
        inside = min(max(self.p, 1e-9), 1 - 1e-9)
        start = np.log(inside / (1 - inside))
        scales = width[:, None] * np.geomspace(0.02, 20.0, _SCALES)
        misfits = [np.empty((len(width), _SCALES, grid.shape[1])) for _ in weights]
        apart = points.threshold[:, None, :] - grid[:, :, None]
        for index in range(_SCALES):
            square = _squares(start, apart / scales[:, index, None, None], points.share[:, None, :])
            for misfit, weight in zip(misfits, weights, strict=True):
                misfit[:, index] = np.einsum("rgt,rt->rg", square, weight)
        return misfits


def _squares(start: float, curve: Floats, share: Floats) -> Floats:
    """The squares of share - 1 / (1 + exp(-(start + curve))), written over the curve."""
    curve += start
    np.clip(curve, -60.0, 60.0, out=curve)
    np.negative(curve, out=curve)
    np.exp(curve, out=curve)
    curve += 1
    np.divide(1, curve, out=curve)
    np.subtract(share, curve, out=curve)
    curve *= curve
    return curve


def _at(grid: Floats, weight: Floats, share: Floats) -> Floats:
    """The place that this share of the weight lies below."""
    reached = np.cumsum(weight, axis=1)
    at = np.minimum(np.count_nonzero(reached < share[:, None], axis=1), grid.shape[1] - 1)
    rows = np.arange(len(share))
    before = reached[rows, at] - weight[rows, at]
    part = np.clip((share - before) / np.maximum(weight[rows, at], 1e-300), 0.0, 1.0)
    step = grid[:, 1] - grid[:, 0]
    return np.asarray(grid[rows, at] + (part - 0.5) * step)
