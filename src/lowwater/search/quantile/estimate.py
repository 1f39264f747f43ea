"""Quantile estimate: the value that a posterior gives, and how far off it likely is.

Where a step of the data is told, the value is one that they can have, and so is every other that it may be. Where
people seem to jump at the quantile, they jump at a round number if one is near.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.search.pool import Answers
from lowwater.search.quantile.grid import middles
from lowwater.search.quantile.posterior import QuantilePosterior
from lowwater.search.quantile.round_number import Round, roundest
from lowwater.search.unit_scale import UnitScale

Floats = npt.NDArray[np.float64]

_MIDDLE = (0.05, 0.5, 0.95)  # posterior quantiles: the median, and those beyond which the likely error does not look
_EXTREMES = (0.005, 0.995)  # posterior quantiles between which round numbers are looked for
_UNASKED = 0.15  # the least part of a share's sampling variance that remains where everybody was asked


class Value(NamedTuple):
    """The estimate of every run on [-1, 1], and its expected absolute error for a sample of many more people."""

    value: Floats
    error: Floats


def step_of(domain: Domain) -> float | None:
    """The step of the data on [-1, 1]."""
    return None if domain.step is None else 2 * domain.step / domain.width


def value_of(posterior: QuantilePosterior, scale: UnitScale) -> Value:
    """The posterior median: of values that data can have, or a round number where people probably jump at one."""
    if (step := step_of(scale.domain)) is not None:
        return _on_step(posterior, step)
    low, value, high = (posterior.quantile(np.full(len(posterior.low), share)) for share in _MIDDLE)
    places = np.clip(middles(posterior.edges), low[:, None], high[:, None])
    number, odds = _round(posterior, scale)
    jumping = odds * posterior.jump.sum(axis=1)
    chance = jumping / (1 + jumping)
    value = np.where(chance >= 0.5, number, value)
    error = (posterior.weight * np.abs(places - value[:, None])).sum(axis=1)
    return Value(value, np.where(chance >= 0.5, 1 - chance, 1.0) * error)


def _on_step(posterior: QuantilePosterior, step: float) -> Value:
    """The posterior median among the values that data can have."""
    values, weight = posterior.values(step)
    reached = np.cumsum(weight, axis=1) >= weight.sum(axis=1, keepdims=True) / 2
    value = values[np.arange(len(values)), np.argmax(reached, axis=1)]
    return Value(value, np.asarray((weight * np.abs(values - value[:, None])).sum(axis=1)))


def _round(posterior: QuantilePosterior, scale: UnitScale) -> Round:
    """The roundest number where the quantile may lie."""
    ends = [scale.natural(posterior.quantile(np.full(len(posterior.low), share))) for share in _EXTREMES]
    number = roundest(np.minimum(*ends), np.maximum(*ends), scale.domain.width)
    return Round(scale.unit(number.value), number.odds)


def of_all_asked(answers: Answers, variance: float, p: float, people: int | None) -> Floats:
    """The error of the quantile of `people`, over that for a sample of many more, which a posterior has.

    Whoever was not asked yet adds to the variance p (1 - p) of a share; those who were asked, only their coins.
    """
    asked = answers.people.sum(axis=1) / (people or np.inf)
    spread = p * (1 - p)
    return np.asarray(np.sqrt((variance + spread * np.maximum(1 - asked, _UNASKED)) / (variance + spread)))
