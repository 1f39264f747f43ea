"""One round, random thresholds: everyone is asked at a threshold of their own, and a rising curve is fitted.

Each person gets a uniform threshold and says with one randomized response whether their number is at or below it.
Debiased, the answers are unbiased for the distribution function at their thresholds; the least-squares fit among all
rising functions pools neighbours that would fall. The answer is the first step of the fit that noise alone would
hardly make so high.
Reference: Liu, Hu, Kong, Tuning-free estimation and inference of cumulative distribution function under local
differential privacy (2024): the current status model and its isotonic estimate.

Private: a threshold does not depend on the number, and the answer is one randomized response of loss epsilon.
Chosen here: thresholds stand at 1024 equally spaced positions, so that answers are tallied by counts. A step is
significant where its mean exceeds c sqrt(v / n), n the people whose answers it pools; c = 3 did best in a quick run
with N = 2**15, epsilon = 1, uniform data of width .3, and is the same everywhere. Without any the last step is taken.
The first threshold of the step is reported. A quantile is the first threshold of the first step that reaches its level.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import Randomizer
from lowwater.people.people import KnownPeople
from lowwater.rivals import asking

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RandomThreshold:
    """The first significant step of a rising fit."""

    thresholds: int = 1024
    deviations: float = 3.0
    name: str = "random thresholds"
    reference: str = "Liu, Hu, Kong 2024"
    bits: float = 1.0
    rounds: int = 1

    def estimates(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: np.random.Generator
    ) -> Floats:
        """Where each run's first significant step begins."""
        coin = asking.coin(epsilon)
        position, sums, asked = self._answers(people, domain, coin, runs, rng)
        bar = self.deviations * math.sqrt(coin.variance)
        return asking.value(domain, position[[first_step(*row, bar) for row in zip(sums, asked, strict=True)]])

    def quantiles(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float, runs: int, rng: np.random.Generator
    ) -> Floats:
        """Where the first step of each run's fit begins that reaches the level."""
        position, sums, asked = self._answers(people, domain, asking.coin(epsilon), runs, rng)
        return asking.value(domain, position[[step_at(*row, level) for row in zip(sums, asked, strict=True)]])

    def _answers(
        self, people: KnownPeople, domain: Domain, coin: Randomizer, runs: int, rng: np.random.Generator
    ) -> tuple[Floats, Floats, Ints]:
        """The positions asked at, the sums of the debiased answers there, and how many answered, by run."""
        size = asking.cells(domain, self.thresholds)
        position = (np.arange(size) + 0.5) / size
        asked = rng.multinomial(people.people, np.full(size, 1 / size), size=runs)
        no, gain = coin.p_yes(False), coin.p_yes(True) - coin.p_yes(False)
        yes = rng.binomial(asked, no + gain * asking.shares(people, domain, position))
        return position, (yes - asked * no) / gain, asked


def step_at(sums: Floats, weights: Ints, level: float) -> int:
    """The index where the first step begins whose mean is at least `level`; else that of the last step."""
    steps = rising(sums, weights)
    return next((start for start, total, weight in steps if total >= level * weight), steps[-1][0])


def first_step(sums: Floats, weights: Ints, bar: float) -> int:
    """The index where the first step begins whose mean exceeds bar / sqrt(weight); else that of the last step."""
    steps = rising(sums, weights)
    return next((start for start, total, weight in steps if total > bar * math.sqrt(weight)), steps[-1][0])


def rising(sums: Floats, weights: Ints) -> list[tuple[int, float, int]]:
    """The least-squares rising fit: the start, sum and weight of every step, by pooling neighbours that fall."""
    steps: list[tuple[int, float, int]] = []
    for start, (total, weight) in enumerate(zip(sums.tolist(), weights.tolist(), strict=True)):
        if not weight:
            continue
        step = (start, total, weight)
        while steps and steps[-1][1] * step[2] >= step[1] * steps[-1][2]:
            before = steps.pop()
            step = (before[0], before[1] + step[1], before[2] + step[2])
        steps.append(step)
    return steps
