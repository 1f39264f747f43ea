"""Cell posterior: the posterior distribution of the minimum given the shares of people in cells, for one run.

Near its minimum m a distribution looks like a power law, F(x) = C (x - m)**a. Every m and a of a grid gets the weight
exp(-misfit / 2), with C fitted, times the prior. Everything happens on [-1, 1], for a minimum. Where numbers have a
step, the law of what they were rounded from begins within half a step of the first of them: at any of a few places.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.search.cells.fit import CellFit, cell_fits
from lowwater.search.cells.shares import CellShares

Floats = npt.NDArray[np.float64]

SIGNIFICANT = 5.0
"""Deviations above chance that prove somebody is there, over all windows of neighbouring cells."""

EXPONENTS = np.geomspace(1 / 16, 5.5, 64)
"""Exponents tried: beyond the largest nobody is near the minimum, and no share tells where it is."""

_GRID = 96  # minima tried, where numbers have no step or too many values
_MOST_VALUES = 256  # with more values than this the law may begin anywhere, and the minimum is rounded in the end
_PLACES = (0.0, 0.25, 0.5, 0.75)  # where a law may begin, in steps from half a step before its first value
_ROUGH = 0.25  # the only place of a first look at all values
_LIKELY = 1e-5  # the weight of a value that is looked at again
_PRIOR = 0.5  # prior density of the distance from the upper limit proportional to distance ** -0.5
_BOTTOM = 2.0**-40  # the smallest distance of the grid


@dataclass(frozen=True)
class Grid:
    """The minima that are tried.

    start: where the law begins; width: the prior width of each, for a uniform density.
    value: the minimum that is reported; with a step one of the numbers there may be.
    """

    start: Floats
    width: Floats
    value: Floats


@dataclass(frozen=True)
class CellPosterior:
    """Posterior weights of one run.

    upper: the upper limit, the first threshold by which somebody is significantly there; 1 where nobody is.
    weight: posterior weights, exponent by grid point; they sum to 1.
    best: the fit with the least score, on the same grid.
    stepped: whether values are single numbers.
    """

    upper: float
    grid: Grid
    weight: Floats
    best: CellFit
    stepped: bool

    def quantile(self, share: float) -> float:
        """The posterior quantile of the minimum: one of the values, or interpolated within a cell of the grid."""
        weight = self.weight.sum(axis=0)
        cumulative = np.cumsum(weight)
        at = min(int(np.count_nonzero(cumulative < share)), weight.size - 1)
        if self.stepped:
            return float(self.grid.value[at])
        part = (share - (cumulative[at] - weight[at])) / max(weight[at], 1e-300)
        return float(self.grid.value[at] + self.grid.width[at] * (min(max(part, 0.0), 1.0) - 0.5))

    def error(self, value: float) -> float:
        """The posterior mean of the distance between the minimum and `value`."""
        return float(self.weight.sum(axis=0) @ np.abs(self.grid.value - value))

    def exponent(self, share: float) -> float:
        """The posterior quantile of the exponent."""
        cumulative = np.cumsum(self.weight.sum(axis=1))
        return float(EXPONENTS[min(int(np.count_nonzero(cumulative < share)), EXPONENTS.size - 1)])

    @property
    def power(self) -> float:
        """The mean inverse exponent: the error falls with the noise to this power."""
        return float(self.weight.sum(axis=1) @ (1 / EXPONENTS))

    def shares(self, thresholds: Floats) -> Floats:
        """The posterior mean of the fitted curve at some thresholds, up to the top of the best fit."""
        ratio = np.clip((thresholds[:, None] - self.grid.start) / (self.best.top - self.grid.start), 0.0, 1.0)
        weighted = self.weight * self.best.constant
        curves = [ratio**exponent @ row for row, exponent in zip(weighted, EXPONENTS, strict=True)]
        return np.asarray(np.minimum(np.sum(curves, axis=0), 1.0))


def cell_posterior(cells: CellShares) -> CellPosterior:
    """The posterior of one run: a first look everywhere, and a second where the mass is."""
    upper, values = _upper(cells), cells.layout.domain.values
    if values is not None and values <= _MOST_VALUES:
        step, count = 2 / (values - 1), _values_before(upper, values)
        rough = _weighed(cells, upper, _places(np.arange(count), step, (_ROUGH,)), stepped=True)
        likely = np.flatnonzero(rough.weight.sum(axis=0) > _LIKELY)
        return _weighed(cells, upper, _places(likely, step, _PLACES), stepped=True)
    first = _spaced_edges(cells, upper)
    return _weighed(cells, upper, _between(_zoomed(first, _weighed(cells, upper, _between(first)))))


def _upper(cells: CellShares) -> float:
    """The first threshold by which somebody is significantly there, else the domain's end."""
    sure = np.flatnonzero(cells.significance >= SIGNIFICANT)
    return float(cells.layout.unit[sure[0]]) if sure.size else 1.0


def _values_before(upper: float, values: int) -> int:
    """How many values lie before the upper limit, a threshold between two of them, or the domain's end."""
    return values if upper >= 1 else round((upper + 1) / 2 * (values - 1) + 0.5)


def _places(values: npt.NDArray[np.int64], step: float, places: tuple[float, ...]) -> Grid:
    """The grid of some `values`, counted from the end searched for, and the places where their law may begin."""
    value = np.repeat(values * step - 1.0, len(places))
    start = np.minimum(value + (np.tile(places, values.size) - 0.5) * step, 1 - step / 4)  # before the domain's end
    return Grid(start, np.full(value.size, step), value)


def _between(edges: Floats) -> Grid:
    """The grid of cells between edges."""
    middle = (edges[:-1] + edges[1:]) / 2
    return Grid(middle, np.diff(edges), middle)


def _spaced_edges(cells: CellShares, upper: float) -> Floats:
    """Edges whose distances from the upper limit grow geometrically, from a small part of the gap before it."""
    before = cells.layout.unit[cells.layout.unit < upper]
    gap = upper - (float(before[-1]) if before.size else -1.0)
    least = min(max(0.02 * gap, _BOTTOM), (upper + 1) / 2)
    distance = least * ((upper + 1) / least) ** np.linspace(0.0, 1.0, _GRID)
    return np.append(upper - distance[::-1], upper)


def _zoomed(edges: Floats, posterior: CellPosterior) -> Floats:
    """New edges: every fourth of the old ones, and for the rest quantiles of the mass."""
    marks = np.arange(1, 3 * _GRID // 4) / (3 * _GRID // 4)
    cumulative = np.concatenate([[0.0], np.cumsum(posterior.weight.sum(axis=0))])
    quantiles = np.interp(marks * cumulative[-1], cumulative, edges)
    return np.unique(np.concatenate([edges[::4], edges[-1:], quantiles]))


def _weighed(cells: CellShares, upper: float, grid: Grid, *, stepped: bool = False) -> CellPosterior:
    """The posterior on a grid, averaged over the fits up to several shares by their scores."""
    fits = cell_fits(cells, upper, grid.start, EXPONENTS)
    distance = np.maximum(upper - grid.start, _BOTTOM)
    prior = grid.width * distance ** (_PRIOR - 1 if upper < 1 else 0.0)
    prior = (np.gradient(np.log(EXPONENTS)) / EXPONENTS)[:, None] * prior
    best = min(fits, key=lambda fit: fit.score)
    weight = np.zeros(prior.shape)
    for fit in fits:
        part = np.exp((fit.misfit.min() - fit.misfit) / 2) * prior
        weight += np.exp((best.score - fit.score) / 2) * part / part.sum()
    return CellPosterior(upper, grid, weight / weight.sum(), best, stepped)
