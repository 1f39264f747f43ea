"""Cell: one setting of the contest: people, an epsilon, and what is known about both."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lowwater.core.domain import Domain
from lowwater.people.people import KnownPeople
from lowwater.study import wishes
from lowwater.study.task import Settings

PEOPLE = (2**10, 2**15, 2**20)

_NOT_OF_THE_CELL = ("entrant", "runs", "error", "data", "replacement")


@dataclass(frozen=True)
class Wishes(wishes.Wishes):
    """What to run of the contest, who competes, and the folder of real data."""

    runs: int = 100
    data: Path | None = None
    entrants: tuple[str, ...] = ()


@dataclass(frozen=True)
class CellKey:
    """Which cell: its part, and its settings; None for those that its part does not have."""

    part: str
    people: int
    epsilon: float
    population: str | None = None
    end: str | None = None
    width: float | None = None
    alpha: float | None = None
    beta: float | None = None
    quantile: float | None = None

    @classmethod
    def of(cls, part: str, settings: Settings) -> "CellKey":
        """The cell of a task's settings, whichever the entrant, its runs and the file of the numbers."""
        fields: dict[str, Any] = {key: value for key, value in settings.items() if key not in _NOT_OF_THE_CELL}
        return cls(part, **fields)


@dataclass(frozen=True)
class Cell:
    """One population or several, each counting alike; errors are scaled as if the domain were [-1, 1].

    `quantile` is the one looked for; None for the minimum.
    """

    domain: Domain
    populations: Sequence[KnownPeople]
    epsilon: float
    bound: float | None = None
    quantile: float | None = None

    @property
    def unit(self) -> float:
        """What an error of 1 is in the domain's own units."""
        return self.domain.width / 2


@dataclass(frozen=True)
class Part:
    """A family of cells: its title and description, the settings of all its cells, and how one is made from them.

    `absent` says why cells are left out, None where none are.
    """

    title: str
    about: str
    settings: Callable[[Wishes], list[Settings]]
    cell: Callable[[Settings, Path], Cell]
    absent: Callable[[Wishes], str | None] = lambda _wishes: None
