"""Verdict: what the tail fit promises, compared with the numbers."""

from collections.abc import Sequence

import numpy as np

from lowwater.contest.board import Rows
from lowwater.contest.cell import CellKey
from lowwater.contest.entrants import FLAGSHIP, LOWER, SIMPLE, UNKNOWN
from lowwater.contest.parts import PARTS
from lowwater.contest.promise import Promise
from lowwater.contest.ratio import Row, error_ratio, mean, worst_of
from lowwater.contest.statements import coverage
from lowwater.study.task import Numbers

WHOLE_AGES = ("ages, step told", "all ages, step told")
SHOWN = CellKey("grid", people=2**20, epsilon=1.0, width=0.3, alpha=1.0, beta=1.0)
"""The cell whose error has a promise of its own."""


def promises(cells: Rows) -> list[Promise]:
    """Every promise that the cells decide."""
    complete = {key: row for key, row in cells.items() if _complete(row)}
    grid = {key: row for key, row in complete.items() if key.part == "grid"}
    stress = {key: row for key, row in complete.items() if key.part == "stress"}
    kept = [promise for part in PARTS for promise in coverage(part, _flagship(cells, part))]
    return [*(_grid(grid) if grid else ()), *(_stress(stress) if stress else ()), *kept]


def _flagship(cells: Rows, part: str) -> list[Numbers]:
    """The flagship's numbers in all cells of a part: none is left out for its result."""
    return [row[FLAGSHIP] for key, row in cells.items() if key.part == part and "band" in row.get(FLAGSHIP, {})]


def _complete(row: Row) -> bool:
    return all(name in row for name in (FLAGSHIP, SIMPLE, LOWER, UNKNOWN))


def _grid(grid: Rows) -> list[Promise]:
    rows = list(grid.values())
    unknown = [error_ratio(row, UNKNOWN, FLAGSHIP) for row in rows]
    better = [min(error_ratio(row, LOWER, FLAGSHIP), other) for row, other in zip(rows, unknown, strict=True)]
    decided = [
        Promise("grid: error of the paper's better rule over ours, geometric mean", mean(better), 14, at_least=True),
        Promise("grid: error of unknown alpha over ours, geometric mean", mean(unknown), 25, at_least=True),
        Promise("grid: the same in the least cell, against the better rule", min(better), 1, at_least=True),
        Promise("grid: worst cell against cohort bisection", _worst(rows), 1.25, at_least=False),
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
    decided = [
        Promise("stress: cells with more than twice cohort bisection's error", _share(double), 0.02, at_least=False)
    ]
    if ages:
        decided.append(Promise("stress: whole ages, our error over cohort bisection's", mean(ages), 1, at_least=False))
    return decided


def _worst(rows: Sequence[Row]) -> float:
    return max(error_ratio(row, FLAGSHIP, SIMPLE) for row in rows)


def _share(cells: Sequence[float]) -> float:
    return float(np.mean(cells))
