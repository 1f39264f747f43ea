"""The beta law's cumulative function, by Lentz's continued fraction over arrays."""

import math

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_TINY = 1e-300
_STEPS = 400
_CLOSE = 3e-16


def log_beta(a: float, b: float) -> float:
    """Log of the beta function."""
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def beta_cdf(a: float, b: float, x: npt.ArrayLike) -> Floats:
    """The share of the beta law with parameters a and b at or below x."""
    inside = np.clip(np.asarray(x, dtype=float), 0.0, 1.0)
    if b == 1:
        return np.asarray(inside**a)
    if a == 1:
        with np.errstate(divide="ignore"):  # at 1, where the share is 1
            return np.asarray(-np.expm1(b * np.log1p(-inside)))
    turned = inside > (a + 1) / (a + b + 2)  # the fraction converges fast on the other side
    result: Floats = np.empty_like(inside)
    result[~turned] = _below(a, b, inside[~turned])
    result[turned] = 1 - _below(b, a, 1 - inside[turned])
    return result


def _below(a: float, b: float, x: Floats) -> Floats:
    """The cumulative function where x is at most (a + 1) / (a + b + 2)."""
    with np.errstate(divide="ignore"):
        front = np.exp(a * np.log(x) + b * np.log1p(-x) - log_beta(a, b)) / a
    return np.asarray(front * _fraction(a, b, x))


def _fraction(a: float, b: float, x: Floats) -> Floats:
    """1 / (1 + d1 / (1 + d2 / (1 + ...))) by Lentz's method, until all elements have converged."""
    c = np.ones_like(x)
    d = 1 / _away(1 - (a + b) * x / (a + 1))
    total = d.copy()
    for step in range(1, _STEPS):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for term in (even, odd):
            d = 1 / _away(1 + term * d)
            c = _away(1 + term / c)
            change = c * d
            total *= change
        if not np.any(np.abs(change - 1) > _CLOSE):
            break
    return total


def _away(x: Floats) -> Floats:
    """Keep a divisor away from zero."""
    return np.where(np.abs(x) < _TINY, _TINY, x)
