"""The appendix: the beta densities, what fatness they have, and the hardness theorem as a figure."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.law.beta import log_beta
from lowwater.paper.study import DOMAIN, Study, Wishes
from lowwater.paper.synthetic import PEOPLE, SHOWN_EPSILONS, plan_numbers, series
from lowwater.people.people import Fault, Strays
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.simulate.evaluation import evaluate
from lowwater.study.figure import COLOURS, Figure, error_line, panels
from lowwater.study.task import Numbers, Result, Settings, Task
from lowwater.theory.lower_bounds import hardness_floor

Floats = npt.NDArray[np.float64]
DENSITY_ALPHAS, DENSITY_BETA = (0.5, 1.0, 1.5, 2.0, 4.0, 6.0, 10.0, 14.0), 3.0
SEARCHES = {
    "lower alpha": ("paper", "lower-alpha"),
    "unknown alpha": ("paper", "unknown-alpha"),
    "cohorts": ("cohorts", None),
}


@dataclass(frozen=True)
class OneApart:
    """One person at -1, everybody else at 1: no tail at all."""

    people: int
    iid: bool = False

    @property
    def pool(self) -> int:
        """The number of people: they are no sample."""
        return self.people

    def count(self, _domain: Domain, thresholds: Floats) -> Floats:
        """The number of people at or below each threshold."""
        return np.where(thresholds >= 1, float(self.people), np.where(thresholds >= -1, 1.0, 0.0))

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of people at or below each threshold."""
        return self.count(domain, thresholds) / self.people

    def target(self, _domain: Domain, _quantile: float | None) -> float:
        """The true minimum."""
        return -1.0

    def strays(self, _fault: Fault, _domain: Domain) -> Strays:
        """None: all numbers lie in [-1, 1]."""
        return Strays()


def tasks(wishes: Wishes) -> list[Task]:
    """Every search against the hardness theorem's people."""
    people = PEOPLE[::5] if wishes.quick else PEOPLE
    grid = itertools.product(SEARCHES, people, SHOWN_EPSILONS)
    runs = {"cohorts": wishes.runs}
    return [Task("appendix", {"method": m, "people": n, "epsilon": e, "runs": runs.get(m)}) for m, n, e in grid]


def compute(settings: Settings, seed: int, _folder: Path) -> Numbers:
    """The error where one person stands apart."""
    search, rule = SEARCHES[settings["method"]]
    options = PlanOptions(search=search, rule=rule)
    plan = design(settings["people"], settings["epsilon"], Domain.of(DOMAIN), options)
    evaluation = evaluate(plan, OneApart(settings["people"]), runs=settings["runs"], seed=seed)
    numbers = {"mean_error": evaluation.mean_error, "q05": evaluation.quantile(0.05), "q95": evaluation.quantile(0.95)}
    return numbers | {"plan": plan_numbers(plan)}


def figures(results: Sequence[Result], _wishes: Wishes) -> list[Figure]:
    """The densities, and the errors that do not fall."""
    return [_densities(), _hardness(results)]


def _densities() -> Figure:
    canvas, (axis,) = panels(1, width=3.6)
    x = np.linspace(0, 1, 401)[1:-1]
    for shade, alpha in enumerate(DENSITY_ALPHAS):
        log_density = (alpha - 1) * np.log(x) + (DENSITY_BETA - 1) * np.log1p(-x) - log_beta(alpha, DENSITY_BETA)
        axis.plot(x, np.exp(log_density), color=(0.06, 0.46, 0.43, 1 - 0.1 * shade), label=f"α = {alpha:g}")
    axis.set(xlabel="x", ylabel="density", ylim=(0, 5))
    axis.legend()
    caption = "The beta density with β = 3: the smaller α, the more people near the minimum, and the easier the search."
    return Figure("beta-densities", "Fat and thin tails", caption, canvas)


def _hardness(results: Sequence[Result]) -> Figure:
    canvas, axes = panels(2, width=5.6)
    for axis, epsilon in zip(axes, SHOWN_EPSILONS, strict=True):
        for colour, method in zip(COLOURS, SEARCHES, strict=False):
            x, rows = series(results, "people", method=method, epsilon=epsilon)
            error_line(axis, x, rows, method, colour)
        axis.axhline(hardness_floor(epsilon), color="#9aa8ad", linestyle="--", linewidth=1, label="1 / (1 + e^ε)")
        axis.set(title=f"ε = {epsilon:g}", xlabel="N", ylabel="mean absolute error", ylim=(0.01, 3))
        axis.legend()
    caption = (
        "Theorem 1 as a figure: one person at -1, all others at 1. The error of every search stays near 2, its worst, "
        "however many people there are. Dashed: no ε-private search can have less than 1 / (1 + e^ε) both here and "
        "where everybody is at 1. Exact laws for the paper's rules, simulated runs for the cohorts."
    )
    return Figure("hardness", "Where nothing can work", caption, canvas)


STUDY = Study("Appendix", tasks, compute, figures)
