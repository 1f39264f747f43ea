"""Wave: the reports of the square wave, their chances, and how EM estimates shares from their counts.

A report has one of two chances, e**epsilon apart: the high one within b cells of the own cell, the low one elsewhere.
Reports are drawn by counts: uniform over everything, or the own cell moved by a uniform offset. Offsets are drawn
like the bits of a number, each splitting all counts in two, so that no person is ever drawn.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.core.epsilon import Epsilon

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Wave:
    """The chances of a report: near ones high, all others low."""

    cells: int
    reach: int
    low: float
    high: float

    @classmethod
    def of(cls, epsilon: Epsilon, cells: int) -> "Wave":
        """The wave for this loss, with the reach of most information: b of the reference."""
        nats, e, less = float(epsilon), math.exp(float(epsilon)), math.expm1(float(epsilon))
        reach = math.floor(cells * (nats * e - less) / (2 * e * (less - nats)))
        low = 1 / ((2 * reach + 1) * e + cells - 1)
        return cls(cells, reach, low, e * low)

    def spread(self, shares: Floats) -> Floats:
        """The chance of every report, from the shares of the cells."""
        return np.asarray(self.low + (self.high - self.low) * self._windows(shares, 2 * self.reach))

    def gather(self, weights: Floats) -> Floats:
        """The transpose of `spread`: each cell's sum over its reports."""
        everywhere = self.low * weights.sum(axis=1, keepdims=True)
        return np.asarray(everywhere + (self.high - self.low) * self._windows(weights, 0))

    def log_likelihood(self, shares: Floats, counts: Ints) -> Floats:
        """The log-likelihood of the reports, up to a constant."""
        return np.asarray((counts * np.log(self.spread(shares))).sum(axis=1))

    def likelier(self, shares: Floats, counts: Ints) -> Floats:
        """One step of EM: shares that make the reports at least as likely."""
        better = shares * self.gather(counts / self.spread(shares))
        return np.asarray(better / better.sum(axis=1, keepdims=True))

    def _windows(self, table: Floats, pad: int) -> Floats:
        """Sums over windows of 2b + 1, with `pad` zeros on both sides."""
        sums = np.cumsum(np.pad(table, ((0, 0), (pad + 1, pad))), axis=1)
        width = 2 * self.reach + 1
        return np.asarray(sums[:, width:] - sums[:, :-width])

    def reports(self, counts: Ints, rng: np.random.Generator) -> Ints:
        """The counts of reports of each cell, a row for each run."""
        everything = self.cells + 2 * self.reach
        noisy = rng.binomial(counts, self.low * everything)
        uniform = rng.multinomial(noisy.sum(axis=1), np.full(everything, 1 / everything))
        return uniform + moved(np.pad(counts - noisy, ((0, 0), (0, 2 * self.reach))), 2 * self.reach + 1, rng)


def moved(counts: Ints, width: int, rng: np.random.Generator) -> Ints:
    """The counts after everyone moved right by a uniform offset below `width`."""
    settled = np.zeros_like(counts)
    while width > 1:
        if width % 2:  # the last offset is as likely as any other; whoever draws it is done
            last = rng.binomial(counts, 1 / width)
            settled[:, width - 1 :] += last[:, : counts.shape[1] - width + 1]
            counts, width = counts - last, width - 1
        width //= 2
        far = rng.binomial(counts, 0.5)
        counts = counts - far
        counts[:, width:] += far[:, :-width]
    return settled + counts


def smoothed(shares: Floats) -> Floats:
    """Averages with weights 1/4, 1/2, 1/4; both ends keep what would leave."""
    wide = np.pad(shares, ((0, 0), (1, 1)), mode="edge")
    return np.asarray(wide[:, :-2] / 4 + wide[:, 1:-1] / 2 + wide[:, 2:] / 4)
