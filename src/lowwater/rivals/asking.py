"""Asking: what the rivals share, so that each file holds its own idea only.

A position is a fraction of the domain: 0 is the end that is searched for, 1 the other one. Rivals compute with
positions alone; minimum, maximum and step are dealt with here. Where everyone answers once, a population is reduced
to the counts of people in equal cells. Where a question goes to some of them, they are drawn independently: a survey
would draw fixed people without replacement, which only makes the shares a little steadier, by the part F (1 - F) of
the variance v + F (1 - F) and by the share of people drawn.
"""

import math

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import MOST, Randomizer, randomized_response
from lowwater.people.people import People
from lowwater.search.level import Deviations

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

HIGHEST = 0.5
"""The highest quantile that a rival looks for, however few people there are."""

_HALVINGS = 50


def coin(epsilon: Epsilon) -> Randomizer:
    """The one-bit randomizer of loss `epsilon`, at most 15 nats as in our own searches."""
    return randomized_response(min(epsilon, MOST))


def low_level(deviations: float, people: int, randomizer: Randomizer) -> float:
    """lev(c, N): the share that lies c = `deviations` of its own standard deviations above 0 where all answer."""
    return min(HIGHEST, Deviations(deviations, deviations).level(1.0, people, randomizer))


def around(level: float, deviations: float, people: int, randomizer: Randomizer) -> tuple[float, float]:
    """The middle and half the width of the shares within c = `deviations` standard deviations of `level`.

    The standard deviation is that of the share where all answer. Shares end at 0 and 1, which moves the middle inwards.
    """
    reach = deviations * math.sqrt((randomizer.variance + level * (1 - level)) / people)
    low, high = max(0.0, level - reach), min(1.0, level + reach)
    return (low + high) / 2, (high - low) / 2


def sides(level: float | None, deviations: float, people: int, randomizer: Randomizer) -> tuple[float, float]:
    """The middle and half the width of the shares around `level`; without one, of those from 0 to 2 lev(c, N)."""
    if level is not None:
        return around(level, deviations, people, randomizer)
    low = low_level(deviations, people, randomizer)
    return low, low


def value(domain: Domain, position: Floats) -> Floats:
    """The number at each position: of the domain, and on its grid."""
    at = threshold(domain, position)
    return np.asarray(np.clip(domain.middle(at, at), domain.lo, domain.hi))


def threshold(domain: Domain, position: Floats) -> Floats:
    """The threshold at each position; a position beyond either end gives a threshold beyond it."""
    cells = domain.values or 1
    return np.asarray(domain.edge(position * cells, cells), dtype=float)


def shares(people: People, domain: Domain, position: Floats) -> Floats:
    """The chance that a person drawn at random has the truth yes at each position."""
    thresholds = threshold(domain, position)
    if people.iid:
        return people.chance(domain, thresholds)
    return people.count(domain, thresholds) / people.pool


def positions(people: People, domain: Domain, share: Floats) -> Floats:
    """The least position at which each share of the people has the truth yes, by bisection."""
    low, high = np.zeros(share.shape), np.ones(share.shape)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        enough = shares(people, domain, middle) >= share
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return high


def cells(domain: Domain, most: int) -> int:
    """The number of equal cells: `most`, or one for each value of the domain where that is fewer."""
    return min(most, domain.values or most)


def filled(people: People, domain: Domain, cells: int, runs: int, rng: np.random.Generator) -> Ints:
    """The counts of people in each cell, a row for each run: fixed, i.i.d., or a sample of a pool."""
    inner = np.arange(1, cells) / cells
    ends = np.concatenate([[0.0], shares(people, domain, inner), [1.0]])
    masses = np.maximum(np.diff(ends), 0.0)
    if people.iid:
        return rng.multinomial(people.people, masses / masses.sum(), size=runs)
    counts = np.rint(masses * people.pool).astype(np.int64)
    if people.pool > people.people:
        return rng.multivariate_hypergeometric(counts, people.people, size=runs, method="marginals")
    return np.broadcast_to(counts, (runs, cells))


def reached(shares: Floats, level: float) -> Floats:
    """The position at which each row's cumulated `shares` of equal cells reach `level`, linear within a cell."""
    cumulated = np.cumsum(shares, axis=1)
    cell = np.minimum((cumulated < level).sum(axis=1), shares.shape[1] - 1)
    runs = np.arange(len(shares))
    over = (cumulated[runs, cell] - level) / np.maximum(shares[runs, cell], 1e-300)
    return np.asarray((cell + 1 - np.clip(over, 0.0, 1.0)) / shares.shape[1])
