"""The synthetic study of section 6.1: beta data, both rules, error against N and against epsilon, all 30 shapes."""

import itertools
import math
from collections.abc import Sequence
from pathlib import Path

from lowwater.core.domain import Domain
from lowwater.paper.study import DOMAIN, Study, Wishes
from lowwater.people.population import Population, paper_minima
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.search.plan import Plan
from lowwater.simulate.evaluation import evaluate
from lowwater.study.figure import COLOURS, Figure, error_line, guide_line, panels
from lowwater.study.shapes import ALPHAS, BETAS, WIDTHS
from lowwater.study.task import Numbers, Result, Settings, Task
from lowwater.theory.bounds import lower_alpha_rate, unknown_alpha_rate

PEOPLE = tuple(2**k for k in range(10, 21))
EPSILONS = tuple(2.0**k for k in range(-3, 7))
SHOWN_EPSILONS, SHOWN_PEOPLE = (1.0, 4.0), (2**15, 2**20)
RULES = {"lower-alpha": lower_alpha_rate, "unknown-alpha": unknown_alpha_rate}
MINIMA = 6


def shapes(quick: bool) -> list[tuple[float, float, float]]:
    """Width, alpha and beta of every configuration."""
    if quick:
        return [(0.3, 1.0, 1.0), (0.3, 0.5, 1.0), (0.6, 4.0, 2.0)]
    return list(itertools.product(WIDTHS, ALPHAS, BETAS))


def tasks(wishes: Wishes) -> list[Task]:
    """One task for each point: a shape, a rule, a kind of data, N and epsilon."""
    people = PEOPLE[::5] if wishes.quick else PEOPLE
    epsilons = EPSILONS[::3] if wishes.quick else EPSILONS
    points = dict.fromkeys(itertools.product(people, SHOWN_EPSILONS))
    points |= dict.fromkeys(itertools.product(SHOWN_PEOPLE, epsilons))
    tasks = []
    for (width, alpha, beta), rule, data, (n, epsilon) in itertools.product(
        shapes(wishes.quick), RULES, ("fixed", "iid"), points
    ):
        exact = data == "fixed" and not wishes.monte_carlo
        shape = {"width": width, "alpha": alpha, "beta": beta, "rule": rule, "data": data}
        runs = None if exact else wishes.runs
        tasks.append(Task("synthetic", shape | {"people": n, "epsilon": epsilon, "runs": runs}))
    return tasks


def paper_plan(people: int, epsilon: float, rule: str, domain: Domain) -> Plan:
    """The paper's search as its experiments ran it, whether it can work or not."""
    return design(people, epsilon, domain, PlanOptions(search="paper", rule=rule))


def compute(settings: Settings, seed: int, _folder: Path) -> Numbers:
    """Mean error and quantiles at the worst of the six minima, and the plan's numbers."""
    domain, iid = Domain.of(DOMAIN), settings["data"] == "iid"
    plan = paper_plan(settings["people"], settings["epsilon"], settings["rule"], domain)
    starts = paper_minima(domain, settings["width"], MINIMA)
    shape = {"width": settings["width"], "people": settings["people"], "iid": iid}
    people = [Population.beta(settings["alpha"], settings["beta"], start=start, **shape) for start in starts]
    evaluation = evaluate(plan, people, runs=settings["runs"], seed=seed)
    return {
        "mean_error": evaluation.mean_error,
        "q05": evaluation.quantile(0.05),
        "q95": evaluation.quantile(0.95),
        "worst_minimum": evaluation.target,
        "dropped_mass": evaluation.dropped,
        "standard_error": finite(evaluation.standard_error),
        "plan": plan_numbers(plan),
    }


def finite(value: float) -> float | None:
    """The value, None where it is not finite, which JSON cannot hold: one run alone has no standard error."""
    return value if math.isfinite(value) else None


def plan_numbers(plan: Plan) -> Numbers:
    """A plan's search, rounds and level."""
    level = plan.level.level(1.0, plan.asked, plan.randomizer)
    return {"search": plan.search, "rounds": plan.rounds, "level": level}


