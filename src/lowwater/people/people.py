"""People: whom a search asks.

A search needs one thing of them: how many are at or below a threshold (for a maximum: at or above). Laws, arrays and
files each count in their own way, so none has to be copied into another form.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.question import Question
from lowwater.core.tally import Tally

Floats = npt.NDArray[np.float64]

TalliesOf = Callable[[tuple[Question, ...]], tuple[Tally, ...]]
"""Asks the questions of one round."""


class People(Protocol):
    """Whom a search asks: fixed numbers, or i.i.d. draws."""

    @property
    def people(self) -> int:
        """The number of people."""
        ...

    @property
    def pool(self) -> int:
        """The number of people they are drawn from anew for every run; above `people` where they are a sample."""
        ...

    @property
    def iid(self) -> bool:
        """Whether their numbers are drawn anew, instead of fixed."""
        ...

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """Fixed data: how many have the truth yes at each threshold."""
        ...

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """I.i.d. data: the chance of the truth yes at each threshold."""
        ...


class KnownPeople(People, Protocol):
    """People whose true minimum, maximum or quantile is known, as it is in a forecast or a simulation."""

    def target(self, domain: Domain, quantile: float | None) -> float:
        """The true `quantile`; with None the true minimum or maximum."""
        ...


Fault = Literal["missing", "outside", "off the step"]
"""Why a number cannot be used."""


def cell_words(cell: object) -> str:
    """A cell of a table as an error shows it: whole numbers with every digit, others with 15."""
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:,.15g}" if isinstance(cell, float) else str(cell)


@dataclass(frozen=True)
class Strays:
    """Numbers that cannot be used: their count, and the first few in words."""

    count: int = 0
    shown: Sequence[str] = ()


class CheckedPeople(People, Protocol):
    """People who can be searched for numbers that cannot be used."""

    def strays(self, fault: Fault, domain: Domain) -> Strays:
        """The numbers with this fault."""
        ...


@runtime_checkable
class AnsweringPeople(CheckedPeople, Protocol):
    """People whose answers are randomized where their numbers are, so that tallies alone come back.

    caveats: what stands against an estimate because of that.
    """

    @property
    def caveats(self) -> tuple[str, ...]:
        """What an estimate of them has to say beside its promise."""
        ...

    def answering(self, domain: Domain, sizes: Sequence[int]) -> AbstractContextManager[TalliesOf]:
        """Ask them, round by round, with questions for `sizes` people; refuse sizes that cannot work."""
        ...
