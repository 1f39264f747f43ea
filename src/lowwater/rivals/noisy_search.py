"""Noisy binary search: weights over the whole domain, and every answer multiplies them.

The quantile at a level g lies somewhere; ask at the weighted median. Where it lies left of the threshold a share of
at least g is at or below it, so a yes speaks for the left: weights there are multiplied by the chance of the answer
for a share g + a, the others by that for g - a. Nothing is ever ruled out, so mistakes heal.
References: Karp and Kleinberg, Noisy binary search and its applications (SODA 2007); with randomized response for
quantiles: Aamand, Boninsegna, Gentle, Imola, Pagh (ICML 2025).

Private: each person answers one question with one randomized response of loss epsilon.
Chosen here: g = lev(c, N) and a = g, so that 'right' means nobody; c = 6 did best in a quick run with N = 2**15,
epsilon = 1, uniform data of width .3, and is the same everywhere. The grid of B coins is as fine as doubles are:
weights are equal between two thresholds that were asked, so only those are kept. People are asked in 256 blocks, the
people of a block at the same threshold. The weighted median is reported. A quantile has g and a from the shares within
c standard deviations of its level, cut at 0 and 1; c = 6 did best there too, over five levels of the same data.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.people import KnownPeople
from lowwater.rivals import asking
from lowwater.rivals.level_search import LevelSearch
from lowwater.rivals.weights import Tilt, learn

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class NoisySearch(LevelSearch):
    """Ask at the weighted median, multiply the weights, again."""

    deviations: float = 6.0
    blocks: int = 256
    name: str = "noisy binary search"
    reference: str = "Karp and Kleinberg 2007; Aamand et al. 2025"
    bits: float = 1.0

    @property
    def rounds(self) -> int:
        """One round for each block."""
        return self.blocks

    def search(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float | None, runs: int, rng: Generator
    ) -> Floats:
        """The weighted medians after everyone has answered."""
        coin = asking.coin(epsilon)
        tilt = Tilt.of(coin, *asking.sides(level, self.deviations, people.people, coin))
        weights, _ = learn(people, domain, tilt, 0.5, people.people, self.blocks, runs, rng)
        return asking.value(domain, weights.quantile(0.5))
