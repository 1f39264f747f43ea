"""One round, a histogram: everyone sends one noisy bit for each bin, and the first significant bin is the answer.

Optimized unary encoding: the bit of one's own bin is yes with chance 1/2, every other bit is yes with chance
q = 1 / (1 + e**epsilon). Given the numbers all bits are independent, so a bin with n people counts
Bin(n, 1/2) + Bin(N - n, q), and no person is ever drawn.
Reference: Wang, Blocki, Li, Jha, Locally differentially private protocols for frequency estimation (USENIX 2017).

Private: two numbers differ in two bits at most, and their likelihoods by (1/2) / q * (1 - q) / (1/2) = e**epsilon.
Chosen here: a bin is significant where an empty one would count as much with a chance of at most .01 / B, by the
exact binomial tail: over all B bins a false alarm in a hundred surveys. Without any, the fullest bin is taken. The
middle of the bin is reported. B = 128 did best in a quick run with N = 2**15, epsilon = 1, uniform data of width .3;
as one size cannot suit all N, the table has it with 32 and 512 as well. A quantile is where the cumulated shares reach
its level; they are made rising by sorting (Chernozhukov, Fernandez-Val, Galichon 2010), which did better than the
nearest shares that are not negative.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import SCALE, Randomizer
from lowwater.people.people import KnownPeople
from lowwater.rivals import asking
from lowwater.search.level import ExactTail

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Histogram:
    """Report the first bin with a significant count."""

    bins: int = 128
    false_alarm: float = 0.01
    reference: str = "Wang et al. 2017"
    rounds: int = 1

    @property
    def name(self) -> str:
        """The mechanism with its number of bins."""
        return f"OUE histogram, {self.bins} bins"

    @property
    def bits(self) -> float:
        """One for each bin."""
        return float(self.bins)

    def estimates(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The middle of each run's first significant bin."""
        bit = unary(epsilon)
        bins = asking.cells(domain, self.bins)
        yes = tallies(asking.filled(people, domain, bins, runs, rng), people.people, bit, rng)
        significant = yes >= ExactTail(self.false_alarm / bins).cut(0.0, people.people, bit)
        first = np.where(significant.any(axis=1), significant.argmax(axis=1), yes.argmax(axis=1))
        return asking.value(domain, (first + 0.5) / bins)

    def quantiles(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float, runs: int, rng: np.random.Generator
    ) -> Floats:
        """Where the cumulated shares of each run's bins reach the level, linear within a bin."""
        bit, bins = unary(epsilon), asking.cells(domain, self.bins)
        yes = tallies(asking.filled(people, domain, bins, runs, rng), people.people, bit, rng)
        no = bit.p_yes(False)
        shares = in_order((yes / people.people - no) / (bit.p_yes(True) - no))
        return asking.value(domain, asking.reached(shares, level))


def in_order(shares: Floats) -> Floats:
    """Shares whose sums rise: corrected evenly to sum to 1, their cumulated sums cut at 0 and 1 and sorted."""
    missing = 1 - shares.sum(axis=1, keepdims=True)
    sums = np.cumsum(shares + missing / shares.shape[1], axis=1)
    return np.diff(np.sort(np.clip(sums, 0.0, 1.0), axis=1), axis=1, prepend=0.0)


def unary(epsilon: Epsilon) -> Randomizer:
    """The randomizer of each bit; its no is that of randomized response, so its rounding is as private."""
    return Randomizer.binary(SCALE // 2, asking.coin(epsilon).if_no)


def tallies(truths: Ints, people: npt.ArrayLike, bit: Randomizer, rng: np.random.Generator) -> Ints:
    """The counts of yes to each bit, where `truths` of the `people` have the truth yes."""
    yes = rng.binomial(truths, bit.p_yes(True))
    return yes + rng.binomial(np.asarray(people) - truths, bit.p_yes(False))
