"""Tree: noisy shares of the nodes of a tree, made consistent, summed to prefixes, with the variance of each sum.

Where a share as it was sent has variance 1, a node averaged with all below it has variance s, smaller level by level.
The best unbiased estimate also corrects every node to its parent, from the root down, whose total is known. Given a
node's total its children have covariance s (I - J / 4); a prefix holds c whole children of it and the part f of one
more, so that each child weighs 1, f or nothing in it, less the place x = (c + f) / 4 that the known total takes.
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
    """Every level's shares after averaging with what lies below, the best unbiased way; in the same order."""
    best = [shares[-1]]
    for level, variance in zip(shares[-2::-1], upward_variances(len(shares))[:0:-1], strict=True):
        below = best[0].reshape(*level.shape, BRANCHES).sum(axis=2)
        own = BRANCHES * variance / (1 + BRANCHES * variance)
        best.insert(0, own * level + (1 - own) * below)
    return best


def upward_variances(levels: int) -> list[float]:
    """Of a node's averaged share at each level, the leaves' last, where a share as it was sent has variance 1."""
    found = [1.0]
    for _ in range(levels - 1):
        found.insert(0, 1 / (1 + 1 / (BRANCHES * found[0])))
    return found


def settled(nodes: list[Floats]) -> list[Floats]:
    """Averaged shares corrected from the root down, so that children sum to their parent, and all to everyone."""
    found, total = [], np.ones((len(nodes[0]), 1))
    for level in nodes:
        children = level.reshape(*total.shape, BRANCHES)
        missing = total - children.sum(axis=2)
        total = np.reshape(children + missing[:, :, None] / BRANCHES, level.shape)
        found.append(total)
    return found


def prefixes(nodes: list[Floats]) -> Floats:
    """The sum of all that comes before each leaf, by its largest nodes."""
    before = np.zeros((len(nodes[0]), 1))
    for level in nodes:
        children = level.reshape(*before.shape, BRANCHES)
        before = np.reshape(before[:, :, None] + np.cumsum(children, axis=2) - children, level.shape)
    return before


def averaged_variances(levels: int) -> Floats:
    """Of the prefix before each leaf, summed over averaged nodes, where all of them are empty."""
    nodes = [np.full((1, BRANCHES ** (level + 1)), s) for level, s in enumerate(upward_variances(levels))]
    return np.asarray(prefixes(nodes)[0])


def settled_variances(levels: int) -> tuple[Floats, Floats]:
    """The same over settled nodes; and a bound for what full nodes add, times the variance of a full node's share.

    A level holds everyone once, in nodes that weigh -x or f - x in the prefix if they are not part of it.
    """
    place = np.arange(BRANCHES**levels) / BRANCHES**levels
    empty, full = np.zeros(place.size), np.zeros(place.size)
    for s in upward_variances(levels):
        whole = np.floor(place * BRANCHES)
        part = place * BRANCHES - whole
        empty += s * (whole + part**2 - BRANCHES * place**2)
        full += np.maximum(place**2, (part - place) ** 2)
        place = part
    return empty, full
