"""One round, prefix sums: a tree of bins, so that 'how many in the first j bins' needs a few noisy counts only.

Everyone is dealt one level of a tree with four branches a node, and sends the optimized unary encoding of the node
of that level which holds their number. The shares of all nodes are made consistent: averaged with the sum of their
children's from the leaves up, then corrected to their parent's from the root down. A prefix is the sum of the few
largest nodes that fill it, and the first prefix significantly above nought ends at the answer.
Reference: Cormode, Kulkarni, Srivastava, Answering range queries under local differential privacy (VLDB 2019).

Private: a level does not depend on the number, and within it optimized unary encoding loses epsilon.
Chosen here: 4**6 = 4096 leaves. A prefix is significant beyond Bernstein's bound for a false alarm of .1 / 4096; if
none is, the last leaf is taken. The way down carries some noise of full nodes into empty ones, which at a large
epsilon is far above their own; so each prefix is taken before or after it, whichever has the smaller bound. The
middle of the prefix's last leaf is reported. The .1 did best in a quick run with N = 2**15, epsilon = 1, uniform data
of width .3, and is the same everywhere; prefixes move together, so false alarms are far rarer than that. A quantile is
found by binary search among the settled prefixes, as in the reference.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import Randomizer
from lowwater.people.people import KnownPeople
from lowwater.rivals import asking, tree
from lowwater.rivals.histogram import unary
from lowwater.rivals.tree import BRANCHES

Floats = npt.NDArray[np.float64]

_FULL = 2.0  # the variance that a share f adds, over f: one part by the coin of its own bit, one by the deal


@dataclass(frozen=True)
class PrefixSums:
    """Report the end of the first significant prefix."""

    levels: int = 6
    false_alarm: float = 0.1
    name: str = "prefix sums"
    reference: str = "Cormode, Kulkarni, Srivastava 2019"
    rounds: int = 1

    @property
    def bits(self) -> float:
        """One for each node of a level, on average over the levels."""
        return float(np.mean([BRANCHES ** (level + 1) for level in range(self.levels)]))

    def estimates(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The middle of the leaf where each run's first significant prefix ends."""
        bit, leaves = unary(epsilon), BRANCHES**self.levels
        nodes = tree.averaged(tree.dealt(asking.filled(people, domain, leaves, runs, rng), bit, self.levels, rng))
        averaged, settled = self.bounds(bit, people.people)
        above = np.where(
            averaged < settled, tree.prefixes(nodes) > averaged, tree.prefixes(tree.settled(nodes)) > settled
        )
        above = np.hstack([above[:, 1:], np.full((runs, 1), True)])  # nobody is before the first leaf, all in the last
        return asking.value(domain, (above.argmax(axis=1) + 0.5) / leaves)

    def quantiles(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, level: float, runs: int, rng: np.random.Generator
    ) -> Floats:
        """The middle of the leaf that a binary search for the level ends in, on each run's settled prefixes."""
        bit, leaves = unary(epsilon), BRANCHES**self.levels
        nodes = tree.averaged(tree.dealt(asking.filled(people, domain, leaves, runs, rng), bit, self.levels, rng))
        leaf = tree.leaf_at(tree.prefixes(tree.settled(nodes)), level)
        return asking.value(domain, (leaf + 0.5) / leaves)

    def bounds(self, bit: Randomizer, people: int) -> tuple[Floats, Floats]:
        """Bernstein's bounds for the prefix before each leaf, where it is empty: over averaged and settled nodes."""
        unlikely = math.log(BRANCHES**self.levels / self.false_alarm)
        answer = self.levels / people / (bit.p_yes(True) - bit.p_yes(False))  # what one yes is worth
        slack, scale = answer * unlikely / 3, 2 * unlikely * self.levels / people
        empty, full = tree.settled_variances(self.levels)
        averaged = bit.variance * tree.averaged_variances(self.levels)
        settled = bit.variance * empty + _FULL * full
        return slack + np.sqrt(slack**2 + scale * averaged), slack + np.sqrt(slack**2 + scale * settled)
