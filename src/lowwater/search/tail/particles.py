"""Particles: power laws drawn from a posterior."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.resample import resample
from lowwater.search.tail.posterior import Posterior
from lowwater.search.tail.shapes import Shapes

Floats = npt.NDArray[np.float64]

_GOLDEN = 0.6180339887


class Particles(NamedTuple):
    """Power laws drawn from the posterior, run by draw, and the threshold at which each has the share `constant`."""

    minimum: Floats
    shapes: Shapes
    constant: Floats
    top: Floats

    def shares(self, thresholds: Floats) -> Floats:
        """The share that every drawn law has at every threshold, run by threshold by draw."""
        span = np.maximum(self.top[:, None] - self.minimum, 1e-300)[:, None, :]
        ratio = np.maximum(thresholds[:, :, None] - self.minimum[:, None, :], 0.0) / span
        return np.minimum(1.0, self.constant[:, None, :] * self.shapes.shares(ratio))


def particles(posterior: Posterior, count: int, offset: Floats | None = None) -> Particles:
    """`count` power laws for each run, by systematic resampling with an `offset` of 0 to 1 for each run."""
    at = resample(posterior.weight, count, offset)
    shape, distance = posterior.hypotheses.shape_and_cell(at)
    near, far = (np.take_along_axis(posterior.edges, distance + end, axis=1) for end in (0, 1))
    spread = near + (far - near) * (np.arange(count) * _GOLDEN % 1.0)  # within a cell, but for that of one value
    middle = np.take_along_axis(posterior.distance, distance, axis=1)
    minimum = posterior.upper[:, None] - np.where(far - near > 0.75 * posterior.step, spread, middle)
    constant = np.take_along_axis(posterior.constant, at, axis=1)
    return Particles(minimum, posterior.shapes.at(shape), constant, posterior.top)