def figures(results: Sequence[Result], wishes: Wishes) -> list[Figure]:
    """One figure for each shape: error against N for both rules, and against epsilon."""
    return [_figure(shape, results) for shape in shapes(wishes.quick)]


def _figure(shape: tuple[float, float, float], results: Sequence[Result]) -> Figure:
    width, alpha, beta = shape
    mine = [r for r in results if tuple(r.task.settings[name] for name in ("width", "alpha", "beta")) == shape]
    canvas, axes = panels(3)
    for axis, (rule, rate) in zip(axes, RULES.items(), strict=False):
        for colour, epsilon in zip(COLOURS, SHOWN_EPSILONS, strict=False):
            for data, dash in (("fixed", "-"), ("iid", ":")):
                label = f"ε = {epsilon:g}, {_kind(data)}"
                x, rows = series(mine, "people", rule=rule, data=data, epsilon=epsilon)
                error_line(axis, x, rows, label, colour, dash)
            x, rows = series(mine, "people", rule=rule, data="fixed", epsilon=epsilon)
            guide = [rate(int(n), epsilon, alpha) for n in x]
            guide_line(axis, x, guide, rows[-1]["mean_error"], "guide line" if epsilon == 1 else "_")
        axis.set(title=rule.replace("-", " "), xlabel="N", ylabel="mean absolute error")
    for colour, (rule, people) in zip(COLOURS, itertools.product(RULES, SHOWN_PEOPLE), strict=False):
        x, rows = series(mine, "epsilon", rule=rule, data="fixed", people=people)
        error_line(axes[2], x, rows, f"{rule.split('-')[0]} α, N = {_power(people)}", colour)
    x, rows = series(mine, "epsilon", rule="lower-alpha", data="fixed", people=SHOWN_PEOPLE[-1])
    small = [(e, row) for e, row in zip(x, rows, strict=True) if e <= 4]
    guide_line(
        axes[2], [e for e, _ in small], [e ** (-1 / alpha) for e, _ in small], small[-1][1]["mean_error"], "ε^(-1/α)"
    )
    axes[2].set(title="against ε, fixed data", xlabel="ε")
    for axis in axes:
        axis.legend()
    name = f"synthetic-width{width:g}-alpha{alpha:g}-beta{beta:g}"
    return Figure(name, f"Δ = {width:g}, α = {alpha:g}, β = {beta:g}", _caption(mine), canvas)


def series(results: Sequence[Result], along: str, **fixed: object) -> tuple[list[float], list[dict[str, float]]]:
    """The settings `along` and the numbers of the results whose settings are `fixed`, sorted by `along`."""
    mine = [r for r in results if all(r.task.settings[name] == value for name, value in fixed.items())]
    mine.sort(key=lambda result: float(result.task.settings[along]))
    return [float(result.task.settings[along]) for result in mine], [result.numbers for result in mine]


def _caption(results: Sequence[Result]) -> str:
    def how(data: str) -> str:
        runs = {r.task.settings["runs"] for r in results if r.task.settings["data"] == data}
        return ", ".join("the exact law, no sampling" if run is None else f"{run:,} simulated runs" for run in runs)

    dropped = max((r.numbers["dropped_mass"] for r in results), default=0.0)
    return (
        f"Algorithm 2 on [-1, 1]. Worst mean absolute error of {MINIMA} equally spaced minima; bands: the 0.05 and "
        f"0.95 quantiles of the error at that minimum. Fixed data: {how('fixed')}. I.i.d. data: {how('iid')}. Guide "
        "lines are the corollaries' rates, moved to pass through the last point (on the right through ε = 4). Largest "
        f"mass left out of an exact law: {dropped:.1e}."
    )


def _kind(data: str) -> str:
    return "i.i.d." if data == "iid" else data


def _power(people: int) -> str:
    return f"2^{people.bit_length() - 1}"


STUDY = Study("Synthetic data (section 6.1)", tasks, compute, figures)
