"""Cell fit: least squares of a power law to the shares of people in cells, for every minimum and exponent of a grid.

The curve is F(x) = C ((x - m) / (top - m))**a, with C fitted for each minimum m and exponent a, and a cell's share is
the rise of F over it. The counts of one question are multinomial, and Pearson's chi-square, which has no mixed terms,
is their proper measure if all cells of the question are summed. Cells beyond the top, and each question's last one, are
left out, for the law does not speak of them: what remains treats the counts as independent, and their noise as a little
larger than it is.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.cells.shares import CellShares
from lowwater.search.level import pooled_level

Floats = npt.NDArray[np.float64]

_FIRST, _SHRINK = 0.8, 0.4  # the shares up to which a power law may be believed: .8, .32, .128, ...
_DOUBT = 0.7  # the misfit a cell above which smaller limits are tried
_LOST = 1.75  # the price of a cell above the limit; a cell that fits has an expected misfit of 1
_FLAT, _SLOPE = 0.05, 0.25  # the law's own error: a twentieth of small shares, and a quarter of large ones more


class CellFit(NamedTuple):
    """The power laws fitted up to one share, `believed`.

    misfit: chi-square, exponent by grid point; constant: C, likewise.
    used: the number of cells fitted; top: the threshold at which the curve has the share C.
    score: the least misfit, plus a price on cells lost.
    """

    misfit: Floats
    constant: Floats
    used: int
    top: float
    believed: float
    score: float


def cell_fits(cells: CellShares, upper: float, minimum: Floats, exponents: Floats) -> list[CellFit]:
    """The fits up to falling shares, until one fits well or a smaller share could not be seen."""
    variance = cells.noise(np.zeros(1))[0] * cells.people[0]
    floor = 2 * float(pooled_level(3.0, np.array(cells.answered), float(variance)))
    fits = [_fit(cells, upper, minimum, exponents, _FIRST, None)]
    while fits[-1].misfit.min() > _DOUBT * fits[-1].used and fits[-1].believed * _SHRINK >= floor:
        fits.append(_fit(cells, upper, minimum, exponents, fits[-1].believed * _SHRINK, fits))
    return fits


def _fit(
    cells: CellShares, upper: float, minimum: Floats, exponents: Floats, limit: float, before: list[CellFit] | None
) -> CellFit:
    """Fit the cells up to the first threshold, at or after `upper`, with a share above `limit`: the top."""
    unit, below = cells.layout.unit, cells.below
    beyond = np.flatnonzero((below > limit) & (unit >= upper))
    used = int(beyond[0]) + 1 if beyond.size else unit.size
    top = float(unit[used - 1]) if beyond.size else 1.0
    share = max(float(below[used - 1]) if beyond.size else 1.0, limit)
    weight, weight_top = _weights(cells, used, share)
    misfit, constant = _tables(cells, used, weight, minimum, exponents, (top, share, weight_top))
    lost = 0.0 if before is None else _LOST * (before[0].used - used) + len(before)
    return CellFit(misfit, constant, used, top, limit, float(misfit.min()) + lost)


def _weights(cells: CellShares, used: int, share: float) -> tuple[Floats, float]:
    """The inverse variances of the first `used` cells, with the law's own error, and of the `share` at the top."""
    within = np.maximum(cells.within(cells.below), 0.0)[:used]
    people = np.maximum(cells.people[:used], 1.0)
    smoothed = (people * within + 1) / (people + 2)  # Laplace's rule: few people of whom nobody is there prove little
    noise = cells.noise(np.concatenate([smoothed, np.zeros(cells.people.size - used)]))[:used]
    model = (_FLAT + _SLOPE * cells.below[:used]) * within
    asked = cells.people[:used] > 0
    return np.where(asked, 1 / (noise + model**2 + 1e-14), 0.0), 1 / (float(noise.mean()) + share**2)


def _tables(
    cells: CellShares, used: int, weight: Floats, minimum: Floats, exponents: Floats, anchor: tuple[float, float, float]
) -> tuple[Floats, Floats]:
    """Misfit and constant, exponent by grid point; the sum of w (s - C f)**2 is expanded."""
    top, share, weight_top = anchor
    ratio = np.clip((cells.layout.unit[:used] - minimum[:, None]) / (top - minimum)[:, None], 1e-30, 1.0)
    power = np.exp(exponents[:, None, None] * np.log(ratio))
    stagger = cells.layout.questions
    rise = power.copy()
    rise[..., stagger:] -= power[..., :-stagger]
    seen = cells.share[:used]
    cross, square = rise @ (weight * seen), np.square(rise, out=power) @ weight
    constant = np.maximum((cross + weight_top * share) / (square + weight_top), share / 2)
    misfit = np.maximum(constant * (constant * square - 2 * cross) + weight @ (seen * seen), 0.0)
    return misfit + weight_top * (share - np.minimum(constant, 1.0)) ** 2, constant
