"""Settle a minimum on a scale: the thresholds of the two settling questions.

A threshold is only placed here; what its answers prove needs no model (see `certain`). Thresholds are told by their
indices: how many values lie before them.
"""

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.law.normal import normal_cdf, normal_quantile
from lowwater.search.scale.posterior import ScalePosterior
from lowwater.search.scale.shares import SHARES
from lowwater.search.settling import CONFIDENCE, SURE

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_LIKELY = 0.65  # the chance of a proof at which `above` is low enough
_NEAR = 1.5  # the model's own threshold will do for `above` if its share is at most this many times as large
_STEEP = 8.0  # how steeply a proof of `below` is worth less, the further below the minimum it is
_CAUTION = 3.0  # how much more a likely proof of `below` is worth than one that says more
_LOWEST = 0.3  # the posterior quantile of the minimum below which `below` is not placed


def place_above(posterior: ScalePosterior, people: int, randomizer: Randomizer, wealth: Floats, own: Ints) -> Ints:
    """The first threshold at which `people` answers are likely to prove somebody.

    `wealth` is the log of the wealth at every threshold, run by threshold; `own` is the model's own choice.
    """
    level = np.exp(np.minimum(np.log(1 - SURE) + wealth, np.log(0.5)))
    deviations = SHARES * np.sqrt(people / (randomizer.variance + SHARES * (1 - SHARES)))
    proof = (posterior.shares * normal_cdf(deviations + normal_quantile(level)[:, :, None])).sum(axis=2)
    likely, rows, mean = proof >= _LIKELY, np.arange(len(own)), posterior.mean()
    first = np.where(likely.any(axis=1), np.argmax(likely, axis=1), np.argmax(proof, axis=1))
    near = (own > first) & (mean[rows, own - 1] <= _NEAR * mean[rows, first])
    return np.where(near, own, first + 1)


def place_below(posterior: ScalePosterior, people: int, randomizer: Randomizer, aim: float, own: Ints) -> Ints:
    """The threshold at which a proof that at most `aim` are at or before it is likely and worth most."""
    values = np.arange(posterior.weight.shape[1])
    spread = np.sqrt((randomizer.variance + aim * (1 - aim)) / people)
    needed = -float(normal_quantile(np.array(1 - CONFIDENCE)))
    proof = posterior.shares @ normal_cdf((aim - SHARES) / spread - needed)
    worth = np.minimum(1.0, values[1:, None] / np.maximum(values, 1)) ** _STEEP
    best = 1 + np.argmax(proof ** (1 + _CAUTION) * (posterior.weight @ worth.T), axis=1)
    lowest = np.clip(posterior.quantile(_LOWEST), 1, best)
    return np.clip(own, lowest, best)
