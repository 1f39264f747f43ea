"""Range guard: up to which share a curve is fitted. Near the minimum it holds, in the bulk it need not."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.level import pooled_level
from lowwater.search.pool import KNOWN, Points
from lowwater.search.tail.power_law_fit import Fit, Fits
from lowwater.search.tail.shapes import Shapes

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_FIRST, _SHRINK = 0.8, 0.4  # the shares up to which a power law may be believed: .8, .32, .128, ...
_DOUBT = 0.7  # the misfit a point above which smaller limits are tried
_LOST = 1.75  # the price of a point above the limit; a point that fits has an expected misfit of 1


class Guarded(NamedTuple):
    """The fits that a range guard tried.

    best: the fit of every run whose score is least.
    believed: the share up to which it is believed.
    tried: of every limit the rows it was tried for, their misfits (run by hypothesis) and scores.
    """

    best: Fit
    believed: Floats
    tried: list[tuple[Ints, Floats, Floats]]


def guarded_fit(points: Points, right: Ints, minimum: Floats, shapes: Shapes, variance: float, slope: float) -> Guarded:
    """The fits of every run up to falling shares, scored by misfit plus a price on points lost.

    `right` is each run's column of the first significant point; `minimum` is run by grid point.
    """
    runs = len(right)
    asked = np.where(points.people < KNOWN, points.people, 0.0).sum(axis=1)
    floor = 2 * pooled_level(3.0, asked, variance)
    fits = Fits(points, right, minimum, shapes, variance, slope, _limits(float(floor.min())))
    best = fits.up_to(0, np.arange(runs))
    score, believed, used = best.misfit.min(axis=1), np.full(runs, _FIRST), best.used.copy()
    tried = [(np.arange(runs), best.misfit.copy(), score.copy())]
    active = np.flatnonzero(score > _DOUBT * used)
    for step, limit in enumerate(fits.limits[1:], start=1):
        lost = _LOST * (used[active] - fits.used(step)[active]) + step
        active = active[(limit >= floor[active]) & (lost < score[active])]
        if not active.size:
            break
        fit = fits.up_to(step, active)
        misfit = fit.misfit.min(axis=1)
        penalized = misfit + _LOST * (used[active] - fit.used) + step
        tried.append((active, fit.misfit, penalized))
        better = penalized < score[active]
        for whole, part in zip(best, fit, strict=True):
            whole[active[better]] = part[better]
        score[active[better]], believed[active[better]] = penalized[better], limit
        active = active[misfit > _DOUBT * fit.used]
    return Guarded(best, believed, tried)


def _limits(floor: float) -> list[float]:
    """The shares up to which a power law may be believed: the first, and smaller ones down to `floor`."""
    limits = [_FIRST]
    while limits[-1] * _SHRINK >= floor:
        limits.append(limits[-1] * _SHRINK)
    return limits
