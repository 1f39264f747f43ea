"""Study: what every experiment offers, and what a person may ask of all of them."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lowwater.errors import BadData
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

    def __post_init__(self) -> None:
        edges = self.ranges
        if edges is not None and (len(edges) < 2 or not all(low < high for low, high in itertools.pairwise(edges))):
            raise BadData(f"--ranges {', '.join(f'{edge:g}' for edge in edges)}; give at least two edges that rise")


@dataclass(frozen=True)
class Study:
    """One experiment: its tasks, the numbers of one task, its figures, and what is left out or otherwise."""

    title: str
    tasks: Callable[[Wishes], list[Task]]
    compute: Callable[[Settings, int, Path], Numbers]
    figures: Callable[[Sequence[Result], Wishes], list[Figure]]
    absent: Callable[[Wishes], str | None] = lambda _wishes: None
    deviations: Callable[[Sequence[Result], Wishes], list[str]] = lambda _results, _wishes: []
    """What the data made us do otherwise than the paper, in sentences; the captions say it too."""
