"""Grid: the paper's synthetic data, 270 cells, each at six minima."""

import itertools
from functools import cache
from pathlib import Path

from lowwater.contest.cell import PEOPLE, Cell, Part, Wishes
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import MOST, randomized_response
from lowwater.law.distribution import Beta
from lowwater.people.population import Population, paper_minima
from lowwater.study.shapes import ALPHAS, BETAS, WIDTHS
from lowwater.study.task import Settings
from lowwater.theory.fatness import of_beta
from lowwater.theory.lower_bounds import sharper_lower_bound

DOMAIN = Domain(-1.0, 1.0)
EPSILONS = (0.125, 1.0, 4.0)


def settings(wishes: Wishes) -> list[Settings]:
    """Every width, alpha, beta, number of people and epsilon; a few of them for a look."""
    quick = ((0.3,), (0.5, 1.0, 2.0), (1.0,), PEOPLE[:2], EPSILONS[1:])
    full = (WIDTHS, ALPHAS, BETAS, PEOPLE, EPSILONS)
    names = ("width", "alpha", "beta", "people", "epsilon")
    return [dict(zip(names, values, strict=True)) for values in itertools.product(*(quick if wishes.quick else full))]


def cell(settings: Settings, _folder: Path) -> Cell:
    """Fixed data along a beta law, with its minimum at six points of the domain."""
    alpha, beta, width, people = (settings[name] for name in ("alpha", "beta", "width", "people"))
    minima = paper_minima(DOMAIN, width)
    populations = [Population.beta(alpha, beta, start=start, width=width, people=people) for start in minima]
    bound = _bound(alpha, beta, width, people, settings["epsilon"])
    return Cell(DOMAIN, populations, settings["epsilon"], bound=bound)


@cache
def _bound(alpha: float, beta: float, width: float, people: int, epsilon: float) -> float:
    """The error that no locally private search can beat on the worst law of this fatness."""
    fat = of_beta(Beta(alpha, beta, -1.0, width))
    return sharper_lower_bound(people, randomized_response(min(Epsilon.of(epsilon), MOST)), fat.alpha, fat.c)


PART = Part(
    "The paper's grid",
    "Fixed data along beta laws on [-1, 1], the mean over six minima. A cell is a width, an alpha, a beta, a number of "
    "people and an epsilon.",
    settings,
    cell,
)
