"""Bisection with a sequential test: ask people one after another until a question is settled, then halve the cell.

Wald's test weighs 'nobody is at or below the threshold' against 'a share g is': every answer moves a score by the
log of its likelihood ratio, and the question is settled where the score leaves (-a, a), a = ln((1 - d) / d). Early
questions get a smaller d, because a mistake at question t costs 2**(1 - t) of the domain: d = min(.05, .001 2**(t-1)).
Reference: A. Wald, Sequential tests of statistical hypotheses (1945), here of randomized responses, one a person.

Private: each person answers one question with one randomized response of loss epsilon.
Chosen here: g = lev(c, N); c = 9 did best in a quick run with N = 2**15, epsilon = 1, uniform data of width .3, and
is the same everywhere. The score is looked at after every block of N / 1024 people; what happens inside a block
cannot be seen, which only delays a verdict. When the people are used up, the middle of the last cell is reported. For
a quantile the test weighs shares 6 standard deviations below and above its level, cut at 0 and 1, which did best over
five levels of the same data.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import Randomizer
from lowwater.people.people import KnownPeople
from lowwater.rivals import asking
from lowwater.rivals.level_search import LevelSearch

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class SequentialTest(LevelSearch):
    """Halve the cell whenever Wald's test has settled the question at its middle.

    deviations: the share that is weighed against nobody, for a minimum; apart: half the distance of the two shares
    around the level of a quantile. Both in standard deviations.
    """

    deviations: float = 9.0
    apart: float = 6.0
    blocks: int = 1024
    name: str = "sequential test"
    reference: str = "Wald 1945"
    bits: float = 1.0

    @property
    def rounds(self) -> int:
        """One look at the score for each block."""
        return self.blocks

    def search(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float | None, runs: int, rng: Generator
    ) -> Floats:
        """The middle of the cell that each run has reached."""
        test = self._test(asking.coin(epsilon), level, people.people)
        block = max(1, people.people // self.blocks)
        cell, question, score = np.tile([0.0, 1.0], (runs, 1)), np.ones(runs, dtype=np.int64), np.zeros(runs)
        share = asking.shares(people, domain, cell.mean(axis=1))
        for _ in range(people.people // block):
            score += test.score(test.answers(share, block, rng), block)
            verdict = test.verdict(score, question)
            (moved,) = np.nonzero(verdict)
            middle = cell[moved].mean(axis=1)
            cell[moved, np.where(verdict[moved] > 0, 1, 0)] = middle  # yes, somebody is there: the left half
            score[moved], question[moved] = 0.0, question[moved] + 1
            share[moved] = asking.shares(people, domain, cell[moved].mean(axis=1))
        return asking.value(domain, cell.mean(axis=1))

    def _test(self, coin: Randomizer, level: float | None, people: int) -> "Wald":
        """The test of a share against nobody, or for a quantile of a share above `level` against one below it."""
        if level is None:
            return Wald(coin, asking.low_level(self.deviations, people, coin))
        middle, gap = asking.around(level, self.apart, people, coin)
        return Wald(coin, middle + gap, middle - gap)


@dataclass(frozen=True)
class Wald:
    """Wald's test of a lower share, by default nobody, against 'a share g', from the answers of a randomizer."""

    coin: Randomizer
    level: float
    lower: float = 0.0

    def answers(self, share: Floats, people: int, rng: Generator) -> Ints:
        """The number of yes in a block of `people`."""
        no, yes = self.coin.p_yes(False), self.coin.p_yes(True)
        return rng.binomial(people, no + (yes - no) * share)

    def score(self, yes: Ints, people: int) -> Floats:
        """The log of the likelihood ratio of a share g over the lower one."""
        no, gain = self.coin.p_yes(False), self.coin.p_yes(True) - self.coin.p_yes(False)
        few, some = no + gain * self.lower, no + gain * self.level
        return np.asarray(yes * math.log(some / few) + (people - yes) * math.log((1 - some) / (1 - few)))

    def verdict(self, score: Floats, question: Ints) -> Ints:
        """1: a share g; -1: the lower share; 0: not settled yet."""
        bound = np.log(1 / mistake(question) - 1)
        return np.where(score >= bound, 1, np.where(score <= -bound, -1, 0))


def mistake(question: Ints) -> Floats:
    """The greatest chance d of a mistake at question t, counted from 1."""
    return np.minimum(0.05, 1e-3 * 2.0 ** (np.minimum(question, 60) - 1))
