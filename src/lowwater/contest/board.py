"""Board: what the numbers of all cells say about each entrant."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lowwater.contest.entrants import FLAGSHIP, SIMPLE
from lowwater.rivals.rival import Rival
from lowwater.rivals.table import CEILINGS
from lowwater.study.task import Numbers, Result

Key = tuple[str, str]
Row = dict[str, Numbers]
"""One cell: the numbers of every entrant who ran in it."""

LEAST = 1e-6
"""Of the domain [-1, 1]: errors below this are as good as none, and compared as if they were this large."""

MARGIN = 2.0  # standard errors by which a win must be clear

_OTHER = ("entrant", "runs", "data", "replacement")


def rows(results: Iterable[Result]) -> dict[Key, Row]:
    """The results by cell: its part, and its settings as text."""
    found: dict[Key, Row] = {}
    for result in results:
        told = result.task.settings
        name = ", ".join(f"{key} {value}" for key, value in told.items() if key not in _OTHER)
        found.setdefault((result.task.study, name), {})[told["entrant"]] = result.numbers
    return found


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


def board(found: Mapping[Key, Row], entrants: Mapping[str, Rival]) -> list[Standing]:
    """Every entrant who ran, the smallest errors first; ceilings at the end."""
    names = {name for row in found.values() for name in row}
    standings = [_standing(name, entrants[name], found) for name in entrants if name in names]
    return sorted(standings, key=lambda one: (not one.local, one.against.get("all", math.inf)))


def _standing(name: str, entrant: Rival, found: Mapping[Key, Row]) -> Standing:
    mine = {key: row for key, row in found.items() if name in row}
    parts = {part: [row for (where, _), row in mine.items() if where == part] for part, _ in mine}
    against = {part: ratio(some, name, SIMPLE) for part, some in parts.items()} | {"all": ratio(mine.values(), name)}
    bounds = [max(row[name]["error"], LEAST) / row[name]["bound"] for row in mine.values() if "bound" in row[name]]
    return Standing(
        name,
        entrant.reference,
        entrant.bits,
        entrant.rounds,
        name not in CEILINGS,
        len(mine),
        against,
        mean(bounds) if bounds else None,
        sum(name in best(row) for row in mine.values()),
        sum(_clearly(row[name], row[FLAGSHIP]) for row in mine.values() if FLAGSHIP in row),
        sum(_clearly(row[FLAGSHIP], row[name]) for row in mine.values() if FLAGSHIP in row),
    )


def best(row: Row) -> list[str]:
    """The local entrants with the smallest error; several where they tie."""
    local = {name: max(numbers["error"], LEAST) for name, numbers in row.items() if name not in CEILINGS}
    return [name for name, error in local.items() if error <= min(local.values())]


def ratio(some: Iterable[Row], name: str, other: str = SIMPLE) -> float:
    """The geometric mean of one entrant's error over another's, over the cells in which both ran."""
    found = [error_ratio(row, name, other) for row in some if name in row and other in row]
    return mean(found) if found else math.nan


def error_ratio(row: Row, name: str, other: str) -> float:
    """One entrant's error over another's."""
    return float(max(row[name]["error"], LEAST) / max(row[other]["error"], LEAST))


def mean(ratios: Sequence[float]) -> float:
    """The geometric mean."""
    return float(np.exp(np.mean(np.log(ratios))))


def pooled(some: Iterable[Row], name: str, what: str) -> list[float]:
    """A share of one entrant, cell by cell."""
    return [row[name][what] for row in some if name in row and what in row[name]]


def _clearly(one: Numbers, other: Numbers) -> bool:
    """Whether one error is smaller by more than chance explains."""
    noise = math.hypot(one["standard_error"], other["standard_error"])
    return bool(max(one["error"], LEAST) + MARGIN * noise < max(other["error"], LEAST))
