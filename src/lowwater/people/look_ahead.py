"""Look ahead: people whose counts at all thresholds of a round are taken in one pass, before the first is needed."""

import numpy as np

from lowwater.core.domain import Domain
from lowwater.people.people import Floats, People


class LookAhead:
    """People who are counted at all thresholds of a round at once."""

    def __init__(self, people: People, domain: Domain) -> None:
        self._people, self._domain = people, domain
        self._at: Floats = np.empty(0)
        self._counts: Floats = np.empty(0)

    def look(self, thresholds: Floats) -> None:
        """Count fixed people at all of the `thresholds`."""
        if not self.iid:
            self._at = np.unique(thresholds)
            self._counts = self._people.count(self._domain, self._at)

    @property
    def people(self) -> int:
        """The number of people."""
        return self._people.people

    @property
    def pool(self) -> int:
        """The number of people they are drawn from."""
        return self._people.pool

    @property
    def iid(self) -> bool:
        """Whether their numbers are drawn anew."""
        return self._people.iid

    def count(self, domain: Domain, thresholds: Floats) -> Floats:  # noqa: ARG002 (the domain of the last look)
        """How many have the truth yes at each threshold, by the last look."""
        return self._counts[np.searchsorted(self._at, thresholds)]

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The chance of the truth yes at each threshold."""
        return self._people.chance(domain, thresholds)
