"""People: whom a search asks.

A search needs one thing of them: how many are at or below a threshold (for a maximum: at or above). Laws, arrays and
files say it each in their way, so none of them has to be copied into another form.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain

Floats = npt.NDArray[np.float64]


class People(Protocol):
    """Whom a search asks: fixed numbers, or i.i.d. draws."""

    @property
    def people(self) -> int:
        """How many there are."""
        ...

    @property
    def pool(self) -> int:
        """How many they are drawn from, anew for every run: more than there are, where they are a sample."""
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

    def target(self, domain: Domain, level: float | None) -> float:
        """The true minimum or maximum, or the quantile at this level."""
        ...


Fault = Literal["missing", "outside", "off the step"]
"""Why a number cannot be used."""


@dataclass(frozen=True)
class Strays:
    """Numbers that cannot be used: how many there are, and the first few in words."""

    count: int = 0
    shown: Sequence[str] = ()


class CheckedPeople(People, Protocol):
    """People who can be searched for numbers that cannot be used."""

    def strays(self, fault: Fault, domain: Domain) -> Strays:
        """The numbers with this fault."""
        ...
