"""Exact evaluation against Monte Carlo by counts, counts against people, many people against few."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

import lowwater
from benchmarks.measure import Ratio, seconds
from lowwater.core.question import Question
from lowwater.core.tally import Tally

PEOPLE, RUNS = 2**20, 1000


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    yield exact_against_runs()
    yield counts_against_people()
    yield from many_against_few()


def exact_against_runs() -> Ratio:
    """The exact law of the cell N = 2**20, epsilon 1, unknown alpha, against 1000 runs by counts."""
    plan, people = _plan(PEOPLE), _people(PEOPLE)
    exact = lowwater.evaluate(plan, people)
    slow = seconds(lambda: lowwater.evaluate(plan, people))
    fast = seconds(lambda: lowwater.evaluate(plan, people, runs=RUNS, seed=1))
    error = exact.dropped * plan.domain.width
    detail = f"{slow * 1e3:.1f} ms and {fast * 1e3:.1f} ms; L = {plan.rounds}, dropped mass {exact.dropped:.1e}, so "
    detail += f"the mean error {exact.mean_error:.9f} is right to {error:.1e} (must be below 1e-9: {error < 1e-9})"
    return Ratio("exact law / 1000 runs by counts", slow / fast if error < 1e-9 else np.inf, 50, True, detail)


def counts_against_people() -> Ratio:
    """1000 runs by counts against 1000 runs by people; the latter timed on a few runs and scaled."""
    plan, people = _plan(PEOPLE), _people(PEOPLE)
    fast = seconds(lambda: lowwater.evaluate(plan, people, runs=RUNS, seed=1))
    values = people.values()
    few = 2
    slow = seconds(lambda: [_by_people(plan, values, np.random.default_rng(seed)) for seed in range(few)], tries=1)
    slow *= RUNS / few
    detail = f"{slow:,.0f} s (from {few} runs) and {fast * 1e3:.1f} ms at N = 2**20"
    return Ratio("1000 runs by people / by counts", slow / fast, 1000, False, detail)


def many_against_few() -> Iterator[Ratio]:
    """N = 2**40 against N = 2**10, for the same rounds."""
    for search, iid in (("paper", False), ("paper", True), ("cohorts", True), ("cohorts", False)):
        many, few = (_seconds_of_runs(people, search, iid) for people in (2**40, 2**10))
        data = "i.i.d." if iid else "fixed"
        detail = f"{many * 1e3:.1f} ms and {few * 1e3:.1f} ms, 1000 runs, 12 rounds"
        yield Ratio(f"2**40 people / 2**10 ({search}, {data} data)", many / few, 1.5, True, detail)


def _seconds_of_runs(people: int, search: str, iid: bool) -> float:
    plan = lowwater.plan(people, 1.0, (-1, 1), search=search, rounds=12, refuse=False)
    population = _people(people, iid=iid)
    return seconds(lambda: lowwater.evaluate(plan, population, runs=RUNS, seed=1))


def _by_people(plan: lowwater.Plan, values: npt.NDArray[np.float64], rng: np.random.Generator) -> lowwater.Estimate:
    """One run in which every person draws a coin in every round."""

    def tally_of(question: Question) -> Tally:
        coin = question.randomizer
        chances = np.where(values <= question.threshold, coin.p_yes(True), coin.p_yes(False))
        return Tally.of(int(np.count_nonzero(rng.random(values.size) < chances)), values.size)

    return lowwater.run(plan.strategy(), tally_of)


def _plan(people: int) -> lowwater.Plan:
    return lowwater.plan(people, 1.0, (-1, 1), search="paper", rule="unknown-alpha", refuse=False)


def _people(people: int, *, iid: bool = False) -> lowwater.Population:
    return lowwater.Population.beta(1, 1, start=-1.0, width=0.3, people=people, iid=iid)
