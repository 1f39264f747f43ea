"""Quantile curves: curves drawn from the posterior of a quantile."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.quantile.curve_fit import LINKS, curve

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

STEP = -1
"""The link of a curve that jumps at the quantile, and is straight on either side."""


class Curves(NamedTuple):
    """Curves drawn from the posterior, run by draw.

    link: the index of the link among LINKS, or STEP.
    slope: the slope at the quantile; of a curve that jumps, on either side of the jump.
    before, after: the shares on either side of a jump.
    """

    quantile: Floats
    link: Ints
    slope: Floats
    before: Floats
    after: Floats

    def shares(self, p: float, thresholds: Floats) -> Floats:
        """The share that every curve has at every threshold, run by threshold by draw."""
        away = thresholds[:, :, None] - self.quantile[:, None, :]
        rise = away * self.slope[:, None, :]
        sides = np.where(away < 0, self.before[:, None, :], self.after[:, None, :])
        shares = np.clip(sides + rise, 0.0, 1.0)
        for index, link in enumerate(LINKS):
            shares = np.where((self.link == index)[:, None, :], curve(link, p, rise), shares)
        return np.asarray(shares)
