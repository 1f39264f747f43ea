"""Bayesian screening search: a noisy binary search proposes, and the rest of the people choose among its proposals.

While learning, a threshold is asked at the quantile of the weights where an answer says most: the input law that
achieves the capacity of the channel from 'left or right' to a yes. That is the median for a fair coin and lower where
a yes is rare. The positions asked are then thinned to twelve, at equal ranks, and bisected with fresh people.
References: Gretta and Price, Sharp noisy binary search with monotonic probabilities (2023); with randomized
response for quantiles: Aamand, Boninsegna, Gentle, Imola, Pagh (ICML 2025).

Private: each person answers one question with one randomized response of loss epsilon, learning or choosing.
Chosen here: g = lev(c, N) and a = g as in `noisy_search`; one thinning, to the 12 of the reference; two thirds of the
people learn. c = 7 and the two thirds did best in a quick run with N = 2**15, epsilon = 1, uniform data of width .3,
and are the same everywhere. A quantile has g and a as in `noisy_search`; c = 7 did about best there too.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import Randomizer
from lowwater.people.people import KnownPeople, People
from lowwater.rivals import asking
from lowwater.rivals.level_search import LevelSearch
from lowwater.rivals.weights import Tilt, learn

Floats = npt.NDArray[np.float64]

CANDIDATES = 12
_QUESTIONS = 4  # enough to bisect twelve candidates


@dataclass(frozen=True)
class Screening(LevelSearch):
    """Learn where the quantile may be, then choose among twelve positions."""

    deviations: float = 7.0
    learners: float = 2 / 3
    blocks: int = 256
    name: str = "Bayesian screening"
    reference: str = "Gretta and Price 2023; Aamand et al. 2025"
    bits: float = 1.0

    @property
    def rounds(self) -> int:
        """One round for each block, and those that choose."""
        return self.blocks + _QUESTIONS

    def search(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float | None, runs: int, rng: Generator
    ) -> Floats:
        """The candidates that each run has chosen."""
        coin = asking.coin(epsilon)
        middle, gap = asking.sides(level, self.deviations, people.people, coin)
        tilt = Tilt.of(coin, middle, gap)
        learners = int(people.people * self.learners)
        _, visited = learn(people, domain, tilt, telling_share(tilt), learners, self.blocks, runs, rng)
        proposed = np.quantile(visited, np.arange(1, CANDIDATES + 1) / (CANDIDATES + 1), axis=1).T
        each = (people.people - learners) // _QUESTIONS
        return asking.value(domain, choose(people, domain, coin, middle, proposed, each, rng))


def telling_share(tilt: Tilt) -> float:
    """The weight left of a threshold at which its answer says most: the input that achieves the capacity."""
    turn = (_entropy(tilt.left) - _entropy(tilt.right)) / (tilt.left - tilt.right)
    yes = 1 / (1 + math.exp(turn))
    return (yes - tilt.right) / (tilt.left - tilt.right)


def choose(
    people: People,
    domain: Domain,
    coin: Randomizer,
    level: float,
    proposed: Floats,
    each: int,
    rng: Generator,
) -> Floats:
    """The first of the sorted positions whose share reaches the level, by bisection; the last where none does."""
    runs = np.arange(len(proposed))
    low, high = np.full(runs.size, -1), np.full(runs.size, proposed.shape[1] - 1)
    no, gain = coin.p_yes(False), coin.p_yes(True) - coin.p_yes(False)
    while (open_ := high - low > 1).any():
        middle = (low + high) // 2
        share = asking.shares(people, domain, proposed[runs, middle])
        enough = rng.binomial(each, no + gain * share) >= each * (no + gain * level)
        low, high = np.where(open_ & ~enough, middle, low), np.where(open_ & enough, middle, high)
    return np.asarray(proposed[runs, high])


def _entropy(p: float) -> float:
    """The entropy of a coin, in nats."""
    return -p * math.log(p) - (1 - p) * math.log1p(-p)
