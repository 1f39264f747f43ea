"""Round number: many people with the very same number usually have a round one, a multiple of a power of ten.

An interval that holds a multiple of a step much wider than itself does so by chance with a probability of width over
step. That is the evidence for the round number, against one anywhere in the interval.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_DECADES = 12  # steps that are tried, each a tenth of the one before
_WHOLE, _OTHER = 0.5, 0.05  # the prior odds of whole numbers, and of multiples of each other step, against any number
_COARSEST = 0.1  # the largest step, as a part of the domain


class Round(NamedTuple):
    """The roundest number of each interval, and the odds that people have it, against any number of the interval."""

    value: Floats
    odds: Floats


def roundest(low: Floats, high: Floats, domain: float) -> Round:
    """The multiple of the largest power of ten between `low` and `high`, in a domain of the width `domain`."""
    exponents = math.floor(math.log10(_COARSEST * domain)) - np.arange(_DECADES)
    steps = 10.0**exponents
    multiples = np.ceil(low[:, None] / steps) * steps
    inside = multiples <= high[:, None]
    at = np.argmax(inside, axis=1)
    prior = np.where(exponents == 0, _WHOLE, _OTHER)[at]
    odds = np.where(inside.any(axis=1), prior * steps[at] / np.maximum(high - low, 1e-300), 0.0)
    return Round(multiples[np.arange(len(at)), at], odds)
