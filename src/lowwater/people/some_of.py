"""Some of them: people of whom only a share is in the group that is asked about; nobody else's truth is yes."""

from dataclasses import dataclass

import numpy as np

from lowwater.core.domain import Domain
from lowwater.people.people import Floats, KnownPeople


@dataclass(frozen=True)
class SomeOf:
    """People of whom `share` are in a group, whose numbers are like those of `group`."""

    group: KnownPeople
    share: float

    @property
    def people(self) -> int:
        """The number of people, in the group or not."""
        return self.group.people

    @property
    def pool(self) -> int:
        """The number of people they are drawn from."""
        return self.group.pool

    @property
    def iid(self) -> bool:
        """Whether their numbers are drawn anew, instead of fixed."""
        return self.group.iid

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many are in the group and have the truth yes at each threshold."""
        return np.floor(self.share * self.group.count(domain, thresholds))

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The chance of being in the group and having the truth yes at each threshold."""
        return self.share * self.group.chance(domain, thresholds)

    def target(self, domain: Domain, quantile: float | None) -> float:
        """The true minimum or maximum of the group."""
        return self.group.target(domain, quantile)
