"""Power law: people of whom a share of (d / width)**alpha is within d of where their numbers begin."""

import math
from dataclasses import dataclass

import numpy as np

from lowwater.core.domain import Domain
from lowwater.people.people import Floats


@dataclass(frozen=True)
class PowerLawPeople:
    """People whose numbers begin at a distance of `near` from the end that is searched for."""

    people: int
    iid: bool
    alpha: float
    near: float
    width: float

    @property
    def pool(self) -> int:
        """These very people: they are no sample."""
        return self.people

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of people with the truth yes at each threshold."""
        distance = thresholds - domain.lo if domain.direction == "minimum" else domain.hi - thresholds
        share: Floats = np.clip((distance - self.near) / self.width, 0.0, 1.0) ** self.alpha
        return share

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """The same, in people."""
        return self.people * self.chance(domain, thresholds)

    def target(self, domain: Domain, level: float | None) -> float:
        """The true minimum or maximum, or the quantile at this level."""
        distance = self.near + self.width * math.pow(level or 0.0, 1 / self.alpha)
        return domain.lo + distance if domain.direction == "minimum" else domain.hi - distance
