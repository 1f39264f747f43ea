"""Power law: people of whom a share of (d / width)**alpha has numbers within d of the first one."""

import math
from dataclasses import dataclass

import numpy as np

from lowwater.core.domain import Domain
from lowwater.people.people import Floats

_ROUNDING = 1e-9  # of a step


@dataclass(frozen=True)
class PowerLawPeople:
    """People whose first number lies at a distance of `near` from the end that is searched for."""

    people: int
    iid: bool
    alpha: float
    near: float
    width: float

    @property
    def pool(self) -> int:
        """The number of people: they are no sample."""
        return self.people

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of people with the truth yes at each threshold; where the domain has a step, so have numbers."""
        distance = thresholds - domain.lo if domain.direction == "minimum" else domain.hi - thresholds
        reached, whole = distance - self.near, self.width
        if domain.step is not None:  # a value takes up a whole step, so that the first one has its share too
            reached = (np.floor(reached / domain.step + _ROUNDING) + 1) * domain.step
            whole += domain.step
        share: Floats = np.clip(reached / whole, 0.0, 1.0) ** self.alpha
        return share

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """The expected number of people with the truth yes at each threshold."""
        return self.people * self.chance(domain, thresholds)

    def target(self, domain: Domain, quantile: float | None) -> float:
        """The true minimum or maximum, or the true `quantile`."""
        share = math.pow(quantile or 0.0, 1 / self.alpha)
        if domain.step is None:
            reached = self.width * share
        else:  # the first value with that share at or before it
            reached = max(0, math.ceil(share * (self.width / domain.step + 1) - _ROUNDING) - 1) * domain.step
        return domain.lo + self.near + reached if domain.direction == "minimum" else domain.hi - self.near - reached
