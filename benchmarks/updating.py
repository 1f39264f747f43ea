"""A live update of the tail fit: what one survey waits for between two rounds, and what many runs at once save."""

from collections.abc import Iterator
from itertools import cycle
from typing import cast

import numpy as np

import lowwater
from benchmarks.measure import Ratio, seconds
from lowwater.search.arrays import run_many
from lowwater.search.fitted_search import FittedSearch
from lowwater.search.tail.beliefs import SEARCHING
from lowwater.search.tail.posterior import posterior_of
from lowwater.simulate.crowd import Crowd

LIVE, RUNS = 0.020, 64


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    search, states = _finished(RUNS)
    surveys = cycle([tuple(map(tuple, run.reshape(-1, 3).tolist())) for run in states[:, 1:]])  # no two alike: no cache
    asked = seconds(lambda: search.ask(next(surveys)[: -search.questions]))
    stated = seconds(lambda: search.estimate(next(surveys)))
    for what, alone in (("the last questions", asked), ("an estimate", stated)):
        yield Ratio(f"{what} of a survey / 20 ms", alone / LIVE, 1, True, f"{alone * 1e3:.1f} ms")
    answers, variance = search.answers(states), search.randomizer.variance
    single = type(answers)(*(column[:1] for column in answers))
    together = seconds(lambda: posterior_of(answers, variance, SEARCHING, 64))
    alone = seconds(lambda: posterior_of(single, variance, SEARCHING, 64)) * RUNS
    detail = f"{alone * 1e3:.0f} ms and {together * 1e3:.0f} ms for {RUNS} runs"
    yield Ratio("posteriors one by one / at once", alone / together, 1, False, detail)


def _finished(runs: int) -> tuple[FittedSearch, "np.ndarray[tuple[int, ...], np.dtype[np.float64]]"]:
    """A search with all of its rounds answered."""
    plan = lowwater.plan(2**15, 1.0, (-1, 1), search="tail-fit")
    people = lowwater.Population.beta(1, 1, start=-0.5, width=0.6, people=2**15)
    search, rng = cast("FittedSearch", plan.strategy()), np.random.default_rng(1)
    crowd = Crowd(people, plan.domain, runs, rng)
    return search, run_many(search, runs, plan.people, crowd.yes)
