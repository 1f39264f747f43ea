"""Level search: what a rival has that searches for a minimum as it does for a quantile, at a level of its own."""

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.people import KnownPeople

Floats = npt.NDArray[np.float64]


class LevelSearch(ABC):
    """The estimates of a minimum and those of a quantile, both by `search`."""

    def estimates(self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: Generator) -> Floats:
        """The estimates of the end that is searched for."""
        return self.search(people, domain, epsilon, None, runs, rng)

    def quantiles(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float, runs: int, rng: Generator
    ) -> Floats:
        """The estimates of the quantile at `level`."""
        return self.search(people, domain, epsilon, level, runs, rng)

    @abstractmethod
    def search(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float | None, runs: int, rng: Generator
    ) -> Floats:
        """The estimates of the quantile at `level`; None: of the end that is searched for."""
