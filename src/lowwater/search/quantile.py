"""Quantile fit: the model of a quantile p, a logistic curve fitted to the answers around it.

Every third question bisects between the last threshold significantly below the quantile and the first significantly
above it; the others are draws from the posterior.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.search import model
from lowwater.search.logistic_fit import posterior_of
from lowwater.search.model import Report
from lowwater.search.pool import Answers
from lowwater.search.settle_quantile import place

Floats = npt.NDArray[np.float64]

LIKELY = 1.0
"""The expected error over the posterior's expected absolute error."""

REASONS = ("",)
"""Why limits may be withheld."""

_LIMITS = (0.025, 0.975)  # posterior quantiles of the limits


@dataclass(frozen=True)
class QuantileModel:
    """The model of the quantile p: a logistic curve."""

    p: float
    confidence: float = 0.95
    steps_added: float = 0.0
    reasons: tuple[str, ...] = REASONS

    @property
    def quantile(self) -> float | None:
        """The quantile searched for."""
        return self.p

    def thresholds(
        self,
        answers: Answers,
        variance: float,
        questions: int,
        people: Floats,  # noqa: ARG002
        draws: Floats,
    ) -> Floats:
        """Every third question bisects, the others are draws from the posterior."""
        posterior = posterior_of(answers, variance, self.p)
        low, high, first = posterior.low, posterior.high, answers.threshold.shape[1]
        columns = []
        for index in range(questions):
            if (first + index) % 3 == 0:
                columns.append(low + (high - low) * (1 + index) / (1 + questions))
            else:
                columns.append(posterior.quantile(draws[:, 2 * index]))
        return np.stack(columns, axis=1)

    def place_above(
        self,
        answers: Answers,
        randomizer: Randomizer,
        people: int,
        wealth: Callable[[Floats], Floats],  # noqa: ARG002
        own: Floats,  # noqa: ARG002
    ) -> Floats:
        """The threshold that is to leave the narrowest limit above the quantile."""
        posterior = posterior_of(answers, randomizer.variance, self.p)
        return place(posterior.curves(), self.p, self._noise(randomizer, people), posterior.high, 1.0)

    def place_below(
        self,
        answers: Answers,
        randomizer: Randomizer,
        people: int,
        aim: float | None,  # noqa: ARG002
        own: Floats,  # noqa: ARG002
    ) -> Floats:
        """The threshold that is to leave the narrowest limit below the quantile."""
        posterior = posterior_of(answers, randomizer.variance, self.p)
        return place(posterior.curves(), self.p, self._noise(randomizer, people), posterior.low, -1.0)

    def _noise(self, randomizer: Randomizer, people: int) -> float:
        """The standard deviation of a share of p, from the answers of `people`."""
        return float(np.sqrt((randomizer.variance + self.p * (1 - self.p)) / people))

    def report(self, answers: Answers, variance: float) -> Report:
        """The posterior median, between the thresholds significantly below and above the quantile."""
        posterior = posterior_of(answers, variance, self.p)
        value, low, high = (posterior.quantile(np.full(len(posterior.low), share)) for share in (0.5, *_LIMITS))
        likely = LIKELY * (posterior.weight * np.abs(posterior.grid - value[:, None])).sum(axis=1)
        withheld = np.zeros(len(value), dtype=np.int64)
        ones = np.ones(len(value))
        return Report(value, posterior.low, posterior.high, posterior.believed, low, high, withheld, likely, ones)

    def curves(self, answers: Answers, variance: float) -> model.Curves:
        """The mean of logistic curves drawn from the posterior, between the thresholds on either side."""
        posterior = posterior_of(answers, variance, self.p)
        low, high, runs = posterior.low[:, None], posterior.high[:, None], len(posterior.low)
        value = np.stack([posterior.quantile(np.full(runs, share)) for share in model.PICTURED], axis=1)
        threshold = low + (high - low) * np.linspace(0.0, 1.0, model.POINTS)
        return model.Curves(threshold, posterior.curves().shares(self.p, threshold).mean(axis=2), value)

    def level(self, people: float, variance: float) -> float:  # noqa: ARG002
        """The quantile itself."""
        return self.p

    def assumes(self, believed: float) -> str:
        """What the limits assume, in words."""
        return f"shares within {believed:.2g} of the quantile follow a logistic curve"
