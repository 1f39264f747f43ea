"""Coverage: how often each statement of our own searches holds, and how much it says."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.people.people import KnownPeople
from lowwater.search.arrays import run_many
from lowwater.search.certain import Proofs
from lowwater.search.fitted_search import FittedSearch
from lowwater.search.level import pooled_level
from lowwater.search.pool import SIGNIFICANT
from lowwater.search.strategy import States
from lowwater.simulate.crowd import Crowd
from lowwater.study.task import Numbers

Floats = npt.NDArray[np.float64]

_TOUCH = 1e-12
_NEAR = 0.05  # of the domain: how far above the minimum people count as near it


class Witness(Crowd):
    """A crowd that remembers the true share at every question, of those whom the certain statements speak of."""

    shares: list[Floats]

    def truths(self, thresholds: Floats, people: int | None) -> npt.NDArray[np.int64]:
        """The number of people with the truth yes, as a crowd has it."""
        if not hasattr(self, "shares"):
            self.shares = []
        self.shares.append(self.unasked(thresholds))
        return super().truths(thresholds, people)


@dataclass(frozen=True)
class Stated:
    """Runs of a fitted search on known people: the estimates, and the true shares at all questions."""

    search: FittedSearch
    people: KnownPeople
    states: States
    shares: Floats

    @property
    def domain(self) -> Domain:
        """The domain of the search."""
        return self.search.domain

    @property
    def values(self) -> Floats:
        """The estimates."""
        return self.search.estimate_many(self.states)

    @property
    def target(self) -> float:
        """The true value."""
        return self.people.target(self.domain, self.search.model.quantile)

    def numbers(self) -> Numbers:
        """The shares of runs in which each statement was made and held, the likely error and the limits' width."""
        return self._certain() | self._fitted() | self._likely()

    def _certain(self) -> Numbers:
        """The band held; somebody was named, and is there; few people were named, or both limits of a quantile."""
        proofs = self.search.certain_many(self.states)
        outward = self.target if self.domain.direction == "minimum" else -self.target
        wrong = proofs.somebody < outward - _TOUCH * self.domain.width
        band = self.search.prover.holds(self.search.counts(self.states), self.shares)
        return {
            "band": _share(np.all(band, axis=1)),
            "somebody_wrong": _share(wrong),
            "somebody": _share(np.isfinite(proofs.somebody)),
            "few": _share(_says(proofs, self.search.model.quantile)),
        }

    def _fitted(self) -> Numbers:
        """The limits were given; they were given and held; their median width, in halves of the domain."""
        low, high = self.search.limits_many(self.states)
        touch, given = _TOUCH * self.domain.width, np.isfinite(low)
        right = given & (low - touch <= self.target) & (self.target <= high + touch)
        width = float(np.median((high - low)[given])) * 2 / self.domain.width if given.any() else 0.0
        return {"given": _share(given), "held": _share(right), "width": width}

    def _likely(self) -> Numbers:
        """The mean likely error, in halves of the domain, and the share near the minimum over what can be seen."""
        likely = {"likely": float(np.mean(self.search.likely_many(self.states))) * 2 / self.domain.width}
        return likely if self.search.model.quantile is not None else likely | {"visible": self._visible()}

    def _visible(self) -> float:
        sign = 1.0 if self.domain.direction == "minimum" else -1.0
        near = np.array([self.target + sign * _NEAR * self.domain.width])
        level = pooled_level(SIGNIFICANT, np.array(float(self.people.people)), self.search.randomizer.variance)
        return float(self.people.chance(self.domain, near)[0] / level)


def witness(search: FittedSearch, people: KnownPeople, runs: int, rng: np.random.Generator) -> Stated:
    """Simulate `runs` runs, and keep the true share at every question."""
    crowd = Witness(people, search.domain, runs, rng)
    states = run_many(search, runs, people.people, crowd.yes)
    return Stated(search, people, states, np.stack(crowd.shares, axis=1))


def _says(proofs: Proofs, quantile: float | None) -> npt.NDArray[np.bool_]:
    """Whether a run names a threshold that few are before; for a quantile, both of its limits."""
    if quantile is not None:
        return np.isfinite(proofs.least) & np.isfinite(proofs.most)
    return np.asarray(np.isfinite(proofs.few).any(axis=1))


def _share(runs: npt.NDArray[np.bool_]) -> float:
    return float(np.mean(runs))
