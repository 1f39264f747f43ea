"""Scale placement: the threshold after whose answers the minimum is expected to be nearest to its median.

This is the knowledge gradient. Where no answers are expected to move the median, a neighbour of it is asked, that with
fewer people: the last threshold without anybody, or the first with somebody.
"""

import numpy as np
import numpy.typing as npt

from lowwater.law.normal import normal_cdf
from lowwater.search.scale.posterior import AT_ONCE, ScalePosterior
from lowwater.search.scale.shares import ROUNDING, SHARES, growth

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_AHEAD = 0.5  # people looked ahead to, as a part of all asked so far
_BINS = 24  # outcomes of the answers, between edges evenly spaced in the inverse hyperbolic sine
_LOWEST = -2.0  # the first edge, in deviations of nobody
_EQUAL = 1e-9  # expected distances that differ by less, in values, are equal


def placed(posterior: ScalePosterior, people: Floats, variance: float) -> Ints:
    """The index of the threshold to ask at, for each run; `people` counts all who will have been asked."""
    few = (slice(start, start + AT_ONCE) for start in range(0, len(people), AT_ONCE))
    distance = np.concatenate([_distances(posterior.of(runs), _AHEAD * people[runs], variance) for runs in few])
    gain = np.rint((_distance(posterior.weight)[:, None] - distance) / _EQUAL)
    return np.where(gain.max(axis=1) > 0, 1 + np.argmax(gain, axis=1), _neighbour(posterior))


def _neighbour(posterior: ScalePosterior) -> Ints:
    """Of the thresholds before and after the median the one with fewer people."""
    count, median = posterior.people.shape[1], posterior.quantile(0.5)
    before, after = np.maximum(median, 1), np.minimum(median + 1, count)
    asked = [np.take_along_axis(posterior.people, index[:, None] - 1, axis=1)[:, 0] for index in (before, after)]
    return np.where(asked[0] <= asked[1], before, after)


def _distances(posterior: ScalePosterior, ahead: Floats, variance: float) -> Floats:
    """The expected distance of minimum and median after the answers at each threshold, run by threshold."""
    likelihood, later = posterior.likelihood, posterior.later
    outcomes, count = _outcomes(np.maximum(ahead, 1.0), variance), likelihood.shape[1]
    joint = np.zeros((len(ahead), count, SHARES.size - 1))  # of minimum and share at the threshold, run by both
    starts, columns = np.eye(count), []
    for at in range(count):
        joint = growth(count - at).forward(starts[at], joint) * likelihood[:, None, at, 1:]
        columns.append(_after(posterior.weight, joint[:, : at + 1] * later[:, None, at], outcomes))
    return np.stack(columns, axis=1)


def _after(weight: Floats, joint: Floats, outcomes: Floats) -> Floats:
    """The expected distance after the answers at a threshold, where `joint` has a row for each value before it."""
    before = joint.shape[1]
    somebody = joint @ outcomes[:, 1:]
    somebody *= (weight[:, :before] / somebody.sum(axis=2))[:, :, None]
    nobody = weight[:, before:, None] * outcomes[:, None, 0]
    return np.asarray(_distance(np.concatenate([somebody, nobody], axis=1)).sum(axis=1))


def _distance(weight: Floats) -> Floats:
    """The expected distance of the minimum from its median, in values, by weights of values on the second axis."""
    up_to = np.cumsum(weight, axis=1)
    return np.asarray(np.minimum(up_to, up_to[:, -1:] - up_to).sum(axis=1))


def _outcomes(ahead: Floats, variance: float) -> Floats:
    """The chance of every outcome of the answers of `ahead` people given the share, run by share by outcome."""
    people = ahead[:, None]
    deviation = np.sqrt((variance + SHARES * (1 - SHARES) + 1 / people) / people + ROUNDING)
    unit = deviation[:, :1]
    parts = np.linspace(0.0, 1.0, _BINS - 1)
    low, high = np.arcsinh(_LOWEST), np.arcsinh(1 / unit)
    edges = unit * np.sinh(low + (high - low) * parts)
    below = normal_cdf((edges[:, None, :] - SHARES[:, None]) / deviation[:, :, None])
    ends = np.zeros_like(below[:, :, :1])
    return np.diff(np.concatenate([ends, below, ends + 1], axis=2), axis=2)
