"""Weights: where a quantile may lie, as a density over the whole domain that every answer multiplies.

The density is equal between two thresholds that were asked, so only those are kept: a grid as fine as doubles are.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.randomizer import Randomizer
from lowwater.people.people import People
from lowwater.rivals import asking

Floats = npt.NDArray[np.float64]


class Tilt(NamedTuple):
    """The chance of a yes where the quantile lies right of the threshold, and where it lies left of it."""

    right: float
    left: float
    no: float
    gain: float

    @classmethod
    def of(cls, coin: Randomizer, level: float, gap: float) -> "Tilt":
        """Shares of level - gap and level + gap, seen through the randomizer."""
        no, gain = coin.p_yes(False), coin.p_yes(True) - coin.p_yes(False)
        return cls(no + gain * (level - gap), no + gain * (level + gap), no, gain)

    def evidence(self, yes: npt.NDArray[np.int64], people: int) -> Floats:
        """The log of the likelihood ratio of left over right."""
        against = math.log((1 - self.left) / (1 - self.right))
        return np.asarray(yes * math.log(self.left / self.right) + (people - yes) * against)


class Weights(NamedTuple):
    """The log of the weight's density between edges, a row for each run."""

    edges: Floats
    log: Floats

    def quantile(self, share: float) -> Floats:
        """The position with this share of the weight on its left."""
        with np.errstate(divide="ignore"):  # a cell too narrow for doubles has no mass, whatever its density
            log = np.log(np.diff(self.edges)) + self.log
        mass = np.exp(log - log.max(axis=1, keepdims=True))
        reached = np.cumsum(mass, axis=1)
        wanted = share * reached[:, -1]
        cell = np.minimum((reached < wanted[:, None]).sum(axis=1), mass.shape[1] - 1)
        runs = np.arange(cell.size)
        over = (reached[runs, cell] - wanted) / np.maximum(mass[runs, cell], 1e-300)
        low, high = self.edges[runs, cell], self.edges[runs, cell + 1]
        return np.asarray(high - np.clip(over, 0.0, 1.0) * (high - low))

    def updated(self, position: Floats, evidence: Floats) -> "Weights":
        """The weights after an answer at `position`: those on its left are multiplied by exp(evidence)."""
        before = self.edges[:, :-1] < position[:, None]  # an edge at 0 or at the position itself splits off nothing
        cell = np.maximum(before.sum(axis=1) - 1, 0)[:, None]
        column = np.arange(self.edges.shape[1] + 1)
        wider = np.hstack([self.edges, self.edges[:, -1:]]), np.hstack([self.log, self.log[:, -1:]])
        edges = np.where(
            column <= cell, wider[0], np.where(column == cell + 1, position[:, None], np.roll(wider[0], 1, 1))
        )
        column = column[:-1]
        log = np.where(column <= cell, wider[1] + evidence[:, None], np.roll(wider[1], 1, 1))
        return Weights(edges, log)


def learn(
    people: People,
    domain: Domain,
    tilt: Tilt,
    share: float,
    asked: int,
    blocks: int,
    runs: int,
    rng: np.random.Generator,
) -> tuple[Weights, Floats]:
    """The weights after `asked` people answered in `blocks`, each at the quantile `share`; and the positions asked."""
    weights, visited = Weights(np.tile([0.0, 1.0], (runs, 1)), np.zeros((runs, 1))), []
    ends = np.arange(1, blocks + 1) * asked // blocks
    for block in np.diff(ends, prepend=0).tolist():
        position = weights.quantile(share)
        yes = rng.binomial(block, tilt.no + tilt.gain * asking.shares(people, domain, position))
        weights = weights.updated(position, tilt.evidence(yes, block))
        visited.append(position)
    return weights, np.stack(visited, axis=1)
