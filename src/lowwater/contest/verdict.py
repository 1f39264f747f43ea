"""Verdict: what the tail fit promises, held against the numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lowwater.contest.board import Key, Row, error_ratio, mean, pooled
from lowwater.contest.entrants import FLAGSHIP, LOWER, SIMPLE, UNKNOWN
from lowwater.contest.stress import STRESS

REGULAR = {odd.name for odd in STRESS if odd.regular}
WHOLE_AGES = ("ages, step told", "all ages, step told")
SHOWN = "width 0.3, alpha 1.0, beta 1.0, people 1048576, epsilon 1.0"


@dataclass(frozen=True)
class Promise:
    """One promise: what was found, what it must reach, and whether it does."""

    words: str
    found: float
    goal: float
    at_least: bool

    @property
    def kept(self) -> bool:
        """Whether the numbers bear it out."""
        return self.found >= self.goal if self.at_least else self.found <= self.goal


def promises(found: Mapping[Key, Row]) -> list[Promise]:
    """Everything that the numbers at hand can decide."""
    grid = {name: row for (part, name), row in found.items() if part == "grid" and _complete(row)}
    stress = {name: row for (part, name), row in found.items() if part == "stress" and _complete(row)}
    return [*(_grid(grid) if grid else ()), *(_stress(stress) if stress else ())]


def _complete(row: Row) -> bool:
    return all(name in row for name in (FLAGSHIP, SIMPLE, LOWER, UNKNOWN))


def _grid(grid: Mapping[str, Row]) -> list[Promise]:
    rows = list(grid.values())
    unknown = [error_ratio(row, UNKNOWN, FLAGSHIP) for row in rows]
    better = [min(error_ratio(row, LOWER, FLAGSHIP), one) for row, one in zip(rows, unknown, strict=True)]
    held, upper, always = (pooled(rows, FLAGSHIP, what) for what in ("held", "upper", "always"))
    said = [
        Promise("grid: error of the paper's better rule over ours, geometric mean", mean(better), 14, at_least=True),
        Promise("grid: error of unknown alpha over ours, geometric mean", mean(unknown), 25, at_least=True),
        Promise("grid: the same in the least cell, against the better rule", min(better), 1, at_least=True),
        Promise("grid: worst cell against cohort bisection", _worst(rows), 1.25, at_least=False),
        Promise("grid: intervals that held, all cells", float(np.mean(held)), 0.95, at_least=True),
        Promise("grid: intervals that held, worst cell", min(held), 0.90, at_least=True),
        Promise("grid: runs whose intervals held after every round", float(np.mean(always)), 0.95, at_least=True),
        Promise("grid: upper limits that held, all cells", float(np.mean(upper)), 0.999, at_least=True),
    ]
    if SHOWN in grid:
        error = grid[SHOWN][FLAGSHIP]["error"]
        said.append(Promise("grid: error at N = 2^20, epsilon 1, alpha = beta = 1", error, 6e-4, at_least=False))
    return said


def _stress(stress: Mapping[str, Row]) -> list[Promise]:
    rows = list(stress.values())
    ages = [error_ratio(row, FLAGSHIP, SIMPLE) for name, row in stress.items() if _population(name) in WHOLE_AGES]
    double = [error_ratio(row, FLAGSHIP, SIMPLE) > 2 for row in rows]
    regular = [row for name, row in stress.items() if _population(name) in REGULAR]
    said = [
        Promise("stress: cells with more than twice cohort bisection's error", _share(double), 0.02, at_least=False),
        Promise("stress: upper limits that held", _share(pooled(rows, FLAGSHIP, "upper")), 0.999, at_least=True),
    ]
    if ages:
        said.append(Promise("stress: whole ages, our error over cohort bisection's", mean(ages), 1, at_least=False))
    if held := pooled(regular, FLAGSHIP, "held"):
        words = "stress: intervals that held where the numbers begin as a power law"
        said.append(Promise(words, _share(held), 0.90, at_least=True))
    return said


def _population(name: str) -> str:
    return name.removeprefix("population ").rsplit(", people ", 1)[0]


def _worst(rows: Sequence[Row]) -> float:
    return max(error_ratio(row, FLAGSHIP, SIMPLE) for row in rows)


def _share(ones: Sequence[float]) -> float:
    return float(np.mean(ones))
