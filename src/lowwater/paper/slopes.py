"""Slopes: how fast the error falls with N, against the corollaries' guide lines over the same range."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lowwater.paper.synthetic import RULES, SHOWN_EPSILONS, series, shapes
from lowwater.study.task import Result

FROM = 2**15


@dataclass(frozen=True)
class Slope:
    """The least-squares slope of log error against log N from 2**15 on, `fitted`, and the guide line's."""

    shape: tuple[float, float, float]
    rule: str
    epsilon: float
    fitted: float
    guide: float

    @property
    def off(self) -> float:
        """By what share the fitted slope misses the guide line's."""
        return self.fitted / self.guide - 1


def slopes(results: Sequence[Result], quick: bool) -> list[Slope]:
    """All slopes of the fixed-data study."""
    made = []
    for shape, (rule, rate), epsilon in itertools.product(shapes(quick), RULES.items(), SHOWN_EPSILONS):
        width, alpha, beta = shape
        x, rows = series(
            results, "people", width=width, alpha=alpha, beta=beta, rule=rule, data="fixed", epsilon=epsilon
        )
        kept = [(n, row["mean_error"]) for n, row in zip(x, rows, strict=True) if n >= FROM]
        people = [n for n, _ in kept]
        fitted = _slope(people, [error for _, error in kept])
        guide = _slope(people, [rate(int(n), epsilon, alpha) for n in people])
        made.append(Slope(shape, rule, epsilon, fitted, guide))
    return made


def _slope(people: Sequence[float], errors: Sequence[float]) -> float:
    return float(np.polyfit(np.log(people), np.log(errors), 1)[0])
