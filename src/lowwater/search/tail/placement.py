"""Placement: where the tail fit asks next, by what the answers there would tell about the minimum.

Every function takes the posteriors of many runs and returns thresholds on [-1, 1]. `people` counts all who will have
been asked after the round.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lowwater.search.level import pooled_level
from lowwater.search.tail.knowledge_gradient import knowledge_gradient
from lowwater.search.tail.particles import Particles, particles
from lowwater.search.tail.posterior import Posterior
from lowwater.search.tail.power_law_fit import SEARCH_ERROR, model_error

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

PARTS = 10
"""The questions that a c-optimal design plans ahead."""

_AHEAD = 0.25  # people looked ahead to, as a part of all asked so far
_NEAR, _FAR = 14, 14  # candidates at quantiles of the minimum, and at shares of the middle curve
_FIRST, _LAST = 0.7, 0.7  # the least share, in deviations of all answers; the largest, in parts of what is believed
_DRAWS = 128
_LOW = 0.10  # the posterior quantile where bisection starts
_LOWEST = 0.01  # the posterior quantile beyond which nobody is expected
_MUCH = 0.25  # the least part of the way to the upper limit that has to lie beyond it for a question there
_WIDE = 8.0  # a gap this many times wider than the posterior's reach is tested for emptiness


def bisect(posterior: Posterior, part: float = 0.5) -> Floats:
    """A `part` of the way from a low quantile of the minimum to the upper limit; further back below a wide gap."""
    upper, low = posterior.upper, posterior.quantile(_LOW)
    wide = upper - posterior.below > _WIDE * (upper - low)
    start = np.where(wide, 3 * low - 2 * upper, low)
    return np.asarray(start + (upper - start) * part)


def beyond(posterior: Posterior, own: Floats) -> Floats:
    """Halfway from the domain's start to a low quantile of the minimum, where much lies beyond it; `own` elsewhere.

    Isolated people are seen there whom the fit of everybody else does not expect.
    """
    room, reach = posterior.quantile(_LOWEST) + 1, posterior.upper + 1
    far = (posterior.upper < 1) & (room > _MUCH * reach)
    return np.where(far, room / 2 - 1, own)


def candidates(posterior: Posterior, people: Floats, variance: float) -> Floats:
    """Thresholds that may be asked at, run by candidate."""
    shares = 0.01 + 0.985 * (np.arange(_NEAR) + 0.5) / _NEAR
    near = np.stack([posterior.quantile(share) for share in shares], axis=1)
    high = _LAST * posterior.believed
    low = np.minimum(pooled_level(_FIRST, people, variance), high / 2)
    levels = low[:, None] * (high / low)[:, None] ** np.linspace(0.0, 1.0, _FAR)
    middle, exponent, constant = posterior.middle_curve()
    span = (posterior.top - middle)[:, None]
    ratio = (levels / constant[:, None]) ** (1 / exponent)[:, None]
    far = middle[:, None] + span * np.where(ratio > 1, 1 - 1e-3, ratio)
    return np.concatenate([near, far], axis=1)


def c_optimal(posterior: Posterior, thresholds: Floats, people: Floats, variance: float, offset: Floats) -> Ints:
    """The greedy c-optimal design for the minimum: the indices of PARTS `thresholds` for each run, in order.

    Shares at thresholds and the minimum are taken for jointly normal, with the moments of draws from the posterior.
    """
    drawn = particles(posterior, _DRAWS, offset)
    shares = drawn.shares(thresholds)
    mean = shares.mean(axis=2)
    each = np.maximum(_AHEAD * people, 1.0)[:, None] / PARTS
    noise = (variance + mean * (1 - mean) + 0.1 / each) / each + model_error(mean, SEARCH_ERROR) ** 2 + 1e-14
    covariance = _covariance(shares, _clipped(posterior, drawn))
    rows, chosen = np.arange(len(mean)), []
    for _ in range(PARTS):
        own = np.diagonal(covariance, axis1=1, axis2=2)[:, :-1] + noise
        at = np.argmax(covariance[:, -1, :-1] ** 2 / own, axis=1)
        column = covariance[rows, :, at]
        covariance = covariance - column[:, :, None] * column[:, None, :] / own[rows, at][:, None, None]
        chosen.append(at)
    return np.stack(chosen, axis=1)


@dataclass(frozen=True)
class Places:
    """The ways to place a question, all on the same posterior; `offset` of 0 to 1 shifts its draws."""

    posterior: Posterior
    people: Floats
    variance: float
    offset: Floats

    @cached_property
    def thresholds(self) -> Floats:
        """The candidates, run by candidate."""
        return candidates(self.posterior, self.people, self.variance)

    @cached_property
    def _design(self) -> Ints:
        return c_optimal(self.posterior, self.thresholds, self.people, self.variance, self.offset)

    def design(self, index: int) -> Floats:
        """The threshold of this index in the c-optimal design."""
        return self._at(self._design[:, index % PARTS])

    def drawn(self, draw: Floats) -> Floats:
        """One of the thresholds of the c-optimal design, by a uniform for each run."""
        return self._at(np.take_along_axis(self._design, (draw * PARTS).astype(np.int64)[:, None], axis=1)[:, 0])

    def step(self) -> Floats:
        """The threshold of the largest knowledge gradient."""
        return self._at(knowledge_gradient(self.posterior, self.thresholds, self.people, self.variance))

    def _at(self, index: Ints) -> Floats:
        return np.asarray(self.thresholds[np.arange(len(index)), index])


def _clipped(posterior: Posterior, drawn: Particles) -> Floats:
    """The drawn minima between extreme quantiles, on a scale of 0 to 1."""
    low, high = (posterior.quantile(share)[:, None] for share in (0.005, 0.995))
    return np.asarray((np.clip(drawn.minimum, low, high) - low) / np.maximum(high - low, 1e-300))


def _covariance(shares: Floats, minimum: Floats) -> Floats:
    """The covariance of the shares at all thresholds and the minimum, which comes last."""
    both = np.concatenate([shares, minimum[:, None, :]], axis=1)
    both = both - both.mean(axis=2, keepdims=True)
    return np.asarray(both @ both.transpose(0, 2, 1) / both.shape[2])
