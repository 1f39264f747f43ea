"""Board: what the numbers of all cells say about each entrant."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lowwater.contest.cell import CellKey
from lowwater.contest.entrants import FLAGSHIP, SIMPLE
from lowwater.contest.ratio import Row, error_of, mean_log_error, over_bound, ratio, ratio_error
from lowwater.rivals.rival import Rival
from lowwater.rivals.table import CEILINGS
from lowwater.study.task import Numbers, Result

Rows = Mapping[CellKey, Row]

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
    """One line of the leaderboard; `against` and `over_bound` have their standard errors beside them."""

    name: str
    reference: str
    bits: float
    rounds: int
    local: bool
    cells: int
    against: dict[str, float]
    standard_errors: dict[str, float]
    over_bound: float | None
    over_bound_error: float | None
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
    parts["all"] = list(mine.values())
    bounded = [row[name] for row in mine.values() if "bound" in row[name]]
    over = over_bound(bounded) if bounded else None
    return Standing(
        name,
        entrant.reference,
        entrant.bits,
        entrant.rounds,
        name not in CEILINGS,
        len(mine),
        {part: ratio(part_rows, name, SIMPLE) for part, part_rows in parts.items()},
        {part: ratio_error(part_rows, name, SIMPLE) for part, part_rows in parts.items()},
        over,
        None if over is None else over * mean_log_error(bounded, len(bounded)),
        sum(name in best(row) for row in mine.values()),
        sum(_clearly(row[name], row[FLAGSHIP]) for row in mine.values() if FLAGSHIP in row),
        sum(_clearly(row[FLAGSHIP], row[name]) for row in mine.values() if FLAGSHIP in row),
    )


def best(row: Row) -> list[str]:
    """The local entrants with the smallest error; several where they tie."""
    local = {name: error_of(numbers) for name, numbers in row.items() if name not in CEILINGS}
    return [name for name, error in local.items() if error <= min(local.values())]


def _clearly(better: Numbers, worse: Numbers) -> bool:
    """Whether an error is smaller than another by more than chance explains."""
    noise = math.hypot(better["standard_error"], worse["standard_error"])
    return error_of(better) + MARGIN * noise < error_of(worse)
