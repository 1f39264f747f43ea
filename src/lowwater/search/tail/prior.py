"""Prior: what is believed about a minimum before anybody answers, on [-1, 1]."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.round_numbers import RoundNumbers
from lowwater.search.tail.shapes import Shapes

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_POWER = 0.5  # prior density of the log distance proportional to distance ** 0.5
_ROUNDED = 0.25  # the weight of the value itself among the two places of a value: few numbers are rounded ones
_SMALL = 0.1  # shares smaller than this are small: where none can be told from nobody, the gap is not doubted
_BLIND = 1.0  # the level from which on not even everybody is seen
_TOUCH = 1e-9  # of a distance: distances that differ by less are equal


class Cells(NamedTuple):
    """The prior weight of every cell of minima, and the part of it that is at round numbers, run by cell."""

    weight: Floats
    rounded: Floats


@dataclass(frozen=True)
class Prior:
    """Shapes with their weights, the weight of the domain's `start`, and the step of the numbers (0: none).

    Between the upper limit and the threshold next below it the density is `in_gap` times what it is elsewhere, as long
    as small shares can be seen below the gap: where they cannot, a search would look for them in vain, and heaps are
    `heaped` times as likely. Where an
    `earlier` minimum is known, it has the weight `trust`: the minimum then has a Laplace law around it, and is `off` by
    about that. For heaps, or for every law, `round_numbers` have a weight of their own.
    """

    shapes: Shapes
    start: float = 0.0
    step: float = 0.0
    in_gap: float = 1.0
    heaped: float = 1.0
    earlier: float | None = None
    off: float = 0.0
    trust: float = 0.0
    round_numbers: RoundNumbers | None = None

    @property
    def first(self) -> float:
        """The first minimum there can be: the domain's start, or half a step before it where numbers have a step."""
        return self._of_every_law.zero if self._of_every_law else -1.0

    @property
    def _of_every_law(self) -> RoundNumbers | None:
        """The round numbers that every law is likely to begin at, not heaps alone."""
        return self.round_numbers if self.round_numbers and self.round_numbers.every else None

    def of_cells(
        self, edges: Floats, distance: Floats, upper: Floats, below: Floats, seen: Bools, level: Floats
    ) -> tuple[Floats, Floats]:
        """The prior weight of every cell of minima, and the part of it that rests on the earlier place.

        The density is distance ** -0.5 where somebody was `seen`, and uniform before; `below` is the threshold next
        below the upper limit, and `level` the share that all answers together tell from nobody.
        """
        power = np.where(seen, _POWER, 1.0)[:, None] - 1
        usual = self._lengths(edges) * np.maximum(distance, 1e-13) ** power
        inside = (seen & (level <= _SMALL))[:, None] & (distance <= (1 + _TOUCH) * (upper - below)[:, None])
        usual *= np.where(inside, self.in_gap, 1.0)
        usual[:, -1] += self.start / (1 - self.start) * usual.sum(axis=1)
        if self.earlier is None:
            return usual, np.zeros_like(usual)
        usual = usual / usual.sum(axis=1, keepdims=True)
        known = -np.diff(_laplace((upper[:, None] - edges - self.earlier) / self.off), axis=1)
        known = known / np.maximum(known.sum(axis=1, keepdims=True), 1e-12)  # beyond the upper limit nothing is known
        both = (1 - self.trust) * usual + self.trust * known
        return both, self.trust * known / np.maximum(both, 1e-300)

    def of_heaps(
        self, cells: Floats, edges: Floats, distance: Floats, upper: Floats, gap: Floats, seen: Bools, level: Floats
    ) -> Cells:
        """The prior weight of every cell for a heap, given that for any law: `cells`.

        Where somebody was `seen`, it is tilted by distance ** -0.5 beyond the `gap`: a heap far below explains any few
        answers that happen to be yes, which a law that goes on to the top does not.
        """
        tilted = cells * np.sqrt(np.maximum(distance, 1e-13)) / np.maximum(distance, gap[:, None])
        tilted *= (cells.sum(axis=1) / tilted.sum(axis=1))[:, None]
        weight = np.where(seen[:, None], tilted, cells)
        weight = weight * np.where(shows_only_large(level), self.heaped, 1.0)[:, None]
        return _rounded(weight, upper, edges, self.round_numbers)

    def of_laws(self, cells: Floats, edges: Floats, upper: Floats) -> Cells:
        """The prior weight of every cell for a law that is no heap, given that without round numbers: `cells`.

        The last cell, the domain's start, keeps its weight.
        """
        laws = _rounded(cells, upper, edges, self._of_every_law)
        laws.weight[:, -1] = cells[:, -1]
        return laws

    def _lengths(self, edges: Floats) -> Floats:
        """The lengths of cells; where numbers have a step, half a step for each place, by the weights of places."""
        if not self.step:
            return np.diff(edges, axis=1)
        places = np.rint(edges / (self.step / 2) - 0.5)  # up to the edge, of which the first is a value
        return np.diff(_ROUNDED * np.ceil(places / 2) + (1 - _ROUNDED) * np.floor(places / 2), axis=1) * self.step


def shows_only_large(level: Floats) -> Bools:
    """Whether all answers together, which tell the share `level` from nobody, show large shares and no small ones."""
    return np.asarray((level > _SMALL) & (level < _BLIND))


def _rounded(cells: Floats, upper: Floats, edges: Floats, round_numbers: RoundNumbers | None) -> Cells:
    """The cells with a part of their weight at these round numbers."""
    if round_numbers is None:
        return Cells(cells, np.zeros_like(cells))
    return Cells(*round_numbers.weigh(cells, upper, edges))


def _laplace(x: Floats) -> Floats:
    """The distribution function of the standard Laplace law."""
    half = np.exp(-np.abs(x)) / 2
    return np.where(x < 0, half, 1 - half)
