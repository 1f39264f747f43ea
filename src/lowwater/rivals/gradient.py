"""Stochastic gradient: every answer moves the threshold a little, and the average of the thresholds is the answer.

Person after person says whether their number is above the current threshold q. With r = tanh(epsilon / 2) a yes moves
q up by d (1 - r + 2 r p) / 2, a no moves it down by d (1 + r - 2 r p) / 2, so that it drifts by d r (p - F(q)), towards
the quantile at p. The steps d = 2 / (n**.51 + 100) shrink. One number is kept, and one pass is made.
Reference: Liu, Hu, Ding, Jiang, Kong, Online local differential private quantile inference via self-normalization
(2023).

Private: each person answers one question with one randomized response of loss epsilon.
Chosen here: the reference's steps, for a domain of width 2, from its middle; p = lev(c, N), c = 12 did best in a quick
run with N = 2**15, epsilon = 1, uniform data of width .3, and is the same everywhere. Below the minimum the drift is
as small as the level, so a low level is lost in the steps' own noise. The algorithm goes person by person as it
stands; people are drawn independently, from a table of the population's numbers at equal ranks. An average outside
the domain is moved to its end. A quantile has its own level as p.
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

TABLE = 2**16
"""The number of equally likely entries that people are drawn from, the coins included."""

_AT_ONCE = 2**18  # answers drawn at a time


@dataclass(frozen=True)
class Gradient:
    """Drift towards a low quantile, and average on the way."""

    deviations: float = 12.0
    name: str = "stochastic gradient"
    reference: str = "Liu et al. 2023"
    bits: float = 1.0

    @property
    def rounds(self) -> int:
        """One round for each person, who waits for the person before: more than any fixed number."""
        return 2**63 - 1

    def estimates(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The averages of each run's thresholds, which drift towards a low quantile."""
        level = asking.low_level(self.deviations, people.people, asking.coin(epsilon))
        return self.quantiles(people, domain, epsilon, level, runs, rng)

    def quantiles(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The averages of each run's thresholds, which drift towards the quantile at `level`."""
        coin = asking.coin(epsilon)
        entries = TABLE - 2 * _coin_entries(coin)
        numbers = asking.positions(people, domain, (np.arange(entries) + 0.5) / entries)
        table = np.pad(numbers, _coin_entries(coin), constant_values=(-math.inf, math.inf))
        walk = Walk(runs, level, coin.p_yes(True) - coin.p_yes(False))
        chunk = max(1, _AT_ONCE // runs)
        for start in range(0, people.people, chunk):
            walk.pass_by(speakers(table, (min(chunk, people.people - start), runs), coin, rng))
        return asking.value(domain, walk.average)


class Walk:
    """The thresholds of all runs, and their sums.

    A no moves down by c d and a yes up by d - c d, so every answer moves down by c d, which is known beforehand:
    numbers are moved up by it instead, and only a yes moves the threshold, by d.
    """

    def __init__(self, runs: int, level: float, gain: float) -> None:
        self._position: Floats = np.full(runs, 0.5)  # without the moves down
        self._sum: Floats = np.zeros(runs)
        self._seen, self._fallen = 0, 0.0
        self._down = (1 + gain - 2 * gain * level) / 2

    @property
    def average(self) -> Floats:
        """The average of all thresholds so far."""
        return self._sum / max(self._seen, 1)

    def pass_by(self, numbers: Floats) -> None:
        """Make one step for each row of `numbers`, a yes where they exceed the threshold; overwrites `numbers`."""
        order = np.arange(self._seen + 1, self._seen + len(numbers) + 1)
        steps = 1 / (order**0.51 + 100)  # the reference's, halved: positions are half as wide as [-1, 1]
        fallen = self._fallen + np.concatenate([[0.0], np.cumsum(self._down * steps)])
        numbers += fallen[:-1, None]
        position, above, move = self._position, np.empty(self._sum.size, dtype=bool), np.empty(self._sum.size)
        for step, row in zip(steps.tolist(), numbers, strict=True):
            np.greater(row, position, out=above)
            np.multiply(above, step, out=move)
            position = np.add(position, move, out=row)
        self._sum += numbers.sum(axis=0) - fallen[1:].sum()
        self._position, self._seen, self._fallen = position.copy(), self._seen + len(numbers), float(fallen[-1])


def speakers(table: Floats, shape: tuple[int, int], coin: Randomizer, rng: np.random.Generator) -> Floats:
    """People drawn at random; those whose answer the coin decides have a number that is always, or never, above.

    One draw of sixteen bits decides both: the ends of the table are coins. As their count is rounded down, the rest of
    the exact chance is added at entries picked at random.
    """
    picked = table[rng.integers(TABLE, size=shape, dtype=np.uint16).astype(np.int64)]
    decided = 2 * _coin_entries(coin) / TABLE
    missing = (2 * coin.p_yes(False) - decided) / (1 - decided)
    more = rng.choice(picked.size, rng.binomial(picked.size, missing), replace=False)
    picked.ravel()[more] = np.where(rng.random(more.size) < 0.5, math.inf, -math.inf)
    return picked


def _coin_entries(coin: Randomizer) -> int:
    """The number of entries at either end of the table whose answer the coin decides, rounded down."""
    return int(coin.p_yes(False) * TABLE)
