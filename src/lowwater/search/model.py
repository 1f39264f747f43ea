"""Model: what a fitted search asks of its model of the answers, on [-1, 1] with the end that is searched for at -1."""

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from lowwater.search.pool import Answers

Floats = npt.NDArray[np.float64]


class Report(NamedTuple):
    """A model's estimate for each run, on [-1, 1].

    value: the estimate.
    near: the limit towards the end that is searched for.
    far: the limit on the other side.
    believed: the share, or the distance in shares from the quantile, up to which the curve is fitted.
    """

    value: Floats
    near: Floats
    far: Floats
    believed: Floats


class Model(Protocol):
    """A statistical model of all answers so far; `variance` is that of one debiased answer."""

    @property
    def confidence(self) -> float:
        """The confidence of the limits."""
        ...

    @property
    def steps_added(self) -> float:
        """Where data have a step: how many steps are added to the value before it is rounded."""
        ...

    def thresholds(self, answers: Answers, variance: float, questions: int, people: Floats, draws: Floats) -> Floats:
        """The thresholds of the next round, run by question.

        `people` counts all who will have been asked after that round; `draws` holds two uniforms for each question.
        """
        ...

    def report(self, answers: Answers, variance: float) -> Report:
        """The estimate and its limits by now."""
        ...

    def level(self, people: float, variance: float) -> float:
        """The share that the answers of `people` can tell from zero; for a quantile, the quantile."""
        ...

    def rests_on(self, minimum: bool, believed: float) -> str:
        """What the limits rest on, in words."""
        ...
