"""The exact law of an estimate: a walk over the whole tree of a search, without sampling.

It exists where the rounds are independent given the thresholds: (a) fixed data where every round asks everyone, and
(b) i.i.d. data where every round asks fresh people. Elsewhere `NotExact` says to simulate. Branches too unlikely to
matter are dropped; their mass is reported, and bounds the error of anything computed from the law.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.randomizer import Randomizer
from lowwater.errors import NotExact
from lowwater.law.count import binomial_tail, noisy_tail
from lowwater.people.people import People
from lowwater.search.arrays import arrays_of
from lowwater.search.strategy import ArrayStrategy, ExactArrayStrategy, Round, States, Strategy

Floats = npt.NDArray[np.float64]

MOST_DROPPED = 1e-10
"""The most mass that may be dropped in all, unless the caller gives another."""

MOST_STATES = 4_000_000
"""The most live states of a walk; beyond it, simulate."""


@dataclass(frozen=True)
class EstimateLaw:
    """The values an estimate can take, their masses, and the mass that was dropped."""

    values: Floats
    masses: Floats
    dropped: float


def estimate_law(
    strategy: "Strategy[Any] | ArrayStrategy",
    domain: Domain,
    people: People,
    *,
    most_dropped: float = MOST_DROPPED,
    enough_states: int | None = None,
) -> EstimateLaw:
    """The law of the estimate; the walk stops early once more than `enough_states` states are alive."""
    search = arrays_of(strategy)
    states, masses, dropped = search.start_many(1), np.ones(1), 0.0
    while (asked := search.ask_many(states)) is not None:
        if enough_states is not None and masses.size > enough_states:
            return EstimateLaw(search.estimate_many(states), masses, dropped)
        states, masses = _branch(search, states, masses, asked, domain, people)
        states, masses, gone = _prune(states, masses, (most_dropped - dropped) / 16)
        dropped += gone
    return EstimateLaw(search.estimate_many(states), masses, dropped)


def _branch(
    search: ArrayStrategy, states: States, masses: Floats, asked: Round, domain: Domain, people: People
) -> tuple[States, Floats]:
    """The successors of all states, with their masses."""
    _require_independence(asked, people)
    if not isinstance(search, ExactArrayStrategy):
        raise NotExact(
            f"{type(search).__name__} offers no cuts, so its law is not known; simulate with runs= (or --runs)"
        )
    (total,) = asked.totals(people.people)
    thresholds = asked.thresholds[:, 0]
    cuts = search.cuts_many(states, total)
    branches = []
    for row in np.unique(cuts, axis=0):
        at = np.flatnonzero(np.broadcast_to((cuts == row).all(axis=1), masses.shape))
        starts = (0, *row.tolist())
        tails = [_tail(cut, thresholds[at], total, asked.randomizer, domain, people) for cut in starts]
        successors = []
        for start, here, beyond in zip(starts, tails, [*tails[1:], np.zeros(at.size)], strict=True):
            yes = np.full((at.size, 1), min(start, total), dtype=np.int64)
            successors.append((search.advance_many(states[at], yes, (total,)), masses[at] * (here - beyond)))
        branches += _merged(successors)
    return np.concatenate([pair[0] for pair in branches]), np.concatenate([pair[1] for pair in branches])


def _merged(branches: list[tuple[States, Floats]]) -> list[tuple[States, Floats]]:
    """The branches, with the equal successors of a finished state merged into the first."""
    (first, mass), *others = branches
    for states, more in others:
        same = (first == states).reshape(len(first), -1).all(axis=1)
        mass[same] += more[same]
        more[same] = 0.0
    return [(first, mass), *others]


def _require_independence(asked: Round, people: People) -> None:
    """Raise NotExact where the counts of two rounds are dependent."""
    if asked.thresholds.shape[1] != 1:
        raise NotExact("a round of several questions has no exact law here; simulate with runs= (or --runs)")
    if not people.iid and people.pool > people.people:
        raise NotExact("a sample drawn anew for every run has dependent rounds; simulate with runs= (or --runs)")
    if asked.people is None and people.iid:
        raise NotExact("i.i.d. people who answer every round have dependent rounds; simulate with runs= (or --runs)")
    if asked.people is not None and not people.iid:
        raise NotExact("cohorts drawn from fixed data have dependent rounds; simulate with runs= (or --runs)")


def _tail(cut: int, thresholds: Floats, total: int, randomizer: Randomizer, domain: Domain, people: People) -> Floats:
    """P(at least cut yes answers), at each threshold."""
    if cut <= 0:
        return np.ones(thresholds.shape)
    if not people.iid:
        return noisy_tail(cut, people.count(domain, thresholds), total, randomizer)
    no, yes = randomizer.p_yes(False), randomizer.p_yes(True)
    return binomial_tail(cut, total, no + (yes - no) * people.chance(domain, thresholds))


def _prune(states: States, masses: Floats, budget: float) -> tuple[States, Floats, float]:
    """Drop the least likely states, with a total mass of at most `budget`."""
    least, gone = 0.0, 0.0
    trial = max(budget, 0.0) / masses.size
    while 0 < trial < 1 and (below := float(masses[masses <= trial].sum())) <= budget:
        least, gone, trial = trial, below, 4 * trial
    keep = masses > least
    if np.count_nonzero(keep) > MOST_STATES:
        raise NotExact(f"more than {MOST_STATES:,} cells are alive; simulate with runs= (or --runs)")
    return states[keep], masses[keep], gone
