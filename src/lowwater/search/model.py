"""Model: what a fitted search asks of its model of the answers, on [-1, 1] with the end that is searched for at -1."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.search.pool import Answers

Floats = npt.NDArray[np.float64]

PICTURED = np.array([0.005, 0.025, *np.arange(0.05, 0.951, 0.05).round(2), 0.975, 0.995])
"""The shares at which a picture has posterior quantiles."""

POINTS = 33
"""The number of points of a fitted curve in a picture."""


class Report(NamedTuple):
    """A model's estimate for each run, on [-1, 1].

    value: the estimate.
    near, far: the interval that the search has narrowed to; `near` is towards the end that is searched for.
    believed: the share, or the distance in shares from the quantile, up to which the curve is fitted.
    low, high: the limits of the value with the model's confidence.
    withheld: the index of the reason in the model's `reasons` for which the limits are not given; 0: they are.
    likely: the expected error.
    power: the error is expected to fall with the noise to this power.
    known: the posterior weight of what was known beforehand; 1 where that is nothing.
    """

    value: Floats
    near: Floats
    far: Floats
    believed: Floats
    low: Floats
    high: Floats
    withheld: npt.NDArray[np.int64]
    likely: Floats
    power: Floats
    known: Floats


class Curves(NamedTuple):
    """A model's curves for each run, on [-1, 1], for a picture.

    threshold, share: points of the fitted curve, run by point.
    value: the posterior quantiles at PICTURED, run by point.
    """

    threshold: Floats
    share: Floats
    value: Floats


class Model(Protocol):
    """A statistical model of all answers so far; `variance` is that of one debiased answer."""

    @property
    def quantile(self) -> float | None:
        """The quantile searched for; None for the minimum."""
        ...

    @property
    def confidence(self) -> float:
        """The confidence of the limits."""
        ...

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why limits may be withheld, in words; the first is empty: they are given."""
        ...

    def place(self, answers: Answers, variance: float, people: Floats, draws: Floats) -> Floats:
        """The threshold of the next question.

        `people` counts all who will have been asked after it; `draws` holds two uniforms for each run.
        """
        ...

    def place_many(self, answers: Answers, variance: float, questions: int, people: Floats, draws: Floats) -> Floats:
        """The thresholds of a round of several questions at once, run by question, with two uniforms for each."""
        ...

    def expected(self, answers: Answers, variance: float, threshold: Floats) -> Floats:
        """The posterior mean of the share at a threshold."""
        ...

    def place_above(
        self, answers: Answers, randomizer: Randomizer, people: int, wealth: Callable[[Floats], Floats], own: Floats
    ) -> Floats:
        """The threshold of the settling question `above`, which asks `people`; `own` would be chosen without settling.

        `wealth` gives the log of the wealth against "nobody is at or before" each of an array of thresholds.
        """
        ...

    def place_below(
        self, answers: Answers, randomizer: Randomizer, people: int, aim: float | None, own: Floats
    ) -> Floats:
        """The threshold of the settling question `below`, which asks `people` and aims at the share `aim`."""
        ...

    def report(self, answers: Answers, variance: float) -> Report:
        """The estimate, its limits and its likely error by now."""
        ...

    def curves(self, answers: Answers, variance: float) -> Curves:
        """The fitted curve and the posterior by now."""
        ...

    def level(self, people: float, variance: float) -> float:
        """The share that the answers of `people` can tell from zero; for a quantile, the quantile."""
        ...

    def assumes(self, believed: float) -> str:
        """What the limits assume, in words that complete "if"."""
        ...
