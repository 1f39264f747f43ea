"""Scale posterior: which value of a scale is the first that somebody has, by the answers of each run.

Given the minimum, the cumulative share at a threshold is 0 before it, and after it a Markov chain (see `shares`). Its
likelihoods are passed backward over the thresholds, as in a hidden Markov model, so that the posterior is exact but for
the grid.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import Answers
from lowwater.search.scale.shares import ROUNDING, SHARES, growth

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

AT_ONCE = 64
"""Runs whose tables are made together: as many as fit the processor's cache."""

_ANSWERED = 0.5  # a threshold with fewer people was asked of nobody
_START = 3.0  # the prior weight of the scale's first value, in multiples of that of any other
_SURE = 1e-12  # chances are kept this far from 0 and 1
_LEAST = -30.0  # the log of the least likelihood, so that products over all thresholds stay in range
_TOUCH = 1e-12  # cumulative weights that differ by less are equal


class Seen(NamedTuple):
    """The answers at every threshold between two values together, run by threshold: debiased share, and people."""

    share: Floats
    people: Floats


class ScalePosterior(NamedTuple):
    """The posterior of the minimum on a scale; values and thresholds count from the end that is searched for.

    people: how many were asked at each threshold, run by threshold.
    likelihood: that of the answers at each threshold given its share, in parts of the largest, run by threshold by
        share; the first share is 0.
    later: the likelihood of the answers at all later thresholds given a positive share, run by threshold by cell.
    weight: the posterior weight of every value, run by value.
    shares: the posterior weight of every share at each threshold, run by threshold by share.
    """

    people: Floats
    likelihood: Floats
    later: Floats
    weight: Floats
    shares: Floats

    def quantile(self, share: float) -> Ints:
        """The posterior quantile of the minimum."""
        return np.asarray(np.count_nonzero(np.cumsum(self.weight, axis=1)[:, :-1] < share - _TOUCH, axis=1))

    def error(self, value: Ints) -> Floats:
        """The posterior mean distance of the minimum from `value`, in values."""
        away = np.abs(np.arange(self.weight.shape[1]) - value[:, None])
        return np.asarray((self.weight * away).sum(axis=1))

    def mean(self) -> Floats:
        """The posterior mean of the share at every threshold, run by threshold."""
        return np.asarray(self.shares @ SHARES)

    def of(self, runs: slice) -> "ScalePosterior":
        """The posteriors of some runs."""
        return ScalePosterior(*(column[runs] for column in self))


def index_of(threshold: Floats, values: int) -> Ints:
    """The index of a threshold on [-1, 1]: how many values lie before it."""
    return np.clip(np.rint((threshold + 1) / 2 * (values - 1) + 0.5), 1, values - 1).astype(np.int64)


def threshold_of(index: Ints, values: int) -> Floats:
    """The threshold on [-1, 1] with so many values before it."""
    return np.asarray((index - 0.5) * 2 / (values - 1) - 1)


def value_of(index: Ints, values: int) -> Floats:
    """The value of this index on [-1, 1]."""
    return np.asarray(index * 2 / (values - 1) - 1)


def posterior_of(answers: Answers, variance: float, values: int) -> ScalePosterior:
    """The posterior of every run on a scale of `values`; `variance` is that of one debiased answer."""
    starts = range(0, len(answers.threshold), AT_ONCE)
    few = (Answers(*(column[start : start + AT_ONCE] for column in answers)) for start in starts)
    parts = [_posterior(_seen(each, values), variance) for each in few]
    return ScalePosterior(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _seen(answers: Answers, values: int) -> Seen:
    """The answers to all questions at the same threshold together."""
    at = index_of(answers.threshold, values)[:, :, None] == np.arange(1, values)
    people = (at * answers.people[:, :, None]).sum(axis=1)
    yes = (at * (answers.people * answers.share)[:, :, None]).sum(axis=1)
    return Seen(yes / np.maximum(people, _ANSWERED), np.where(people < _ANSWERED, 0.0, people))


def _posterior(seen: Seen, variance: float) -> ScalePosterior:
    """The posterior of a few runs."""
    likelihood = _likelihood(seen, variance)
    later, first = _later(likelihood), _first(likelihood)
    weight = np.concatenate([_given_first(likelihood, later) * first[:, :-1], first[:, -1:]], axis=1)
    total = weight.sum(axis=1, keepdims=True)
    shares = np.concatenate([np.zeros_like(later[:, :, :1]), _earlier(likelihood, first) * later], axis=2)
    shares /= total[:, :, None]
    weight /= total
    shares[:, :, 0] = 1 - np.cumsum(weight, axis=1)[:, :-1]
    return ScalePosterior(seen.people, likelihood, later, weight, shares)


def _likelihood(seen: Seen, variance: float) -> Floats:
    """The likelihood of the answers at each threshold given its share, in parts of the largest.

    Counts of yes are binomial. Within a cell the share differs from its middle, which makes the likelihood flatter.
    """
    gap = 1 / np.sqrt(1 + 4 * variance)  # between the chances of a yes where the truth is yes and where it is no
    yes, chance = (np.clip((1 - gap) / 2 + gap * share, _SURE, 1 - _SURE) for share in (seen.share, SHARES))
    noise = chance * (1 - chance) / gap**2 / np.maximum(seen.people, _ANSWERED)[:, :, None]
    log = -seen.people[:, :, None] * _divergence(yes[:, :, None], chance)
    flat = noise / (noise + ROUNDING)
    log = flat * log + np.log(flat) / 2
    log -= log.max(axis=2, keepdims=True)
    return np.where(seen.people[:, :, None] > 0, np.exp(np.maximum(log, _LEAST)), 1.0)


def _divergence(seen: Floats, expected: Floats) -> Floats:
    """The Kullback-Leibler divergence of the `expected` chance of a yes from the rate that was `seen`."""
    return np.asarray(seen * np.log(seen / expected) + (1 - seen) * np.log((1 - seen) / (1 - expected)))


def _first(likelihood: Floats) -> Floats:
    """The prior weight of each value as the first one, times the likelihood of all answers before it, run by value."""
    none = np.cumprod(likelihood[:, :, 0], axis=1)
    return np.concatenate([np.full((len(none), 1), _START), none], axis=1)


def _later(likelihood: Floats) -> Floats:
    """The likelihood of the answers at all later thresholds given a positive share, run by threshold by cell."""
    later, count = np.ones_like(likelihood[:, :, 1:]), likelihood.shape[1]
    for at in range(count - 2, -1, -1):
        later[:, at] = growth(count - 1 - at).backward(likelihood[:, at + 1, 1:] * later[:, at + 1])
    return later


def _given_first(likelihood: Floats, later: Floats) -> Floats:
    """The likelihood of all answers after each value but the last, if it is the first value, run by value."""
    count = likelihood.shape[1]
    reached = np.stack([growth(count - at).reached for at in range(count)])
    return np.asarray((reached * likelihood[:, :, 1:] * later).sum(axis=2))


def _earlier(likelihood: Floats, first: Floats) -> Floats:
    """The weight of each positive share by the answers up to its threshold, run by threshold by cell."""
    earlier, count = np.zeros_like(likelihood[:, :, 1:]), likelihood.shape[1]
    for at in range(count):
        before = earlier[:, max(at - 1, 0)]  # nothing at first
        earlier[:, at] = growth(count - at).forward(first[:, at], before) * likelihood[:, at, 1:]
    return earlier
