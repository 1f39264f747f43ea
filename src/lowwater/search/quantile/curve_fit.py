"""Curve fit: smooth curves through a quantile p, compared with the answers around it.

Each curve has a slope at the quantile and a link: logistic, or a power of the distance from the end of the data on the
side where fewer people are, as a tail has it. Points further from p weigh less, for no curve is right far away.
"""

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import Points
from lowwater.search.quantile.ranges import Ranges, noise_of

Floats = npt.NDArray[np.float64]

LOGISTIC = 0.0
"""The link of the logistic curve."""

LINKS = (LOGISTIC, 0.5, 1.0, 2.0, 4.0)
"""The links: logistic, and exponents of a power law."""

_MISFIT = 0.2  # the model's standard deviation, in multiples of the distance from p


def curve(link: float, p: float, rise: Floats) -> Floats:
    """The share where the tangent at the quantile has risen by `rise` above p."""
    if p > 0.5:
        return np.asarray(1 - curve(link, 1 - p, -rise))
    if link == LOGISTIC:
        odds = np.clip(rise / (p * (1 - p)), -60.0, 60.0)
        return np.asarray(p / (p + (1 - p) * np.exp(-odds)))
    most = p ** (-1 / link)  # where the share is 1
    return np.asarray(np.minimum(p * _power(np.clip(1 + rise / (p * link), 0.0, most), link), 1.0))


def _power(base: Floats, exponent: float) -> Floats:
    """The powers that LINKS has, by multiplication."""
    if exponent == 0.5:
        return np.asarray(np.sqrt(base))
    return base if exponent == 1.0 else base * base if exponent == 2.0 else _power(base * base, exponent / 2)


def fit_curves(points: Points, ranges: Ranges, quantile: Floats, slopes: Floats, variance: float, p: float) -> Floats:
    """The log likelihood of the points used, run by link by range by slope by candidate for the quantile."""
    noise = noise_of(points, variance)
    wide = noise + (_MISFIT * (points.pooled - p)) ** 2 + 1e-14
    weight = np.where(ranges.used, (1 / wide)[:, :, None], 0.0)[:, :-1]
    scale = np.where(ranges.used, np.log(noise / wide)[:, :, None], 0.0).sum(axis=1)
    apart = (points.threshold[:, None, :-1] - quantile[:, :, None])[:, None]
    rise = apart * slopes[:, :, None, None]
    squares = [_squares(curve(link, p, rise), points.share[:, None, None, :-1]) for link in LINKS]
    misfit = np.stack([np.moveaxis(_weighted(each, weight), 3, 1) for each in squares], axis=1)
    return np.asarray((scale[:, None, :, None, None] - misfit) / 2)


def _squares(fitted: Floats, share: Floats) -> Floats:
    """The squares of fitted - share, computed in place."""
    fitted -= share
    fitted *= fitted
    return fitted


def _weighted(squares: Floats, weight: Floats) -> Floats:
    """The weighted sums over points, run by slope by candidate by range; one product of matrices for each run."""
    runs, slopes, candidates, points = squares.shape
    return np.asarray((squares.reshape(runs, -1, points) @ weight).reshape(runs, slopes, candidates, -1))
