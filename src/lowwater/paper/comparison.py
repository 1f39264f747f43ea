"""The comparison with the Laplace baseline of section 6.1: its error stays above 1 while the search's falls."""

import itertools
from collections.abc import Sequence
from pathlib import Path

from lowwater.law.distribution import Beta
from lowwater.paper import synthetic
from lowwater.paper.study import Study, Wishes
from lowwater.rivals.laplace import LaplaceMinimum
from lowwater.study.figure import COLOURS, Figure, error_line, panels
from lowwater.study.task import Numbers, Result, Settings, Task

WIDTH = 0.3
METHODS = ("laplace", "lower-alpha", "unknown-alpha")


def tasks(wishes: Wishes) -> list[Task]:
    """The baseline and both rules, on the configuration that the paper shows."""
    people = synthetic.PEOPLE[::5] if wishes.quick else synthetic.PEOPLE
    grid = itertools.product(METHODS, people, synthetic.SHOWN_EPSILONS)
    return [Task("laplace", {"method": method, "people": n, "epsilon": epsilon}) for method, n, epsilon in grid]


def compute(settings: Settings, seed: int, folder: Path) -> Numbers:
    """Mean error and quantiles of one method; the baseline's law is exact, and the same wherever the minimum lies."""
    if settings["method"] != "laplace":
        shape = {"width": WIDTH, "alpha": 1.0, "beta": 1.0, "rule": settings["method"], "data": "fixed", "runs": None}
        return synthetic.compute(settings | shape, seed, folder)
    law = LaplaceMinimum(Beta(1.0, 1.0, -1.0, WIDTH), settings["people"], settings["epsilon"])
    plan = {"search": "laplace", "scale": law.scale}
    return {"mean_error": law.mean_error, "q05": law.quantile(0.05), "q95": law.quantile(0.95), "plan": plan}


def figures(results: Sequence[Result], _wishes: Wishes) -> list[Figure]:
    """Epsilon 1 on the left, 4 on the right."""
    canvas, axes = panels(2, width=5.6)
    for axis, epsilon in zip(axes, synthetic.SHOWN_EPSILONS, strict=True):
        for colour, method in zip(COLOURS, METHODS, strict=False):
            x, rows = synthetic.series(results, "people", method=method, epsilon=epsilon)
            error_line(axis, x, rows, method.replace("-", " "), colour)
        axis.axhline(1.0, color="#9aa8ad", linewidth=0.8)
        axis.set(title=f"ε = {epsilon:g}", xlabel="N", ylabel="mean absolute error")
        axis.legend()
    least = min(r.numbers["mean_error"] for r in results if r.task.settings["method"] == "laplace")
    caption = (
        "Fixed uniform data of width 0.3 on [-1, 1], all laws exact. Laplace: everyone adds noise of scale 2/ε and the "
        "least noisy value is reported; its law is that of a minimum of independent values, grouped into 1,024 groups. "
        f"Its smallest mean error here is {least:.2f}: above 1 for all N, as the paper says."
    )
    return [Figure("laplace", "The search against the Laplace baseline", caption, canvas)]


STUDY = Study("Comparison with the Laplace baseline (section 6.1)", tasks, compute, figures)
