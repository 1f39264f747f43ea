"""Evaluation: the error of a plan on a population, exactly or over simulated runs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from lowwater.errors import YourFault
from lowwater.people.people import CheckedPeople, KnownPeople
from lowwater.search.plan import Plan
from lowwater.simulate.check import check_people
from lowwater.simulate.draw import generator
from lowwater.simulate.monte_carlo import Progress, monte_carlo
from lowwater.theory.exact import MOST_DROPPED, estimate_law

Floats = npt.NDArray[np.float64]


class Evaluated(KnownPeople, CheckedPeople, Protocol):
    """People whose true value is known, and whose numbers can be checked against a domain."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The law of a plan's absolute error: values with masses, exact or one for each run."""

    target: float
    estimates: Floats = field(repr=False)
    masses: Floats = field(repr=False)
    dropped: float = 0.0
    runs: int | None = None
    seed: int | None = None

    @property
    def exact(self) -> bool:
        """Whether no sampling was involved."""
        return self.runs is None

    @property
    def simulated(self) -> bool:
        """Whether the numbers come from simulated runs."""
        return not self.exact

    @property
    def errors(self) -> Floats:
        """The absolute errors, in the order of the estimates."""
        return np.abs(self.estimates - self.target)

    @property
    def mean_error(self) -> float:
        """The mean absolute error: the paper's Err."""
        return float(np.dot(self.errors, self.masses))

    @property
    def bias(self) -> float:
        """The mean error with its sign."""
        return float(np.dot(self.estimates - self.target, self.masses))

    @property
    def standard_error(self) -> float:
        """The standard error of the mean error; 0 where it is exact."""
        if self.runs is None:
            return 0.0
        return float(self.errors.std(ddof=1) / np.sqrt(self.runs)) if self.runs > 1 else float("inf")

    def quantile(self, share: float) -> float:
        """The absolute error that this share of outcomes does not exceed."""
        if not 0 <= share <= 1:
            raise YourFault(f"quantile({share!r}); it lies between 0 and 1")
        order = np.argsort(self.errors)
        reached = np.cumsum(self.masses[order])
        index = np.searchsorted(reached, share * reached[-1] * (1 - 1e-12))
        return float(self.errors[order][min(int(index), order.size - 1)])


def evaluate(
    plan: Plan,
    population: "Evaluated | Sequence[Evaluated]",
    *,
    runs: int | None = None,
    seed: int | None = None,
    most_dropped: float = MOST_DROPPED,
    progress: Progress = lambda _done: None,
) -> Evaluation:
    """The error of the plan, exactly or over `runs` simulated runs; of several populations, the worst.

    Without a seed the runs draw from the operating system's entropy. `progress` is called with the share that is done.
    """
    if isinstance(population, Sequence):
        if not population:
            raise YourFault("no population to evaluate on; give at least one")
        generators = generator(seed).spawn(len(population))
        evaluations = [
            _evaluate(plan, people, runs, rng, seed, most_dropped, _part(progress, index, len(population)))
            for index, (people, rng) in enumerate(zip(population, generators, strict=True))
        ]
        return max(evaluations, key=lambda evaluation: evaluation.mean_error)
    return _evaluate(plan, population, runs, generator(seed), seed, most_dropped, progress)


def _evaluate(
    plan: Plan,
    population: Evaluated,
    runs: int | None,
    rng: np.random.Generator,
    seed: int | None,
    most_dropped: float,
    progress: Progress,
) -> Evaluation:
    check_people(population, plan)
    strategy, target = plan.strategy(), population.target(plan.domain, plan.quantile)
    if plan.outside == "clamp":  # numbers beyond an end answer as if they stood at it
        target = plan.domain.admit(target, "clamp")
    if runs is None:
        law = estimate_law(strategy, plan.domain, population, most_dropped=most_dropped)
        progress(1.0)
        return Evaluation(target, law.values, law.masses, law.dropped)
    values = monte_carlo(strategy, plan.domain, population, runs=runs, rng=rng, progress=progress)
    return Evaluation(target, values, np.full(runs, 1 / runs), runs=runs, seed=seed)


def _part(progress: Progress, index: int, count: int) -> Progress:
    """The progress of part `index` of `count` equal parts."""
    return lambda done: progress((index + done) / count)
