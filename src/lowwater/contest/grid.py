"""Grid: the paper's synthetic data, 270 cells, each at six minima."""

import itertools
from functools import cache
from pathlib import Path

from lowwater.contest.cell import PEOPLE, Cell, Part, Settings, Wishes
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import MOST, randomized_response
from lowwater.law.distribution import Beta
from lowwater.simulate.population import Population, paper_minima
from lowwater.theory.fatness import of_beta
from lowwater.theory.lower_bounds import sharper_lower_bound

DOMAIN = Domain(-1.0, 1.0)
WIDTHS, ALPHAS, BETAS = (0.3, 0.6, 0.9), (0.5, 0.9, 1.0, 2.0, 4.0), (1.0, 2.0)
EPSILONS = (0.125, 1.0, 4.0)


def settings(wishes: Wishes) -> list[Settings]:
    """Every width, alpha, beta, number of people and epsilon; a few of them for a look."""
    quick = ((0.3,), (0.5, 1.0, 2.0), (1.0,), PEOPLE[:2], EPSILONS[1:])
    full = (WIDTHS, ALPHAS, BETAS, PEOPLE, EPSILONS)
    names = ("width", "alpha", "beta", "people", "epsilon")
    return [dict(zip(names, one, strict=True)) for one in itertools.product(*(quick if wishes.quick else full))]


def cell(told: Settings, _folder: Path) -> Cell:
    """Fixed data along a beta law, its minimum at six places."""
    alpha, beta, width, people = told["alpha"], told["beta"], told["width"], told["people"]
    places = [
        Population.beta(alpha, beta, start=start, width=width, people=people) for start in paper_minima(DOMAIN, width)
    ]
    bound = _bound(alpha, beta, width, people, told["epsilon"])
    return Cell(DOMAIN, places, told["epsilon"], regular=True, bound=bound)


@cache
def _bound(alpha: float, beta: float, width: float, people: int, epsilon: float) -> float:
    """What no locally private search can beat on the worst law of this fatness."""
    fat = of_beta(Beta(alpha, beta, -1.0, width))
    return sharper_lower_bound(people, randomized_response(min(Epsilon.of(epsilon), MOST)), fat.alpha, fat.c)


PART = Part(
    "The paper's grid",
    "Fixed data along beta laws on [-1, 1], the worst of six minima. A cell is a width, an alpha, a beta, a number of "
    "people and an epsilon.",
    settings,
    cell,
)
