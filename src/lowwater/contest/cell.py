"""Cell: one place of the contest: people, an epsilon, and what is known about both."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lowwater.core.domain import Domain
from lowwater.theory.exact import KnownPeople

Settings = dict[str, Any]

PEOPLE = (2**10, 2**15, 2**20)


@dataclass(frozen=True)
class Wishes:
    """What to run, where, and with which files."""

    folder: Path
    quick: bool = False
    runs: int = 100
    data: Path | None = None
    parts: tuple[str, ...] = ()
    entrants: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    """People at one place or several, of which the worst counts; errors are told as if the domain were [-1, 1]."""

    domain: Domain
    places: Sequence[KnownPeople]
    epsilon: float
    regular: bool = False
    bound: float | None = None

    @property
    def unit(self) -> float:
        """What an error of 1 is in the domain's own units."""
        return self.domain.width / 2


@dataclass(frozen=True)
class Part:
    """A family of cells: what they are called, all of them, and one of them made from its settings."""

    title: str
    about: str
    settings: Callable[[Wishes], list[Settings]]
    cell: Callable[[Settings, Path], Cell]
    absent: Callable[[Wishes], str | None] = lambda _wishes: None
