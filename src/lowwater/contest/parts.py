"""Every part of the contest, by name."""

from lowwater.contest import grid, quantiles, real, stress
from lowwater.contest.cell import Part

PARTS: dict[str, Part] = {
    "grid": grid.PART,
    "stress": stress.PART,
    "quantiles": quantiles.PART,
    "real": real.PART,
}
