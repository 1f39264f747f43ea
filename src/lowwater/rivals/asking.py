"""Asking: what the rivals share, so that each file holds its own idea only.

A place says how far into the domain something lies: 0 is the end that is searched for, 1 the other one. Rivals think
in places, and minimum, maximum and step are dealt with here. Where everyone answers once, a population is told by
how many people stand in each of some equal cells. Where a question goes to some of them, they are drawn as if every
one were new: a survey would draw fixed people without replacement, which only makes the shares a little steadier,
by the part F (1 - F) of the variance v + F (1 - F) and by the share of people drawn.
"""

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import MOST, Randomizer, randomized_response
from lowwater.search.level import Deviations
from lowwater.theory.exact import People

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

HIGHEST = 0.5
"""No rival looks for a higher quantile than this, however few people there are."""

_HALVINGS = 50


def coin(epsilon: Epsilon) -> Randomizer:
    """The one-bit randomizer for this loss, and like our own searches never one of more than 15 nats."""
    return randomized_response(min(epsilon, MOST))


def low_level(deviations: float, people: int, randomizer: Randomizer) -> float:
    """lev(c, N): the share that is so many of its own standard deviations above nought where all answer."""
    return min(HIGHEST, Deviations(deviations, deviations).level(1.0, people, randomizer))


def value(domain: Domain, place: Floats) -> Floats:
    """The number at a place, one of the domain that data can have."""
    at = threshold(domain, place)
    return np.asarray(np.clip(domain.middle(at, at), domain.lo, domain.hi))


def threshold(domain: Domain, place: Floats) -> Floats:
    """Where to ask for a place; one that lies beyond either end stays there."""
    cells = domain.values or 1
    return np.asarray(domain.edge(place * cells, cells), dtype=float)


def shares(people: People, domain: Domain, place: Floats) -> Floats:
    """The chance that somebody picked at random has the truth yes at each place."""
    thresholds = threshold(domain, place)
    if people.iid:
        return people.chance(domain, thresholds)
    return people.count(domain, thresholds) / people.pool


def places(people: People, domain: Domain, share: Floats) -> Floats:
    """The least place where each share of the people has the truth yes, by halving."""
    low, high = np.zeros(share.shape), np.ones(share.shape)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        enough = shares(people, domain, middle) >= share
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return high


def cells(domain: Domain, most: int) -> int:
    """How many equal cells to use: so many, or one for each value where that is fewer."""
    return min(most, domain.values or most)


def filled(people: People, domain: Domain, cells: int, runs: int, rng: np.random.Generator) -> Ints:
    """How many people stand in each cell, a row for each run: fixed, i.i.d., or a sample of a pool."""
    inner = np.arange(1, cells) / cells
    ends = np.concatenate([[0.0], shares(people, domain, inner), [1.0]])
    masses = np.maximum(np.diff(ends), 0.0)
    if people.iid:
        return rng.multinomial(people.people, masses / masses.sum(), size=runs)
    counts = np.rint(masses * people.pool).astype(np.int64)
    if people.pool > people.people:
        return rng.multivariate_hypergeometric(counts, people.people, size=runs, method="marginals")
    return np.broadcast_to(counts, (runs, cells))
