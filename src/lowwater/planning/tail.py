"""Tail: what is known beforehand about the numbers near the minimum.

The share of people within d of the minimum is (d / width)**alpha: alpha says how fat the tail is, width how far the
numbers spread. Knowing nothing, the planner takes numbers spread evenly over the whole domain, and says so.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lowwater.core.domain import Domain
from lowwater.errors import BadPlan
from lowwater.people.people import KnownPeople
from lowwater.people.power_law import PowerLawPeople

Populations = Sequence[KnownPeople]
"""People who follow a tail, each population with another minimum."""

_MINIMA = 6  # as many as in the paper's experiments


@dataclass(frozen=True)
class Tail:
    """A power law: alpha, and the width the numbers spread over (None: the whole domain)."""

    alpha: float = 1.0
    width: float | None = None

    def __post_init__(self) -> None:
        if not 0 < self.alpha < math.inf:
            raise BadPlan(f"a tail with alpha={self.alpha!r}; it must be a positive number")
        if self.width is not None and not 0 < self.width < math.inf:
            raise BadPlan(f"a tail of width {self.width!r}; it must be a positive number")

    def in_words(self, domain: Domain) -> str:
        """The assumption, as a forecast states it."""
        span = "the whole domain" if self.width is None else f"{self.width:g} of the domain's {domain.width:g}"
        where = "" if self.width is None else ", wherever in the domain they lie"
        how = "evenly" if self.alpha == 1 else f"with a tail of alpha = {self.alpha:g}"
        return f"numbers spread {how} over {span}{where}"

    @property
    def most(self) -> float:
        """The share of people that a question can find at most: all of them."""
        return 1.0

    def distance(self, domain: Domain, share: float) -> float:
        """How far from the minimum this `share` of people begins."""
        return (domain.width if self.width is None else self.width) * math.pow(share / self.most, 1 / self.alpha)

    def populations(self, domain: Domain, people: int, *, iid: bool) -> Populations:
        """Populations that follow this tail, each with another minimum, equally spaced over the domain."""
        width = domain.width if self.width is None else self.width
        if width > domain.width:
            raise BadPlan(f"a tail of width {width:g} in a domain of width {domain.width:g}; widen the domain")
        spare, count = domain.width - width, 1 if width == domain.width else _MINIMA
        near = [_on_step(spare * k / max(1, count - 1), domain.step) for k in range(count)]
        return [PowerLawPeople(people, iid, self.alpha, distance, width) for distance in near]


def _on_step(distance: float, step: float | None) -> float:
    """A distance, rounded to the domain's step where it has one."""
    return distance if step is None else round(distance / step) * step
