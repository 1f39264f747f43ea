"""Monte Carlo over runs: one draw a round for each run, all runs at once, whatever the number of people."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.errors import YourFault
from lowwater.search.arrays import arrays_of
from lowwater.search.strategy import ArrayStrategy, Round, Strategy
from lowwater.simulate.crowd import Crowd
from lowwater.theory.exact import People

Floats = npt.NDArray[np.float64]
Progress = Callable[[float], None]

_AT_ONCE = 50_000


def monte_carlo(
    strategy: "Strategy[Any] | ArrayStrategy",
    domain: Domain,
    people: People,
    *,
    runs: int,
    rng: np.random.Generator,
    progress: Progress = lambda _done: None,
) -> Floats:
    """The values that so many runs of the search say; progress is told what share is done."""
    if type(runs) is not int or runs < 1:
        raise YourFault(f"runs={runs!r}; at least one is needed")
    search, found = arrays_of(strategy), []
    for start in range(0, runs, _AT_ONCE):
        batch = min(_AT_ONCE, runs - start)
        found.append(_batch(search, Crowd(people, domain, batch, rng), people.people, batch, rng))
        progress((start + batch) / runs)
    return np.concatenate(found)


def _batch(search: ArrayStrategy, crowd: Crowd, people: int, runs: int, rng: np.random.Generator) -> Floats:
    states = search.start_many(runs)
    while (asked := search.ask_many(states)) is not None:
        total = asked.people or people
        states = search.advance_many(states, answers(crowd, asked, total, rng), total)
    return search.estimate_many(states)


def answers(crowd: Crowd, asked: Round, total: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """The counts of yes, run by question, of one round."""
    counts = np.empty(asked.thresholds.shape, dtype=np.int64)
    for index, thresholds in enumerate(asked.thresholds.T):
        truths = crowd.truths(thresholds, asked.people)
        yes = rng.binomial(truths, asked.randomizer.p_yes(True))
        counts[:, index] = yes + rng.binomial(total - truths, asked.randomizer.p_yes(False))
    return counts
