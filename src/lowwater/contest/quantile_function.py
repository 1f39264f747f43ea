"""Quantile functions of odd populations: the number of the person at rank u, from 0 for the least to 1."""

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from lowwater.law.distribution import TruncatedNormal

Floats = npt.NDArray[np.float64]
Quantile = Callable[[Floats], Floats]

_POINTS = 2**12 + 1


def uniform(start: float, end: float) -> Quantile:
    """Numbers spread evenly from `start` to `end`."""
    return lambda u: start + (end - start) * u


def power(alpha: float, start: float = -0.4, width: float = 0.8) -> Quantile:
    """A power law: the share of numbers at most x is ((x - start) / width)**alpha."""
    return lambda u: start + width * u ** (1 / alpha)


def mixed(*parts: tuple[float, Quantile]) -> Quantile:
    """Parts in the order of their numbers, each with its share of people; the last takes the rest."""

    def quantile(u: Floats) -> Floats:
        numbers, start = np.empty_like(u), 0.0
        for share, part in parts:
            inside = u >= start
            numbers[inside] = part(np.clip((u[inside] - start) / share, 0.0, 1.0))
            start += share
        return numbers

    return quantile


def atom(value: float) -> Quantile:
    """Everybody has the same `value`."""
    return lambda u: np.full_like(u, value)


def normal(mean: float, deviation: float, start: float, end: float) -> Quantile:
    """A normal law truncated at both ends, interpolated linearly between 4,097 points."""
    points = np.linspace(start, end, _POINTS)
    reached = TruncatedNormal(mean, deviation, start, end).cdf(points)
    return lambda u: np.interp(u, reached, points)


def rising(decay: float, start: float = -0.8, end: float = 0.6) -> Quantile:
    """A density that grows as e**(x / decay) from `start` to `end`."""
    depth = math.exp(-(end - start) / decay)
    return lambda u: np.clip(end + decay * np.log(depth + (1 - depth) * u), start, end)


def falling(decay: float, start: float = -0.5, end: float = 1.0) -> Quantile:
    """A density that falls as e**(-x / decay) from `start` to `end`."""
    depth = math.exp(-(end - start) / decay)
    return lambda u: np.clip(start - decay * np.log(np.maximum(depth, 1 - (1 - depth) * u)), start, end)


def lognormal(deviation: float, end: float = 1.0) -> Quantile:
    """A lognormal law from -1 on, its median a tenth of the domain above, truncated at `end`."""
    standard = normal(0.0, 1.0, -8.0, min(8.0, math.log((end + 1) / 0.2) / deviation))
    return lambda u: np.minimum(-1 + 0.2 * np.exp(deviation * standard(u)), end)


def whole(quantile: Quantile, step: float = 1.0) -> Quantile:
    """The numbers of `quantile`, rounded to multiples of `step`."""
    return lambda u: np.rint(quantile(u) / step) * step
