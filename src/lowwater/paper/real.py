"""Experiments on real numbers: samples of N people from a data set, 1000 runs each, the unknown-alpha rule."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lowwater.core.domain import Domain
from lowwater.paper.study import Wishes
from lowwater.paper.synthetic import finite, paper_plan, plan_numbers, series
from lowwater.people.numbers import Numbers as Given
from lowwater.people.numbers import Sample
from lowwater.simulate.evaluation import evaluate
from lowwater.study import words
from lowwater.study.dataset import Dataset, load
from lowwater.study.figure import COLOURS, Figure, error_line, panels, plain
from lowwater.study.task import Numbers, Result, Settings, Task

EPSILONS = (1.0, 4.0)
ENDS = ("minimum", "maximum")
RULE = "unknown-alpha"


@dataclass(frozen=True)
class Fit:
    """C log(N)**B / N**A by least squares; alpha = 1 / 2A where the error falls."""

    a: float
    b: float
    log_c: float

    @property
    def alpha(self) -> float | None:
        """The fatness that the fall suggests; None where there is no fall."""
        return 1 / (2 * self.a) if self.a > 0 else None

    def __call__(self, people: float) -> float:
        """The fitted error."""
        return math.exp(self.log_c + self.b * math.log(math.log(people)) - self.a * math.log(people))


def fit(people: Sequence[float], errors: Sequence[float]) -> Fit:
    """The paper's fit: least squares for three free parameters, which few nearly collinear points hardly determine."""
    logs = np.log(np.asarray(people, dtype=float))
    design = np.column_stack([np.ones_like(logs), np.log(logs), -logs])
    (log_c, b, a), *_ = np.linalg.lstsq(design, np.log(np.maximum(errors, 1e-12)), rcond=None)
    return Fit(float(a), float(b), float(log_c))


def tasks_of(
    study: str,
    dataset: Dataset,
    domain: tuple[float, float],
    directions: Sequence[str],
    people: Sequence[int],
    wishes: Wishes,
) -> list[Task]:
    """Every direction, N and epsilon; drawn with replacement where asked, or where the dataset has too few people."""
    tasks = []
    for direction, n, epsilon in itertools.product(directions, people[::4] if wishes.quick else people, EPSILONS):
        replacement = wishes.with_replacement or n > dataset.size
        settings = {"dataset": dataset.name, "domain": list(domain), "direction": direction, "people": n}
        tasks.append(Task(study, settings | {"replacement": replacement, "epsilon": epsilon, "runs": wishes.runs}))
    return tasks


def compute(settings: Settings, seed: int, folder: Path) -> Numbers:
    """The mean error over the runs, in the paper's units: the domain mapped to [-1, 1]."""
    low, high = settings["domain"]
    domain = Domain(low, high, settings["direction"])
    pool = Given(load(folder, settings["dataset"]))
    plan = paper_plan(settings["people"], settings["epsilon"], RULE, domain)
    people = Sample(pool, settings["people"], iid=settings["replacement"])
    evaluation = evaluate(plan, people, runs=settings["runs"], seed=seed)
    unit = domain.width / 2
    return {
        "mean_error": evaluation.mean_error / unit,
        "q05": evaluation.quantile(0.05) / unit,
        "q95": evaluation.quantile(0.95) / unit,
        "standard_error": finite(evaluation.standard_error / unit),
        "target": evaluation.target,
        "pool": pool.people,
        "plan": plan_numbers(plan),
    }


def figure(name: str, title: str, parts: dict[str, list[Result]], source: str) -> Figure:
    """One panel for each part: error against N with the fit, and alpha in the caption."""
    canvas, axes = panels(len(parts), width=2.6 * min(3, len(parts)))
    notes = []
    for axis, (label, results) in zip(axes, parts.items(), strict=True):
        alphas = []
        for colour, epsilon in zip(COLOURS, EPSILONS, strict=False):
            x, rows = series(results, "people", epsilon=epsilon)
            error_line(axis, x, rows, f"ε = {epsilon:g}", colour)
            if len(x) > 3:  # as many parameters as points is no fit
                law = fit(x, [row["mean_error"] for row in rows])
                axis.plot(x, [law(n) for n in x], "--", color=colour, linewidth=0.9)
                alpha = "none, no fall" if law.alpha is None else f"{law.alpha:.3g}"
                alphas.append(f"α = {alpha} at ε = {epsilon:g}")
        notes.append(f"{words.legible(label)}: {', '.join([*alphas, _drawn(results)])}")
        axis.set(title=plain(label), xlabel="N", ylabel="mean absolute error")
        axis.legend()
    runs = words.counted(next(iter(parts.values()))[0].task.settings["runs"], "run", "runs")
    caption = (
        f"{source} Errors in the paper's units, the domain as [-1, 1]; {runs} a point, unknown-alpha rule; "
        f"the error is to the true value of the whole pool. Dashed: least-squares C log^B N / N^A, α = 1/2A. "
        f"{'. '.join(notes)}."
    )
    return Figure(name, title, caption, canvas)


def _drawn(results: Sequence[Result]) -> str:
    """How the samples were drawn: with or without replacement, and from how many people."""
    pool = results[0].numbers["pool"]
    again = sorted({r.task.settings["people"] for r in results if r.task.settings["replacement"]})
    how = "without replacement" if not again else "WITH replacement"
    if again and len(again) < len({r.task.settings["people"] for r in results}):
        how = f"without replacement below N = {again[0]:,} and WITH it from there on,"
    return f"drawn {how} from {words.people(pool)}"


def by_direction(results: Sequence[Result]) -> dict[str, list[Result]]:
    """Minimum and maximum apart."""
    parts = {d: [r for r in results if r.task.settings["direction"] == d] for d in ENDS}
    return {direction: part for direction, part in parts.items() if part}
