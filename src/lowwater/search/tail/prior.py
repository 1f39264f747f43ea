"""Prior: what is believed about a minimum before anybody answers, on [-1, 1]."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.search.tail.shapes import Shapes

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_POWER = 0.5  # prior density of the log distance proportional to distance ** 0.5


@dataclass(frozen=True)
class Prior:
    """Shapes with their weights, the weight of the domain's `start`, and the step of the numbers (0: none).

    Where an `earlier` minimum is known, it has the weight `trust`: the minimum then has a Laplace law around it, and is
    `off` by about that.
    """

    shapes: Shapes
    start: float = 0.0
    step: float = 0.0
    earlier: float | None = None
    off: float = 0.0
    trust: float = 0.0

    def of_cells(self, edges: Floats, distance: Floats, upper: Floats, seen: Bools) -> tuple[Floats, Floats]:
        """The prior weight of every cell of minima, and the part of it that rests on the earlier place.

        The density is distance ** -0.5 where somebody was `seen`, and uniform before.
        """
        power = np.where(seen, _POWER, 1.0)[:, None] - 1
        usual = np.diff(edges, axis=1) * np.maximum(distance, 1e-13) ** power
        usual[:, -1] += self.start / (1 - self.start) * usual.sum(axis=1)
        if self.earlier is None:
            return usual, np.zeros_like(usual)
        usual = usual / usual.sum(axis=1, keepdims=True)
        known = -np.diff(_laplace((upper[:, None] - edges - self.earlier) / self.off), axis=1)
        known = known / np.maximum(known.sum(axis=1, keepdims=True), 1e-12)  # beyond the upper limit nothing is known
        both = (1 - self.trust) * usual + self.trust * known
        return both, self.trust * known / np.maximum(both, 1e-300)


def _laplace(x: Floats) -> Floats:
    """The distribution function of the standard Laplace law."""
    half = np.exp(-np.abs(x)) / 2
    return np.where(x < 0, half, 1 - half)
