"""Measure: how wrong one entrant is in one cell."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lowwater.contest.cell import Cell, Wishes
from lowwater.contest.entrants import ENTRANTS, PACE, Limits, Stated, held, read
from lowwater.contest.parts import PARTS
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadData
from lowwater.rivals.rival import Rival
from lowwater.study.run import Compute
from lowwater.study.task import Numbers, Result, Task
from lowwater.theory.exact import KnownPeople

Floats = npt.NDArray[np.float64]

SHARES = ("held", "upper", "always")
"""Of the limits: told over all places, where an error is that of the worst."""


def entrants(own: Sequence[Path]) -> dict[str, Rival]:
    """Everybody who competes, with mechanisms of one's own."""
    found = dict(ENTRANTS)
    for path in own:
        mine = read(path)
        if set(mine) & set(found):
            raise BadData(f"{path.name}: an entrant named {next(iter(mine))!r} is there already; choose another name")
        found |= mine
    return found


def tasks(wishes: Wishes, own: Sequence[Path] = ()) -> list[Task]:
    """Every entrant in every cell that is wished for."""
    chosen = [name for name in entrants(own) if not wishes.entrants or name in wishes.entrants]
    return [
        Task(part, told | {"entrant": name, "runs": runs_of(name, wishes)})
        for part in PARTS
        if not wishes.parts or part in wishes.parts
        for told in PARTS[part].settings(wishes)
        for name in chosen
    ]


def runs_of(name: str, wishes: Wishes) -> int:
    """How many runs an entrant gets in each place: at least two, for one says nothing of its own error."""
    return max(2, round(wishes.runs * PACE.get(name, 1)))


def computing(seed: int, folder: Path, own: Sequence[Path] = ()) -> Compute:
    """What computes one task, in this process or another."""
    return partial(compute, seed=seed, folder=folder, own=tuple(own))


def compute(task: Task, seed: int, folder: Path, own: Sequence[Path]) -> Result:
    """The numbers of one task; the draws differ from entrant to entrant and from cell to cell."""
    told = task.settings
    cell, entrant, seeded = PARTS[task.study].cell(told, folder), entrants(own)[told["entrant"]], task.seed(seed)
    streams = np.random.default_rng(seeded).spawn(len(cell.places))
    found = [_place(cell, place, entrant, told["runs"], rng) for place, rng in zip(cell.places, streams, strict=True)]
    worst = max(found, key=lambda numbers: numbers["error"])
    limits = [numbers for numbers in found if "held" in numbers]
    pooled = {key: float(np.mean([one[key] for one in limits])) for key in limits[0] if key in SHARES} if limits else {}
    known = {"bound": cell.bound} if cell.bound is not None else {}
    return Result(task, _rounded(worst | pooled | known), seeded)


def _place(cell: Cell, people: KnownPeople, entrant: Rival, runs: int, rng: np.random.Generator) -> Numbers:
    target, epsilon = people.target(cell.domain, None), Epsilon.of(cell.epsilon)
    if isinstance(entrant, Stated):
        found = entrant.stated(people, cell.domain, epsilon, runs, rng)
        return _errors(found.values, target, cell) | _limits(found, target, cell)
    values = np.asarray(entrant.estimates(people, cell.domain, epsilon, runs, rng), dtype=float)
    if values.shape != (runs,) or not np.isfinite(values).all():
        raise BadData(f"{entrant.name} must report {runs} finite numbers, one for each run; it gave {values.shape}")
    return _errors(values, target, cell)


def _errors(values: Floats, target: float, cell: Cell) -> Numbers:
    errors = np.abs(values - target) / cell.unit
    spread = float(errors.std(ddof=1) / np.sqrt(errors.size)) if errors.size > 1 else 0.0
    return {"error": float(errors.mean()), "standard_error": spread, "median": float(np.median(errors))}


def _limits(found: Limits, target: float, cell: Cell) -> Numbers:
    """How often the interval held, its upper end, and all intervals of a run."""
    domain = cell.domain
    return {
        "held": float(np.mean(held(target, found.low, found.high, domain))),
        "upper": float(np.mean(held(target, np.full_like(found.high, domain.lo), found.high, domain))),
        "always": float(np.mean(found.always)),
    }


def _rounded(numbers: Numbers) -> Numbers:
    """Six digits: more would be noise, and take room."""
    return {name: float(f"{value:.6g}") for name, value in numbers.items()}
