"""Measure: how wrong one entrant is in one cell."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lowwater.contest.cell import Cell, Wishes
from lowwater.contest.entrants import ENTRANTS, PACE, Stating, read
from lowwater.contest.parts import PARTS
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadData
from lowwater.people.people import KnownPeople
from lowwater.rivals.rival import FindsQuantiles, Rival
from lowwater.study.task import Numbers, Task

Floats = npt.NDArray[np.float64]

ERROR = "mean over populations"
"""What a result's error is; part of a task's settings, so that results of another quantity are computed anew."""


def entrants(own: Sequence[Path]) -> dict[str, Rival]:
    """Everybody who competes, with the mechanisms in the files `own`."""
    everybody = dict(ENTRANTS)
    for path in own:
        mine = read(path)
        if set(mine) & set(everybody):
            raise BadData(f"{path.name}: an entrant named {next(iter(mine))!r} is there already; choose another name")
        everybody |= mine
    return everybody


def tasks(wishes: Wishes, own: Sequence[Path] = ()) -> list[Task]:
    """Every entrant in every cell that is wished for; for quantiles those alone who find them."""
    chosen = {
        name: entrant for name, entrant in entrants(own).items() if not wishes.entrants or name in wishes.entrants
    }
    return [
        Task(name, settings | {"entrant": entrant, "runs": runs_of(entrant, wishes), "error": ERROR})
        for name, part in wishes.chosen(PARTS).items()
        for settings in part.settings(wishes)
        for entrant, rival in chosen.items()
        if "quantile" not in settings or isinstance(rival, FindsQuantiles)
    ]


def runs_of(name: str, wishes: Wishes) -> int:
    """How many runs an entrant gets on each population: at least two, for one has no standard error."""
    return max(2, round(wishes.runs * PACE.get(name, 1)))


def compute(task: Task, seed: int, folder: Path, own: Sequence[Path] = ()) -> Numbers:
    """The numbers of one task; the draws differ from entrant to entrant and from cell to cell."""
    settings = task.settings
    cell, entrant = PARTS[task.study].cell(settings, folder), entrants(own)[settings["entrant"]]
    streams = np.random.default_rng(seed).spawn(len(cell.populations))
    measured = [
        _measure(cell, people, entrant, settings["runs"], rng)
        for people, rng in zip(cell.populations, streams, strict=True)
    ]
    bound = {"bound": cell.bound} if cell.bound is not None else {}
    return _rounded(_averaged(measured) | bound)


def _averaged(measured: Sequence[Numbers]) -> Numbers:
    """The means over all populations of a cell, and the worst population's error.

    The standard error is that of runs alone: populations are not drawn, and each has draws of its own.
    """
    means = {key: float(np.mean([numbers[key] for numbers in measured])) for key in measured[0]}
    noise = float(np.linalg.norm([numbers["standard_error"] for numbers in measured])) / len(measured)
    worst = max(measured, key=lambda numbers: numbers["error"])
    beside = {"worst": worst["error"], "worst_standard_error": worst["standard_error"]}
    return means | {"standard_error": noise, "runs": sum(numbers["runs"] for numbers in measured)} | beside


def _measure(cell: Cell, people: KnownPeople, entrant: Rival, runs: int, rng: np.random.Generator) -> Numbers:
    """The numbers of an entrant on one population of a cell."""
    target = people.target(cell.domain, cell.quantile)
    if isinstance(entrant, Stating):
        stated = entrant.stated(people, cell.domain, Epsilon.of(cell.epsilon), cell.quantile, runs, rng)
        return _errors(stated.values, target, cell) | stated.numbers()
    values = np.asarray(_reported(cell, people, entrant, runs, rng), dtype=float)
    _check_values(entrant.name, values, runs)
    return _errors(values, target, cell)


def _reported(cell: Cell, people: KnownPeople, entrant: Rival, runs: int, rng: np.random.Generator) -> Floats:
    """The minima, or the quantiles, that an entrant reports."""
    epsilon = Epsilon.of(cell.epsilon)
    if cell.quantile is None:
        return entrant.estimates(people, cell.domain, epsilon, runs, rng)
    if not isinstance(entrant, FindsQuantiles):
        raise BadData(f"{entrant.name} finds no quantiles; leave it out of cells with one")
    return entrant.quantiles(people, cell.domain, epsilon, cell.quantile, runs, rng)


def _check_values(name: str, values: Floats, runs: int) -> None:
    """Refuse anything but one finite number for each run."""
    if values.shape != (runs,):
        raise BadData(f"{name} must report {runs} numbers, one for each run; it gave an array of shape {values.shape}")
    if strays := runs - np.count_nonzero(np.isfinite(values)):
        raise BadData(f"{name} must report {runs} finite numbers, one for each run; {strays} of them are not finite")


def _errors(values: Floats, target: float, cell: Cell) -> Numbers:
    errors = np.abs(values - target) / cell.unit
    spread = float(errors.std(ddof=1) / np.sqrt(errors.size)) if errors.size > 1 else 0.0
    middle = float(np.median(errors))
    return {"error": float(errors.mean()), "standard_error": spread, "median": middle, "runs": errors.size}


def _rounded(numbers: Numbers) -> Numbers:
    """The numbers to six digits: more would be noise, and take room."""
    return {name: float(f"{value:.6g}") for name, value in numbers.items()}
