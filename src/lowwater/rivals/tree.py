"""Tree: noisy shares of the nodes of a tree, made consistent, summed to prefixes, with the variance of each sum.

Where a share as it was sent has variance 1, a node averaged with all below it has variance s, smaller level by level.
The best unbiased estimate also corrects every node to its parent, from the root down, whose total is known. Given a
node's total its children have covariance s (I - J / 4); a prefix holds c whole children of it and the part f of one
more, so that each child weighs 1, f or nothing in it, less the part x = (c + f) / 4 that the known total takes.
"""

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.rivals.histogram import tallies

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

BRANCHES = 4


def dealt(waiting: Ints, bit: Randomizer, levels: int, rng: np.random.Generator) -> list[Floats]:
    """The unbiased shares of each level's nodes, from the root's children to the leaves, each from its own people."""
    shares, no, yes = [], bit.p_yes(False), bit.p_yes(True)
    for level in range(levels):
        mine = rng.binomial(waiting, 1 / (levels - level))
        waiting = waiting - mine
        people = mine.sum(axis=1, keepdims=True)
        nodes = mine.reshape(len(mine), BRANCHES ** (level + 1), -1).sum(axis=2)
        shares.append((tallies(nodes, people, bit, rng) / np.maximum(people, 1) - no) / (yes - no))
    return shares


def averaged(shares: list[Floats]) -> list[Floats]:
    """Every level's shares averaged with the sums of their children's, with the weights of least variance."""
    best = [shares[-1]]
    for level, variance in zip(shares[-2::-1], upward_variances(len(shares))[:0:-1], strict=True):
        below = best[0].reshape(*level.shape, BRANCHES).sum(axis=2)
        own = BRANCHES * variance / (1 + BRANCHES * variance)
        best.insert(0, own * level + (1 - own) * below)
    return best


def upward_variances(levels: int) -> list[float]:
    """The variance of a node's averaged share at each level, the leaves' last, where a share as sent has variance 1."""
    variances = [1.0]
    for _ in range(levels - 1):
        variances.insert(0, 1 / (1 + 1 / (BRANCHES * variances[0])))
    return variances


def settled(nodes: list[Floats]) -> list[Floats]:
    """Averaged shares corrected from the root down, so that children sum to their parent, and each level to 1."""
    corrected, total = [], np.ones((len(nodes[0]), 1))
    for level in nodes:
        children = level.reshape(*total.shape, BRANCHES)
        missing = total - children.sum(axis=2)
        total = np.reshape(children + missing[:, :, None] / BRANCHES, level.shape)
        corrected.append(total)
    return corrected


def prefixes(nodes: list[Floats]) -> Floats:
    """The sum of all shares before each leaf, over as few nodes as possible."""
    before = np.zeros((len(nodes[0]), 1))
    for level in nodes:
        children = level.reshape(*before.shape, BRANCHES)
        before = np.reshape(before[:, :, None] + np.cumsum(children, axis=2) - children, level.shape)
    return before


def averaged_variances(levels: int) -> Floats:
    """The variance of the prefix before each leaf, summed over averaged nodes that are all empty."""
    nodes = [np.full((1, BRANCHES ** (level + 1)), s) for level, s in enumerate(upward_variances(levels))]
    return np.asarray(prefixes(nodes)[0])


def settled_variances(levels: int) -> tuple[Floats, Floats]:
    """The variance of the prefix before each leaf over settled, empty nodes; and a bound on what full nodes add.

    The bound is a multiple of the variance of a full node's share. A level holds everyone once, in nodes that weigh -x
    or f - x in the prefix if they are not part of it.
    """
    prefix = np.arange(BRANCHES**levels) / BRANCHES**levels
    empty, full = np.zeros(prefix.size), np.zeros(prefix.size)
    for s in upward_variances(levels):
        whole = np.floor(prefix * BRANCHES)
        part = prefix * BRANCHES - whole
        empty += s * (whole + part**2 - BRANCHES * prefix**2)
        full += np.maximum(prefix**2, (part - prefix) ** 2)
        prefix = part
    return empty, full


def leaf_at(prefixes: Floats, level: float) -> Ints:
    """The leaf at which a binary search finds that its prefix is below `level` and the next one's is not."""
    runs, leaves = prefixes.shape
    low, high = np.zeros(runs, dtype=np.int64), np.full(runs, leaves)
    while (high - low > 1).any():  # the number of leaves is a power of two, so all runs end together
        middle = (low + high) // 2
        below = prefixes[np.arange(runs), middle] < level
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return low
