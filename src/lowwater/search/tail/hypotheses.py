"""Hypotheses: which curves are tried, each a column of a table with a row for every run.

First comes every straight shape from every cell of minima, shape by shape; then every bent shape, from the domain's
start alone, which is the last cell.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.tail.shapes import Shapes

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Hypotheses(NamedTuple):
    """The curves of these shapes, of which the straight ones begin in any of the `cells` of minima."""

    shapes: Shapes
    cells: int

    @property
    def straight(self) -> int:
        """The number of hypotheses of straight shapes."""
        return self.shapes.straight * self.cells

    def joined(self, straight: Floats, bent: Floats) -> Floats:
        """The table of all hypotheses, given that of straight shapes (run by shape by cell) and of bent ones."""
        return np.concatenate([straight.reshape(len(straight), self.straight), bent], axis=1)

    def table(self, columns: Floats) -> Floats:
        """The columns of straight shapes, run by shape by cell."""
        return columns[:, : self.straight].reshape(len(columns), self.shapes.straight, self.cells)

    def bent(self, columns: Floats) -> Floats:
        """The columns of bent shapes, run by shape."""
        return columns[:, self.straight :]

    def prior(self, cells: Floats, heaps: Floats) -> Floats:
        """The prior weight of every hypothesis, given that of every cell, and of it for heaps, run by cell."""
        prior, straight = self.shapes.prior, self.shapes.straight
        each = np.where(self.shapes.heap[:straight, None], heaps[:, None, :], cells[:, None, :])
        return self.joined(prior[:straight, None] * each, prior[straight:] * cells[:, -1:])

    def by_cell(self, weight: Floats) -> Floats:
        """The weights summed over shapes, run by cell."""
        total = self.table(weight).sum(axis=1)
        total[:, -1] += self.bent(weight).sum(axis=1)
        return np.asarray(total)

    def heaps(self, weight: Floats) -> Floats:
        """The weights of heaps, run by cell."""
        return np.asarray(self.table(weight)[:, self.shapes.heap[: self.shapes.straight]].sum(axis=1))

    def by_shape(self, weight: Floats) -> Floats:
        """The weights summed over cells, run by shape."""
        return np.concatenate([self.table(weight).sum(axis=2), self.bent(weight)], axis=1)

    def shape_and_cell(self, column: Ints) -> tuple[Ints, Ints]:
        """The shape and the cell of each of these columns."""
        shape, cell = np.divmod(column, self.cells)
        bent = column >= self.straight
        beyond = self.shapes.straight + column - self.straight
        return np.where(bent, beyond, shape), np.where(bent, self.cells - 1, cell)
