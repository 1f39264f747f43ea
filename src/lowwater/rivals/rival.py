"""Rival: what another mechanism must offer to stand in the same contest."""

from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.people import KnownPeople

Floats = npt.NDArray[np.float64]


class Rival(Protocol):
    """A mechanism that finds a minimum; your own is one small file like the others here."""

    @property
    def name(self) -> str:
        """What the leaderboard calls it."""
        ...

    @property
    def reference(self) -> str:
        """Where it comes from."""
        ...

    @property
    def bits(self) -> float:
        """How many bits one person sends, in all."""
        ...

    @property
    def rounds(self) -> int:
        """How often the server waits for answers before it asks again or ends; 1: no interaction."""
        ...

    def estimates(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The minima that `runs` simulated runs report; every person loses at most `epsilon`."""
        ...


@runtime_checkable
class FindsQuantiles(Protocol):
    """A rival that finds any quantile as well; whoever lacks the method is absent where quantiles are wanted."""

    def quantiles(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The quantiles at `level` that `runs` simulated runs report; every person loses at most `epsilon`."""
        ...
