"""The laws people's numbers may follow: beta and truncated normal, on an interval."""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from lowwater.errors import BadData
from lowwater.law.beta import beta_cdf

Floats = npt.NDArray[np.float64]

_HALVINGS = 80
_erf = np.vectorize(math.erf, otypes=[float])
_erfc = np.vectorize(math.erfc, otypes=[float])


class Distribution(Protocol):
    """A law on an interval, given by its cumulative function."""

    @property
    def start(self) -> float:
        """Where the support begins."""
        ...

    @property
    def end(self) -> float:
        """Where the support ends."""
        ...

    def cdf(self, x: npt.ArrayLike) -> Floats:
        """The share of people at or below x."""
        ...


@dataclass(frozen=True)
class Beta:
    """The law of start + width * X, where X follows the beta law: the paper's synthetic data."""

    alpha: float
    beta: float
    start: float
    width: float

    def __post_init__(self) -> None:
        if not (self.alpha > 0 and self.beta > 0 and math.isfinite(self.alpha + self.beta)):
            raise BadData(f"beta law with alpha={self.alpha!r}, beta={self.beta!r}; both must be positive")
        if not (math.isfinite(self.start) and 0 < self.width < math.inf):
            raise BadData(f"beta law from {self.start!r} with width {self.width!r}; the width must be positive")

    @property
    def end(self) -> float:
        """Where the support ends."""
        return self.start + self.width

    def cdf(self, x: npt.ArrayLike) -> Floats:
        """The share of people at or below x."""
        return beta_cdf(self.alpha, self.beta, (np.asarray(x, dtype=float) - self.start) / self.width)


@dataclass(frozen=True)
class TruncatedNormal:
    """The normal law with this mean and deviation, cut off at both ends."""

    mean: float
    deviation: float
    start: float
    end: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.mean) and 0 < self.deviation < math.inf):
            raise BadData(f"normal law with mean {self.mean!r}, deviation {self.deviation!r}; it must be positive")
        if not -math.inf < self.start < self.end < math.inf:
            raise BadData(f"cut to [{self.start!r}, {self.end!r}]; give finite ends, the smaller one first")
        if not self.mass(np.asarray(self.end)) > 0:
            raise BadData(f"a normal law around {self.mean:g} has no mass in [{self.start:g}, {self.end:g}]")

    def mass(self, x: Floats) -> Floats:
        """Mass of the untruncated law between the start and x, with no cancellation in either tail."""
        scale = self.deviation * math.sqrt(2)
        low, high = (self.start - self.mean) / scale, (x - self.mean) / scale
        right = (math.erfc(low) - _erfc(high)) / 2
        left = (_erfc(-high) - math.erfc(-low)) / 2
        across = (_erf(high) - math.erf(low)) / 2
        mass: Floats = right if low > 0 else np.where(high < 0, left, across)
        return mass

    def cdf(self, x: npt.ArrayLike) -> Floats:
        """The share of people at or below x."""
        inside = np.clip(np.asarray(x, dtype=float), self.start, self.end)
        share: Floats = np.clip(self.mass(inside) / self.mass(np.asarray(self.end)), 0.0, 1.0)
        return share


def quantile(distribution: Distribution, share: npt.ArrayLike) -> Floats:
    """The least x with cdf(x) >= share, by halving the support."""
    wanted = np.asarray(share, dtype=float)
    low = np.full(wanted.shape, distribution.start)
    high = np.full(wanted.shape, distribution.end)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        enough = distribution.cdf(middle) >= wanted
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    result: Floats = np.select([wanted <= 0, wanted >= 1], [distribution.start, distribution.end], high)
    return result
