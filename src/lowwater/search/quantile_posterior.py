"""Quantile posterior: where a quantile may lie, by the answers of each run."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.resample import resample
from lowwater.search.settle_quantile import Curves

Floats = npt.NDArray[np.float64]

_DRAWS = 128  # curves drawn to place the settling questions


class QuantilePosterior(NamedTuple):
    """The posterior of the quantile for each run.

    low: the last threshold significantly below the quantile.
    high: the first threshold significantly above the quantile.
    grid: candidates for the quantile between the two, run by grid point.
    scales: candidates for the scale, run by scale.
    joint: posterior weights, run by scale by grid point; they sum to 1 for each run.
    believed: the distance from p up to which the curve is believed.
    """

    low: Floats
    high: Floats
    grid: Floats
    scales: Floats
    joint: Floats
    believed: Floats

    @property
    def weight(self) -> Floats:
        """The posterior weights of the quantile, run by grid point."""
        return np.asarray(self.joint.sum(axis=1))

    def quantile(self, share: Floats) -> Floats:
        """The quantile of the posterior at `share` for each run, interpolated within a grid cell."""
        weight, rows = self.weight, np.arange(len(share))
        cumulative = np.cumsum(weight, axis=1)
        at = np.minimum(np.count_nonzero(cumulative < share[:, None], axis=1), self.grid.shape[1] - 1)
        before = cumulative[rows, at] - weight[rows, at]
        part = np.clip((share - before) / np.maximum(weight[rows, at], 1e-300), 0.0, 1.0)
        step = self.grid[:, 1] - self.grid[:, 0]
        return np.asarray(self.grid[rows, at] + (part - 0.5) * step)

    def curves(self) -> Curves:
        """Curves drawn from the posterior, run by draw."""
        scale, grid = np.divmod(resample(self.joint, _DRAWS), self.grid.shape[1])
        return Curves(np.take_along_axis(self.grid, grid, axis=1), np.take_along_axis(self.scales, scale, axis=1))
