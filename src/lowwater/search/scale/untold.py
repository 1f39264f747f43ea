"""Untold scale: whether numbers are the values of a scale that nobody told of, and which of them is the first.

A domain from half a star to five hints at halves. On such a scale shares do not rise between two values; on no scale
they rise there by about as much as around, the surer the larger a part of the way the thresholds span. What the answers
between every two values say for one and against the other is multiplied.
"""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import NOBODY, SIGNIFICANT, Answers, Points, pool
from lowwater.search.scale.posterior import posterior_of, threshold_of, value_of

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

WEIGHT = 0.4
"""The prior weight of the scale that a domain hints at."""

_SMOOTH = 4.0  # the shape of the Weibull law by which shares rise from one value to the next, where there is no scale
_SPANS, _RISES = 16, 24  # parts of the way between two values, and rises that stand for the law over each
_JUMPS = 1e-3  # the weight of a jump between two values, which fits any answers
_TOUCH = 1e-9  # of a step: a threshold that is so little before a value is at it
_NEAREST = 1e-24  # the square of the smallest distance of thresholds, in steps, over which shares can be seen to rise


class Untold(NamedTuple):
    """The scale of every run.

    weight: its posterior weight.
    value: its first value that somebody has, on [-1, 1].
    error: the expected distance of the minimum from `value`, if the scale is there.
    """

    weight: Floats
    value: Floats
    error: Floats

    def in_place_of(self, value: Floats, likely: Floats) -> tuple[Floats, Floats]:
        """The estimates and their likely errors, given those on no scale: what is likelier takes their place."""
        named, both = self.weight > 1 / 2, self.weight * self.error + (1 - self.weight) * likely
        return np.where(named, self.value, value), np.where(named, both, likely)


def untold(answers: Answers, variance: float, values: int) -> Untold:
    """The scale of so many `values`, from one end of the domain to the other."""
    points = pool(answers, variance)
    odds = WEIGHT / (1 - WEIGHT) * np.exp(evidence(points, variance, values))
    return Untold(odds / (1 + odds), *_first(answers, points, variance, values))


def evidence(points: Points, variance: float, values: int) -> Floats:
    """The log of the likelihood of all answers on a scale over that on none, for each run.

    Between two values it is that of the slope of the shares. Where nobody is seen yet it says nothing: before its
    minimum every law is flat.
    """
    place = (points.threshold + 1) / 2 * (values - 1)
    before = np.floor(place + _TOUCH)[:, :, None] - np.arange(values - 1.0)  # values from which on a threshold is
    people = np.where((before == 0) & (points.people > NOBODY)[:, :, None], points.people[:, :, None], 0.0)
    total = np.maximum(people.sum(axis=1), NOBODY)
    away = place[:, :, None] - (people * place[:, :, None]).sum(axis=1, keepdims=True) / total[:, None]
    squares = (people * away * away).sum(axis=1)
    share = np.clip((people * points.share[:, :, None]).sum(axis=1) / total, 0.0, 1.0)
    seen = (share * np.sqrt(total) > SIGNIFICANT * np.sqrt(variance)) & (squares > _NEAREST * total)
    safe = np.where(seen, squares, 1.0)
    slope = (people * away * points.share[:, :, None]).sum(axis=1) / safe
    deviation = np.sqrt((variance + share * (1 - share) + 1 / total) / safe)
    span = np.minimum(1.0, np.sqrt(12 * squares / total))  # of thresholds that are evenly spread
    rises = _rises()[np.rint(_SPANS * span).astype(np.int64)] * _usual(points, place, before)[:, :, None]
    flat = (slope / deviation) ** 2 / -2
    rising = ((slope[:, :, None] - rises) / deviation[:, :, None]) ** 2 / -2
    either = np.logaddexp.reduce(np.concatenate([rising, flat[:, :, None]], axis=2), axis=2) - np.log(_RISES + 1)
    either = np.logaddexp(either, np.log(_JUMPS))
    return np.asarray(np.where(seen, flat - either, 0.0).sum(axis=1))


def _usual(points: Points, place: Floats, before: Floats) -> Floats:
    """The slope around every two values: from the last threshold before the first of them to the next after both."""
    pooled, at = points.pooled[:, :, None], place[:, :, None]
    low, start = (np.where(before < 0, each, 0.0).max(axis=1) for each in (pooled, at))
    high, end = (np.where(before > 0, each, np.inf).min(axis=1) for each in (pooled, at))
    return np.asarray((high - low) / (end - start))


@lru_cache(maxsize=1)
def _rises() -> Floats:
    """Quantiles of Weibull laws of mean 1, of a shape that grows with the part of the way between two values."""
    shape = _SMOOTH * np.arange(1, _SPANS + 1) / _SPANS
    unscaled = (-np.log1p(-(np.arange(_RISES) + 0.5) / _RISES)) ** (1 / shape[:, None])
    rises = unscaled / [[math.gamma(1 + 1 / each)] for each in shape.tolist()]
    return np.concatenate([np.zeros((1, _RISES)), rises])


def _first(answers: Answers, points: Points, variance: float, values: int) -> tuple[Floats, Floats]:
    """The posterior median of the first value, not after somebody is surely seen, and its expected error."""
    index = np.clip(np.floor((answers.threshold + 1) / 2 * (values - 1) + _TOUCH) + 1, 1, values - 1).astype(np.int64)
    posterior = posterior_of(answers._replace(threshold=threshold_of(index, values)), variance, values)
    first = np.argmax(points.significance >= SIGNIFICANT, axis=1)
    upper = points.threshold[np.arange(first.size), first]
    last = np.floor((upper + 1) / 2 * (values - 1) + _TOUCH).astype(np.int64)
    value = np.minimum(posterior.quantile(0.5), last)
    return value_of(value, values), posterior.error(value) * 2 / (values - 1)
