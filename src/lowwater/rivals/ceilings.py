"""Ceilings, for scale: what is possible where somebody may see all numbers. NOT locally private.

`CentralMinimum` trusts a server with all numbers, and only the published answer is differentially private: the
exponential mechanism prefers positions by their rank. The gap before the first number is where it goes wrong, as an
empty half of the domain weighs as much as a million gaps between neighbours; so it does not aim at rank 1 but at a
rank r = (2 / epsilon) ln(2**24 N), where all of that gap weighs less than 1 / N of the one point with this rank, out of
2**24. `SampleMinimum` has no privacy at all: the least number itself, whose error on i.i.d. data is the luck of the
draw, and nought on fixed data.
Reference: A. Smith, Privacy-preserving statistical estimation with optimal convergence rates (2011), for quantiles
by the exponential mechanism.

Private in the central model only: the ranks of a position move by one at most when one person's number does, and its
chance is exp(-epsilon |rank - r| / 2) up to a constant. A sample from a pool is drawn as i.i.d. people are.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.people import KnownPeople, People
from lowwater.rivals import asking

Floats = npt.NDArray[np.float64]

GRAIN = 2.0**-24
"""The central answer is a multiple of this part of the domain, so that numbers which people share can be answers."""

_BEYOND = 80  # nats past the wanted rank, where the density is negligible
_GRID = 4096


@dataclass(frozen=True)
class CentralMinimum:
    """The exponential mechanism for a low rank: one server sees everything."""

    name: str = "central model (not local)"
    reference: str = "Smith 2011"
    bits: float = math.inf
    rounds: int = 1

    def estimates(
        self, people: KnownPeople, domain: Domain, epsilon: Epsilon, runs: int, rng: np.random.Generator
    ) -> Floats:
        """Positions drawn with the mechanism's density, from each run's own numbers."""
        nats, most = float(epsilon), people.people
        rank = min(max(1, math.ceil(2 / nats * math.log(most / GRAIN))), (most + 1) // 2)
        known = min(most, rank + math.ceil(_BEYOND / nats))
        numbers = np.rint(first_numbers(people, domain, known, runs, rng) / GRAIN) * GRAIN
        reached = np.cumsum(masses(numbers, rank, nats, GRAIN), axis=1)
        chosen = (reached < rng.random((runs, 1)) * reached[:, -1:]).sum(axis=1)
        ends = np.hstack([np.zeros((runs, 1)), np.repeat(numbers, 2, axis=1), np.ones((runs, 1))])
        low, high = ends[np.arange(runs), chosen], ends[np.arange(runs), chosen + 1]
        return asking.value(domain, np.rint((low + rng.random(runs) * (high - low)) / GRAIN) * GRAIN)


def masses(numbers: Floats, rank: int, nats: float, grain: float) -> Floats:
    """The masses of the gap before each number and of the number itself, in turn; last, that of the gap after all.

    A point of the grid is as far from `rank` as the nearest of all ranks it has; of equal numbers the first has the
    mass of all.
    """
    runs, known = numbers.shape
    new = np.diff(numbers, axis=1, prepend=-1.0) > 0
    first = np.maximum.accumulate(np.where(new, np.arange(1, known + 1), 0), axis=1)
    ends = np.hstack([new[:, 1:], np.full((runs, 1), True)])
    last = np.minimum.accumulate(np.where(ends, np.arange(1, known + 1), known)[:, ::-1], axis=1)[:, ::-1]
    far = np.maximum(0, np.maximum(first - 1 - rank, rank - last))
    result = np.empty((runs, 2 * known + 1))
    result[:, 1::2] = np.where(new, grain * np.exp(-nats / 2 * far), 0.0)
    gaps = np.diff(numbers, axis=1, prepend=-grain, append=1.0 + grain) - grain  # less the point that ends it
    result[:, ::2] = np.maximum(gaps, 0.0) * np.exp(-nats / 2 * np.abs(np.arange(known + 1) - rank))
    return result


@dataclass(frozen=True)
class SampleMinimum:
    """The least number itself: no privacy at all."""

    name: str = "sample minimum (not private)"
    reference: str = "the data"
    bits: float = math.inf
    rounds: int = 1

    def estimates(
        self,
        people: KnownPeople,
        domain: Domain,
        epsilon: Epsilon,  # noqa: ARG002
        runs: int,
        rng: np.random.Generator,
    ) -> Floats:
        """The least number of each run's people."""
        return asking.value(domain, first_numbers(people, domain, 1, runs, rng)[:, 0])


def first_numbers(people: People, domain: Domain, known: int, runs: int, rng: np.random.Generator) -> Floats:
    """The positions of the `known` least numbers in order, a row for each run."""
    if not people.iid and people.pool == people.people:
        ranks = (np.arange(known) + 0.5) / people.people
        return np.broadcast_to(asking.positions(people, domain, ranks), (runs, known))
    steps = rng.exponential(size=(runs, known))  # of a Poisson process; the rest of it is one gamma draw
    arrived = np.cumsum(steps, axis=1)
    rest = rng.gamma(people.people + 1 - known, size=(runs, 1))
    share = arrived / (arrived[:, -1:] + rest)
    grid = np.geomspace(share.min(), share.max(), _GRID)
    return np.interp(share, grid, asking.positions(people, domain, grid))
