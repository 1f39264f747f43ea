"""Study: what every experiment of the paper offers, and what a person may ask of all of them."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lowwater.errors import BadData
from lowwater.study import wishes
from lowwater.study.figure import Figure
from lowwater.study.task import Numbers, Result, Settings, Task

DOMAIN = (-1.0, 1.0)


@dataclass(frozen=True)
class Wishes(wishes.Wishes):
    """What to run of the paper's studies, and on which files."""

    monte_carlo: bool = False
    movielens: Path | None = None
    purchases: tuple[Path, ...] = ()
    ranges: tuple[float, ...] | None = None
    large: Path | None = None
    with_replacement: bool = False

    def __post_init__(self) -> None:
        edges = self.ranges
        if edges is not None and (len(edges) < 2 or not all(low < high for low, high in itertools.pairwise(edges))):
            raise BadData(f"--ranges {', '.join(f'{edge:g}' for edge in edges)}; give at least two edges that rise")


@dataclass(frozen=True)
class Study:
    """One experiment: how to list its tasks, compute one of them and draw its figures.

    `absent` says why the study is left out, None where it is not. `deviations` are sentences on what the data made us
    do otherwise than the paper; the captions say it too.
    """

    title: str
    tasks: Callable[[Wishes], list[Task]]
    compute: Callable[[Settings, int, Path], Numbers]
    figures: Callable[[Sequence[Result], Wishes], list[Figure]]
    absent: Callable[[Wishes], str | None] = lambda _wishes: None
    deviations: Callable[[Sequence[Result], Wishes], list[str]] = lambda _results, _wishes: []
