"""Monte Carlo: simulated runs of a search, all at once, at a cost that does not depend on the number of people."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.errors import YourFault
from lowwater.people.people import People
from lowwater.search.arrays import arrays_of, run_many
from lowwater.search.strategy import ArrayStrategy, Strategy
from lowwater.simulate.crowd import Crowd

Floats = npt.NDArray[np.float64]
Progress = Callable[[float], None]

_AT_ONCE = 50_000  # runs


def monte_carlo(
    strategy: "Strategy[Any] | ArrayStrategy",
    domain: Domain,
    people: People,
    *,
    runs: int,
    rng: np.random.Generator,
    progress: Progress = lambda _done: None,
) -> Floats:
    """The estimates of `runs` runs of the search; `progress` is called with the share that is done."""
    if type(runs) is not int or runs < 1:
        raise YourFault(f"runs={runs!r}; at least one is needed")
    search, values = arrays_of(strategy), []
    for start in range(0, runs, _AT_ONCE):
        batch = min(_AT_ONCE, runs - start)
        states = run_many(search, batch, people.people, Crowd(people, domain, batch, rng).counts)
        values.append(search.estimate_many(states))
        progress((start + batch) / runs)
    return np.concatenate(values)
