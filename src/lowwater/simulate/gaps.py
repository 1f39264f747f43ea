"""Gaps: operations on tables with a row for each run, at one column for each row (`column[run]`)."""

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Table = npt.NDArray[Any]


def at(table: Table, column: Ints) -> Table:
    """Each row's entry at its column."""
    return table[np.arange(table.shape[0]), column]


def put(table: Table, column: Ints, values: Table) -> Table:
    """A copy of the table with each row's entry at its column replaced."""
    changed = table.copy()
    changed[np.arange(table.shape[0]), column] = values
    return changed


def insert(table: Table, column: Ints, values: Table) -> Table:
    """A copy of the table with an entry inserted in each row before its column."""
    rows, width = table.shape
    wider = np.empty((rows, width + 1), dtype=table.dtype)
    new = np.arange(width + 1) == column[:, None]
    wider[new] = values
    wider[~new] = table.ravel()
    return wider


def before(table: Table, column: Ints) -> Table:
    """The sum of each row's entries before its column."""
    return np.asarray(np.where(np.arange(table.shape[1]) < column[:, None], table, 0).sum(axis=1))
