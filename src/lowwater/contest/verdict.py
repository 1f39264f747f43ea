"""Verdict: what the tail fit promises, compared with the numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lowwater.contest.board import Rows, pooled
from lowwater.contest.cell import CellKey
from lowwater.contest.entrants import FLAGSHIP, LOWER, SIMPLE, UNKNOWN
from lowwater.contest.ratio import Row, error_ratio, mean, worst_of
from lowwater.contest.stress import STRESS

REGULAR = {odd.name for odd in STRESS if odd.regular}
WHOLE_AGES = ("ages, step told", "all ages, step told")
SHOWN = CellKey("grid", people=2**20, epsilon=1.0, width=0.3, alpha=1.0, beta=1.0)
"""The cell whose error has a promise of its own."""


@dataclass(frozen=True)
class Promise:
    """One promise: the number `found`, the goal, and whether it must be at least or at most the goal."""

    words: str
    found: float
    goal: float
    at_least: bool

    @property
    def kept(self) -> bool:
        """Whether the number reaches the goal."""
        return self.found >= self.goal if self.at_least else self.found <= self.goal


def promises(cells: Rows) -> list[Promise]:
    """Every promise that the cells decide."""
    complete = {key: row for key, row in cells.items() if _complete(row)}
    grid = {key: row for key, row in complete.items() if key.part == "grid"}
    stress = {key: row for key, row in complete.items() if key.part == "stress"}
    real = {key: row for key, row in complete.items() if key.part == "real"}
    return [*(_grid(grid) if grid else ()), *(_stress(stress) if stress else ()), *_limits(real, "real")]


def _complete(row: Row) -> bool:
    return all(name in row for name in (FLAGSHIP, SIMPLE, LOWER, UNKNOWN))


def _grid(grid: Rows) -> list[Promise]:
    rows = list(grid.values())
    unknown = [error_ratio(row, UNKNOWN, FLAGSHIP) for row in rows]
    better = [min(error_ratio(row, LOWER, FLAGSHIP), other) for row, other in zip(rows, unknown, strict=True)]
    intervals, upper, always = (pooled(rows, FLAGSHIP, share) for share in ("held", "upper", "always"))
    decided = [
        Promise("grid: error of the paper's better rule over ours, geometric mean", mean(better), 14, at_least=True),
        Promise("grid: error of unknown alpha over ours, geometric mean", mean(unknown), 25, at_least=True),
        Promise("grid: the same in the least cell, against the better rule", min(better), 1, at_least=True),
        Promise("grid: worst cell against cohort bisection", _worst(rows), 1.25, at_least=False),
        Promise("grid: intervals that held, all cells", float(np.mean(intervals)), 0.95, at_least=True),
        Promise("grid: intervals that held, worst cell", min(intervals), 0.90, at_least=True),
        Promise("grid: runs whose intervals held after every round", float(np.mean(always)), 0.95, at_least=True),
        Promise("grid: upper limits that held, all cells", float(np.mean(upper)), 0.999, at_least=True),
    ]
    if SHOWN in grid:
        worst = worst_of(grid[SHOWN][FLAGSHIP])
        words = "grid: worst place's error at N = 2^20, epsilon 1, alpha = beta = 1"
        decided.append(Promise(words, worst, 6e-4, at_least=False))
    return decided


def _stress(stress: Rows) -> list[Promise]:
    rows = list(stress.values())
    ages = [error_ratio(row, FLAGSHIP, SIMPLE) for key, row in stress.items() if key.population in WHOLE_AGES]
    double = [error_ratio(row, FLAGSHIP, SIMPLE) > 2 for row in rows]
    regular = [row for key, row in stress.items() if key.population in REGULAR]
    decided = [
        Promise("stress: cells with more than twice cohort bisection's error", _share(double), 0.02, at_least=False),
        *_limits(stress, "stress"),
    ]
    if ages:
        decided.append(Promise("stress: whole ages, our error over cohort bisection's", mean(ages), 1, at_least=False))
    if intervals := pooled(regular, FLAGSHIP, "held"):
        words = "stress: intervals that held where the numbers begin as a power law"
        decided.append(Promise(words, _share(intervals), 0.90, at_least=True))
    return decided


def _limits(cells: Rows, part: str) -> list[Promise]:
    """How often the stated limits held in a part, over all of its cells: none is left out for its result."""
    rows = list(cells.values())
    intervals, upper = (pooled(rows, FLAGSHIP, share) for share in ("held", "upper"))
    if not intervals:
        return []
    return [
        Promise(f"{part}: intervals that held, all cells", _share(intervals), 0.95, at_least=True),
        Promise(f"{part}: upper limits that held", _share(upper), 0.999, at_least=True),
    ]


def _worst(rows: Sequence[Row]) -> float:
    return max(error_ratio(row, FLAGSHIP, SIMPLE) for row in rows)


def _share(cells: Sequence[float]) -> float:
    return float(np.mean(cells))
