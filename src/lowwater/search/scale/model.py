"""Scale model: the minimum is one of a few values, and people are divided among the values from it on in any way.

A power law extrapolates to values that nobody has. On a scale of a few values, such as ratings, there is no tail to
extrapolate: a value is the minimum if somebody has it, and nobody one before it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.search.level import pooled_level
from lowwater.search.model import PICTURED, Curves, Report
from lowwater.search.pool import NOBODY, SIGNIFICANT, Answers, pool
from lowwater.search.scale.placement import placed
from lowwater.search.scale.posterior import ScalePosterior, index_of, posterior_of, threshold_of, value_of
from lowwater.search.scale.settle import place_above, place_below

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

MOST_VALUES = 16
"""The most values of a scale: with more, neighbouring shares are alike, and a curve says more."""

REASONS = ("", "these answers could not tell everyone from nobody")
"""Why limits are withheld, in words; the first: they are not."""

_BLIND = 1.0  # the level from which on not even everyone can be told from nobody
_LIMITS = (0.025, 0.975)  # posterior quantiles of the limits
_NEAR = 0.005  # the posterior quantile of the near end of the cell
_FLAT = 0.499  # of a step: the curve is flat up to here on both sides of a threshold, and jumps at values


@dataclass(frozen=True)
class ScaleModel:
    """The model of a minimum among `values` values."""

    values: int
    confidence: float = 0.95
    quantile: float | None = None
    reasons: tuple[str, ...] = REASONS

    @property
    def _step(self) -> float:
        """The step of the values on [-1, 1]."""
        return 2 / (self.values - 1)

    def place(self, answers: Answers, variance: float, people: Floats, draws: Floats) -> Floats:  # noqa: ARG002
        """The threshold of the largest knowledge gradient; nothing is drawn."""
        return threshold_of(placed(self._posterior(answers, variance), people, variance), self.values)

    def place_many(self, answers: Answers, variance: float, questions: int, people: Floats, draws: Floats) -> Floats:
        """One after the other, each as if those before it had been answered as expected."""
        asked = np.where(answers.people > NOBODY, answers.people, 0.0).sum(axis=1)
        each, columns = (people - asked) / questions, []
        for index in range(questions):
            at = self.place(answers, variance, asked + (index + 1) * each, draws)
            answers = answers.and_those(at, self.expected(answers, variance, at), each)
            columns.append(at)
        return np.stack(columns, axis=1)

    def expected(self, answers: Answers, variance: float, threshold: Floats) -> Floats:
        """The posterior mean of the share."""
        mean, at = self._posterior(answers, variance).mean(), index_of(threshold, self.values)
        return np.asarray(mean[np.arange(len(at)), at - 1])

    def place_above(
        self, answers: Answers, randomizer: Randomizer, people: int, wealth: Callable[[Floats], Floats], own: Floats
    ) -> Floats:
        """The first threshold at which `people` answers are likely to prove somebody."""
        posterior, at = self._posterior(answers, randomizer.variance), index_of(own, self.values)
        thresholds = np.tile(threshold_of(np.arange(1, self.values), self.values), (len(own), 1))
        return threshold_of(place_above(posterior, people, randomizer, wealth(thresholds), at), self.values)

    def place_below(
        self, answers: Answers, randomizer: Randomizer, people: int, aim: float | None, own: Floats
    ) -> Floats:
        """The threshold at which a proof that at most `aim` are at or before it is likely and worth most."""
        if aim is None:
            return own
        posterior, at = self._posterior(answers, randomizer.variance), index_of(own, self.values)
        return threshold_of(place_below(posterior, people, randomizer, aim, at), self.values)

    def report(self, answers: Answers, variance: float) -> Report:
        """The posterior median, but no value after a threshold that somebody is surely at or before."""
        posterior, upper = self._posterior(answers, variance), _upper(answers, variance)
        last = np.where(upper < 1, index_of(upper, self.values) - 1, self.values - 1)
        value = np.minimum(posterior.quantile(0.5), last)
        low, high = (posterior.quantile(share) for share in _LIMITS)
        ones = np.ones(len(value))
        return Report(
            value=value_of(value, self.values),
            near=value_of(np.minimum(posterior.quantile(_NEAR), value), self.values),
            far=upper,
            believed=ones,
            low=value_of(np.minimum(low, value), self.values),
            high=value_of(np.maximum(high, value), self.values),
            withheld=_withheld(answers, variance),
            likely=self._step * posterior.error(value),
            power=ones,
            known=ones,
        )

    def curves(self, answers: Answers, variance: float) -> Curves:
        """The mean share between any two values, and the posterior with each value's weight spread over its step."""
        posterior, half = self._posterior(answers, variance), _FLAT * self._step
        thresholds = threshold_of(np.arange(1, self.values), self.values)
        flat = np.column_stack([thresholds - half, thresholds + half]).ravel()
        share = np.repeat(posterior.mean(), 2, axis=1)
        value = value_of(np.zeros(1, dtype=np.int64), self.values) + self._step * (_spread(posterior) - 0.5)
        return Curves(np.tile(flat, (len(share), 1)), share, np.clip(value, -1.0, 1.0))

    def level(self, people: float, variance: float) -> float:
        """The share that the answers of `people` can tell from zero."""
        return float(pooled_level(SIGNIFICANT, np.array(people), variance))

    def assumes(self, believed: float) -> str:  # noqa: ARG002
        """What the limits assume, in words."""
        return "any division of the people among the values is as likely as any other"

    def _posterior(self, answers: Answers, variance: float) -> ScalePosterior:
        """The posterior; the last ones are kept, because several things are read off each."""
        return _last(self.values, *answers.as_key(), variance)


@lru_cache(maxsize=4)
def _last(values: int, columns: tuple[bytes, ...], runs: int, variance: float) -> ScalePosterior:
    return posterior_of(Answers.of_key(columns, runs), variance, values)


def _upper(answers: Answers, variance: float) -> Floats:
    """The first threshold that is significantly above zero; the domain's end where none is."""
    points = pool(answers, variance)
    first = np.argmax(points.significance >= SIGNIFICANT, axis=1)
    return np.asarray(points.threshold[np.arange(len(first)), first])


def _withheld(answers: Answers, variance: float) -> Ints:
    """The index of the reason for which limits are withheld; 0: they are not."""
    people = np.where(answers.people > NOBODY, answers.people, 0.0).sum(axis=1)
    return np.asarray(pooled_level(SIGNIFICANT, people, variance) >= _BLIND, dtype=np.int64)


def _spread(posterior: ScalePosterior) -> Floats:
    """The posterior quantiles at PICTURED, in values, with each value's weight spread over the step up to the next."""
    cumulative = np.cumsum(posterior.weight, axis=1)[:, None, :]
    at = np.minimum(np.count_nonzero(cumulative < PICTURED[:, None], axis=2), posterior.weight.shape[1] - 1)
    own, up_to = (np.take_along_axis(each, at, axis=1) for each in (posterior.weight, cumulative[:, 0]))
    return np.asarray(at + np.clip(1 - (up_to - PICTURED) / np.maximum(own, 1e-300), 0.0, 1.0))
