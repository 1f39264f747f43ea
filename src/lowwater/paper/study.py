"""Study: what every experiment offers, and what a person may ask of all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lowwater.study.figure import Figure
from lowwater.study.task import Numbers, Result, Settings, Task

DOMAIN = (-1.0, 1.0)


@dataclass(frozen=True)
class Wishes:
    """What to run: the full study or the quick one, how many runs, on which files."""

    folder: Path
    quick: bool = False
    monte_carlo: bool = False
    runs: int = 1000
    movielens: Path | None = None
    purchases: tuple[Path, ...] = ()
    ranges: tuple[float, ...] | None = None
    large: Path | None = None
    with_replacement: bool = False
    only: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class Study:
    """One experiment: its tasks, the numbers of one task, its figures, and why it is left out, if it is."""

    title: str
    tasks: Callable[[Wishes], list[Task]]
    compute: Callable[[Settings, int, Path], Numbers]
    figures: Callable[[Sequence[Result], Wishes], list[Figure]]
    absent: Callable[[Wishes], str | None] = lambda _wishes: None
