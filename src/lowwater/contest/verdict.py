"""Verdict: what the tail fit promises, compared with the numbers."""

from collections.abc import Sequence

import numpy as np

from lowwater.contest.board import Rows
from lowwater.contest.cell import CellKey
from lowwater.contest.entrants import FLAGSHIP, LOWER, SIMPLE, UNKNOWN
from lowwater.contest.parts import PARTS
from lowwater.contest.promise import Promise
from lowwater.contest.ratio import Row, error_ratio, mean, over_bound, worst_of
from lowwater.contest.statements import coverage
from lowwater.study.task import Numbers

WHOLE_AGES = ("ages, step told", "all ages, step told")
SHOWN = CellKey("grid", people=2**20, epsilon=1.0, width=0.3, alpha=1.0, beta=1.0)
"""The cell whose error has a promise of its own."""


def promises(cells: Rows) -> list[Promise]:
    """Every promise that the cells decide."""
    complete = {key: row for key, row in cells.items() if _complete(row)}
    parts = {name: {key: row for key, row in complete.items() if key.part == name} for name in PARTS}
    decided = [promise for name, judge in _JUDGES.items() if parts[name] for promise in judge(parts[name])]
    kept = [promise for part in PARTS for promise in coverage(part, _flagship(cells, part))]
    return [*decided, *kept]


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
        Promise("grid: error of the paper's better rule over ours, geometric mean", mean(better), 19, at_least=True),
        Promise("grid: error of unknown alpha over ours, geometric mean", mean(unknown), 36, at_least=True),
        Promise("grid: the same in the least cell, against the better rule", min(better), 1, at_least=True),
        Promise("grid: worst cell against cohort bisection", _worst(rows), 1, at_least=False),
    ]
    bounded = [row[FLAGSHIP] for row in rows if "bound" in row[FLAGSHIP]]
    if bounded:
        words = "grid: our error over the lower bound, geometric mean"
        decided.append(Promise(words, over_bound(bounded), 6.5, at_least=False))
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
        _against("stress", rows, 0.22),
        Promise("stress: cells with more than twice cohort bisection's error", _share(double), 0.01, at_least=False),
    ]
    if ages:
        decided.append(Promise("stress: whole ages, our error over cohort bisection's", mean(ages), 1, at_least=False))
    return decided


def _real(real: Rows) -> list[Promise]:
    return [_against("real", list(real.values()), 0.42)]


def _against(part: str, rows: Sequence[Row], goal: float) -> Promise:
    ratios = [error_ratio(row, FLAGSHIP, SIMPLE) for row in rows]
    return Promise(f"{part}: our error over cohort bisection's, geometric mean", mean(ratios), goal, at_least=False)


_JUDGES = {"grid": _grid, "stress": _stress, "real": _real}


def _worst(rows: Sequence[Row]) -> float:
    return max(error_ratio(row, FLAGSHIP, SIMPLE) for row in rows)


def _share(cells: Sequence[float]) -> float:
    return float(np.mean(cells))
