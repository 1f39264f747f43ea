"""Settle a minimum: the thresholds of the two settling questions, placed by power laws drawn from the posterior.

A threshold is only placed here; what its answers prove needs no model (see `certain`).
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.law.normal import normal_cdf, normal_quantile
from lowwater.search.settling import CONFIDENCE, SURE
from lowwater.search.tail.particles import particles
from lowwater.search.tail.posterior import Posterior

Floats = npt.NDArray[np.float64]

_DRAWS = 128
_LIKELY = 0.65  # the chance of a proof at which `above` is low enough
_NEAR = 1.5  # the model's own threshold will do for `above` if its share is at most this many times as large
_STEEP = 8.0  # how steeply a proof of `below` is worth less, the further below the minimum it is
_CAUTION = 3.0  # how much more a likely proof of `below` is worth than one that says more
_LOWEST = 0.3  # the posterior quantile of the minimum below which `below` is not placed


def place_above(
    posterior: Posterior, people: int, randomizer: Randomizer, wealth: Callable[[Floats], Floats], own: Floats
) -> Floats:
    """The first threshold at which `people` answers are likely to prove somebody.

    `wealth` gives the log of the wealth at each of the candidates; `own` is the model's own choice.
    """
    candidates = _candidates(posterior)
    shares = particles(posterior, _DRAWS).shares(candidates)
    level = np.exp(np.minimum(np.log(1 - SURE) + wealth(candidates), np.log(0.5)))
    deviations = shares * np.sqrt(people / (randomizer.variance + shares * (1 - shares)))
    proof = normal_cdf(deviations + normal_quantile(level)[:, :, None]).mean(axis=2)
    likely, rows = proof >= _LIKELY, np.arange(len(own))
    first = np.where(likely.any(axis=1), np.argmax(likely, axis=1), np.argmax(proof, axis=1))
    best, mean = candidates[rows, first], shares.mean(axis=2)
    after = np.minimum((candidates < own[:, None]).sum(axis=1), candidates.shape[1] - 1)
    near = (own >= best) & (mean[rows, after] <= _NEAR * mean[rows, first])
    return np.where(near, own, best)


def place_below(posterior: Posterior, people: int, randomizer: Randomizer, aim: float, own: Floats) -> Floats:
    """The threshold at which a proof that at most `aim` are at or before it is likely and worth most."""
    candidates = _candidates(posterior)
    drawn = particles(posterior, _DRAWS)
    spread = np.sqrt((randomizer.variance + aim * (1 - aim)) / people)
    needed = -float(normal_quantile(np.array(1 - CONFIDENCE)))
    proof = normal_cdf((aim - drawn.shares(candidates)) / spread - needed)
    worth = np.minimum(1.0, (candidates[:, :, None] + 1) / np.maximum(drawn.minimum[:, None, :] + 1, 1e-300)) ** _STEEP
    value = (proof * worth).mean(axis=2) * proof.mean(axis=2) ** _CAUTION
    best = candidates[np.arange(len(own)), np.argmax(value, axis=1)]
    lowest = np.minimum(posterior.quantile(_LOWEST), best)
    return np.asarray(np.clip(own, lowest, best))


def _candidates(posterior: Posterior) -> Floats:
    """Thresholds in rising order: quantiles of the minimum, and shares of the middle curve."""
    drawn = particles(posterior, _DRAWS)
    quantiles = np.stack([posterior.quantile(share) for share in np.linspace(0.01, 0.99, 24)], axis=1)
    middle = np.median(drawn.minimum, axis=1, keepdims=True)
    exponent = np.exp(np.log(drawn.shapes.exponent).mean(axis=1, keepdims=True))
    constant = np.exp(np.log(np.maximum(drawn.constant, 1e-300)).mean(axis=1, keepdims=True))
    ratio = np.minimum(1.0, (np.geomspace(1e-5, 0.5, 40) / constant) ** (1 / exponent))
    curve = middle + (drawn.top[:, None] - middle) * ratio
    both = np.sort(np.concatenate([quantiles, curve], axis=1), axis=1)
    return np.asarray(np.clip(both, -1.0, 1.0))
