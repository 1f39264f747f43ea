"""Wishes: what a person may ask of every experiment."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Part = TypeVar("Part")


@dataclass(frozen=True)
class Wishes:
    """The folder to write into, the quick version or the full one, the number of runs, and the parts to run."""

    folder: Path
    quick: bool = False
    runs: int = 1000
    only: tuple[str, ...] = ()

    def chosen(self, parts: Mapping[str, Part]) -> dict[str, Part]:
        """The `parts` named in `only`; all of them where it is empty."""
        return {name: part for name, part in parts.items() if not self.only or name in self.only}
