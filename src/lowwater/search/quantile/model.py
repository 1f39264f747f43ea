"""Quantile model: what a fitted search asks and says where it looks for a quantile p.

Of three questions one stands where it tells most about the quantile, one at the posterior median, which halves what is
open where people jump, and one at a draw from the posterior, so that no place is left out for good.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.search import model
from lowwater.search.model import Report
from lowwater.search.pool import Answers
from lowwater.search.quantile.estimate import of_all_asked, step_of, value_of
from lowwater.search.quantile.fit import fit_quantile
from lowwater.search.quantile.placement import designed
from lowwater.search.quantile.posterior import QuantilePosterior
from lowwater.search.quantile.settle import Limit, place
from lowwater.search.unit_scale import UnitScale

Floats = npt.NDArray[np.float64]

REASONS = ("",)
"""Why limits may be withheld."""

DESIGNED, MEDIAN, DRAWN = "designed", "median", "drawn"

_CYCLE = (DESIGNED, MEDIAN, DRAWN)
_LIMITS = (0.025, 0.975)  # posterior quantiles of the limits


@dataclass(frozen=True)
class QuantileModel:
    """The model of the quantile p.

    scale: the map from the domain to [-1, 1].
    people: the number of people whose quantile is searched for; None where they are a sample of many more.
    """

    p: float
    scale: UnitScale
    people: int | None = None
    confidence: float = 0.95
    reasons: tuple[str, ...] = REASONS

    @property
    def quantile(self) -> float | None:
        """The quantile searched for."""
        return self.p

    def place(self, answers: Answers, variance: float, people: Floats, draws: Floats) -> Floats:
        """Of three questions one is designed, one asks at the posterior median, one at a draw from the posterior."""
        return self.place_many(answers, variance, 1, people, draws)[:, 0]

    def place_many(self, answers: Answers, variance: float, questions: int, people: Floats, draws: Floats) -> Floats:
        """Several questions of a round stand at as many quantiles of the posterior instead of its median."""
        posterior, first = self._posterior(answers, variance), answers.threshold.shape[1]
        columns = designed(posterior, self._inside, people, variance, questions, draws[:, -1])
        for index in range(questions):
            way, part = _CYCLE[(first + index) % len(_CYCLE)], (1 + index) / (1 + questions)
            if way != DESIGNED:
                columns[:, index] = posterior.quantile(
                    draws[:, 2 * index] if way == DRAWN else np.full(len(draws), part)
                )
        return columns

    def expected(self, answers: Answers, variance: float, threshold: Floats) -> Floats:
        """The mean share of curves drawn from the posterior."""
        curves = self._posterior(answers, variance).curves()
        return np.asarray(curves.shares(self._inside, threshold[:, None]).mean(axis=2)[:, 0])

    def place_above(
        self,
        answers: Answers,
        randomizer: Randomizer,
        people: int,
        wealth: Callable[[Floats], Floats],  # noqa: ARG002
        own: Floats,  # noqa: ARG002
    ) -> Floats:
        """The threshold that is to leave the narrowest limit above the quantile."""
        posterior = self._posterior(answers, randomizer.variance)
        limit = Limit(1.0, posterior.high, self._noise(randomizer, people), step_of(self.scale.domain))
        return place(posterior.curves(), self._inside, limit)

    def place_below(
        self,
        answers: Answers,
        randomizer: Randomizer,
        people: int,
        aim: float | None,  # noqa: ARG002
        own: Floats,  # noqa: ARG002
    ) -> Floats:
        """The threshold that is to leave the narrowest limit below the quantile."""
        posterior = self._posterior(answers, randomizer.variance)
        limit = Limit(-1.0, posterior.low, self._noise(randomizer, people), step_of(self.scale.domain))
        return place(posterior.curves(), self._inside, limit)

    def _noise(self, randomizer: Randomizer, people: int) -> float:
        """The standard deviation of a share of p, from the answers of `people`."""
        return float(np.sqrt((randomizer.variance + self.p * (1 - self.p)) / people))

    def report(self, answers: Answers, variance: float) -> Report:
        """The posterior median, between the thresholds significantly below and above the quantile."""
        posterior = self._posterior(answers, variance)
        low, high = (posterior.quantile(np.full(len(posterior.low), share)) for share in _LIMITS)
        value, error = value_of(posterior, self.scale)
        likely = error * of_all_asked(answers, variance, self._inside, self.people)
        withheld, ones = np.zeros(len(value), dtype=np.int64), np.ones(len(value))
        return Report(value, posterior.low, posterior.high, posterior.believed, low, high, withheld, likely, ones, ones)

    def curves(self, answers: Answers, variance: float) -> model.Curves:
        """The mean of curves drawn from the posterior, between the thresholds on either side."""
        posterior = self._posterior(answers, variance)
        low, high, runs = posterior.low[:, None], posterior.high[:, None], len(posterior.low)
        value = np.stack([posterior.quantile(np.full(runs, share)) for share in model.PICTURED], axis=1)
        threshold = low + (high - low) * np.linspace(0.0, 1.0, model.POINTS)
        return model.Curves(threshold, posterior.curves().shares(self._inside, threshold).mean(axis=2), value)

    def level(self, people: float, variance: float) -> float:  # noqa: ARG002
        """The quantile itself."""
        return self.p

    @property
    def _inside(self) -> float:
        """The quantile, moved off 0 and 1, where no curve has odds."""
        return min(max(self.p, 1e-9), 1 - 1e-9)

    def assumes(self, believed: float) -> str:
        """What the limits assume, in words."""
        return f"shares within {believed:.2g} of the quantile follow a smooth curve, or jump there"

    def _posterior(self, answers: Answers, variance: float) -> QuantilePosterior:
        """The posterior; the last ones are kept, because several things are read off each."""
        return _last(self._inside, *answers.as_key(), variance)


@lru_cache(maxsize=4)
def _last(inside: float, columns: tuple[bytes, ...], runs: int, variance: float) -> QuantilePosterior:
    return fit_quantile(Answers.of_key(columns, runs), variance, inside)
