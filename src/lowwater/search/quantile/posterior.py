"""Quantile posterior: where a quantile may lie, by the answers of each run."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.quantile.curves import STEP, Curves
from lowwater.search.quantile.grid import between_values, middles, regrouped
from lowwater.search.resample import resample

Floats = npt.NDArray[np.float64]

DRAWS = 128
"""The number of curves drawn."""

_GOLDEN = (5**0.5 - 1) / 2  # its multiples spread evenly over a cell


class QuantilePosterior(NamedTuple):
    """The posterior of the quantile for each run; all weights of a run sum to 1.

    low: the last threshold significantly below the quantile.
    high: the first threshold significantly above the quantile.
    edges: the edges of cells between the two, run by edge.
    smooth: the weights of smooth curves, run by link by slope by cell.
    jump: the weight of curves that jump at the quantile, run by cell.
    slopes: the slopes of smooth curves at the quantile, run by slope.
    before, after: the shares on either side of a jump, run by cell.
    believed: the distance from p up to which smooth curves are believed.
    """

    low: Floats
    high: Floats
    edges: Floats
    smooth: Floats
    jump: Floats
    slopes: Floats
    before: Floats
    after: Floats
    believed: Floats

    @property
    def weight(self) -> Floats:
        """The weight of every cell."""
        return np.asarray(self.smooth.sum(axis=(1, 2)) + self.jump)

    def quantile(self, share: Floats) -> Floats:
        """The quantile of the posterior at `share` for each run, interpolated within a cell."""
        weight, rows = self.weight, np.arange(len(share))
        cumulative = np.cumsum(weight, axis=1)
        wanted = share * cumulative[:, -1]
        at = np.minimum(np.count_nonzero(cumulative < wanted[:, None], axis=1), weight.shape[1] - 1)
        before = cumulative[rows, at] - weight[rows, at]
        part = np.clip((wanted - before) / np.maximum(weight[rows, at], 1e-300), 0.0, 1.0)
        start, end = self.edges[rows, at], self.edges[rows, at + 1]
        return np.asarray(start + part * (end - start))

    def values(self, step: float) -> tuple[Floats, Floats]:
        """Values that data with a step can have, and their weights, run by value.

        A value has the weight of all places nearer to it than to others; a cell that holds several has their middle.
        """
        ends = between_values(self.edges, step)
        first = np.where(self.low == -1, -1 - step / 2, self.low)
        last = np.where(self.high == 1, 1 + step / 2, self.high)
        ends[:, 0], ends[:, -1] = first, last
        ends = np.clip(ends, first[:, None], last[:, None])
        return middles(ends), regrouped(self.weight, self.edges, ends)

    def _slope(self) -> Floats:
        """The geometric mean of the slopes of smooth curves."""
        weight = self.smooth.sum(axis=(1, 3)) + 1e-300
        return np.asarray(np.exp((weight * np.log(self.slopes)).sum(axis=1) / weight.sum(axis=1)))

    def curves(self, offset: Floats | None = None) -> Curves:
        """Curves drawn from the posterior; `offset` of 0 to 1 shifts the draws."""
        runs, cells = self.jump.shape
        drawn = resample(np.concatenate([self.smooth.reshape(runs, -1), self.jump], axis=1), DRAWS, offset)
        kind, cell = np.divmod(drawn, cells)
        link, slope = np.divmod(kind, self.slopes.shape[1])
        jumps = link == self.smooth.shape[1]
        start, width = (np.take_along_axis(each, cell, axis=1) for each in (self.edges, np.diff(self.edges, axis=1)))
        return Curves(
            start + width * (np.arange(1, DRAWS + 1) * _GOLDEN % 1.0),
            np.where(jumps, STEP, link),
            np.where(jumps, self._slope()[:, None], np.take_along_axis(self.slopes, slope, axis=1)),
            np.take_along_axis(self.before, cell, axis=1),
            np.take_along_axis(self.after, cell, axis=1),
        )
