"""Board: what the numbers of all cells say about each entrant."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lowwater.contest.cell import CellKey
from lowwater.contest.entrants import FLAGSHIP, SIMPLE
from lowwater.rivals.rival import Rival
from lowwater.rivals.table import CEILINGS
from lowwater.study.task import Numbers, Result

Row = dict[str, Numbers]
"""The numbers of every entrant who ran in one cell, by name."""

Rows = Mapping[CellKey, Row]

LEAST = 1e-6
"""Of the domain [-1, 1]: errors below this are as good as none, and compared as if they were this large."""

MARGIN = 2.0  # standard errors by which a win must be clear


def rows(results: Iterable[Result]) -> dict[CellKey, Row]:
    """The results by cell, in the order of the results."""
    cells: dict[CellKey, Row] = {}
    for result in results:
        settings = result.task.settings
        cells.setdefault(CellKey.of(result.task.study, settings), {})[settings["entrant"]] = result.numbers
    return cells


@dataclass(frozen=True)
class Standing:
    """One line of the leaderboard."""

    name: str
    reference: str
    bits: float
    rounds: int
    local: bool
    cells: int
    against: dict[str, float]
    over_bound: float | None
    best: int
    wins: int
    losses: int


def board(cells: Rows, entrants: Mapping[str, Rival]) -> list[Standing]:
    """Every entrant who ran, the smallest errors first; ceilings at the end."""
    names = {name for row in cells.values() for name in row}
    standings = [_standing(name, entrants[name], cells) for name in entrants if name in names]
    return sorted(standings, key=lambda entrant: (not entrant.local, entrant.against.get("all", math.inf)))


def _standing(name: str, entrant: Rival, cells: Rows) -> Standing:
    mine = {key: row for key, row in cells.items() if name in row}
    parts = {key.part: [row for other, row in mine.items() if other.part == key.part] for key in mine}
    against = {part: ratio(part_rows, name, SIMPLE) for part, part_rows in parts.items()}
    bounds = [max(row[name]["error"], LEAST) / row[name]["bound"] for row in mine.values() if "bound" in row[name]]
    return Standing(
        name,
        entrant.reference,
        entrant.bits,
        entrant.rounds,
        name not in CEILINGS,
        len(mine),
        against | {"all": ratio(mine.values(), name)},
        mean(bounds) if bounds else None,
        sum(name in best(row) for row in mine.values()),
        sum(_clearly(row[name], row[FLAGSHIP]) for row in mine.values() if FLAGSHIP in row),
        sum(_clearly(row[FLAGSHIP], row[name]) for row in mine.values() if FLAGSHIP in row),
    )


def best(row: Row) -> list[str]:
    """The local entrants with the smallest error; several where they tie."""
    local = {name: max(numbers["error"], LEAST) for name, numbers in row.items() if name not in CEILINGS}
    return [name for name, error in local.items() if error <= min(local.values())]


def ratio(rows: Iterable[Row], name: str, other: str = SIMPLE) -> float:
    """The geometric mean of one entrant's error over another's, over the cells in which both ran."""
    ratios = [error_ratio(row, name, other) for row in rows if name in row and other in row]
    return mean(ratios) if ratios else math.nan


def error_ratio(row: Row, name: str, other: str) -> float:
    """One entrant's error over another's."""
    return float(max(row[name]["error"], LEAST) / max(row[other]["error"], LEAST))


def mean(ratios: Sequence[float]) -> float:
    """The geometric mean."""
    return float(np.exp(np.mean(np.log(ratios))))


def pooled(rows: Iterable[Row], name: str, share: str) -> list[float]:
    """The `share` of one entrant's limits, cell by cell."""
    return [row[name][share] for row in rows if name in row and share in row[name]]


def _clearly(better: Numbers, worse: Numbers) -> bool:
    """Whether an error is smaller than another by more than chance explains."""
    noise = math.hypot(better["standard_error"], worse["standard_error"])
    return bool(max(better["error"], LEAST) + MARGIN * noise < max(worse["error"], LEAST))
