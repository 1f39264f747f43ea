"""Quantiles: five levels of seven laws. The laws were written down before anything was run on them.

A quantile is the least number with a share of `quantile` at or below it. Whoever cannot look for one is absent.
"""

import itertools
from pathlib import Path

from lowwater.contest.cell import PEOPLE, Cell, Part, Wishes
from lowwater.contest.quantile_function import atom, lognormal, mixed, normal, power, uniform, whole
from lowwater.contest.stress import Stress, crowd
from lowwater.core.domain import Domain
from lowwater.study.task import Settings

_RATINGS = mixed((0.05, atom(1)), (0.1, atom(2)), (0.2, atom(3)), (0.4, atom(4)), (0.25, atom(5)))

LAWS: tuple[Stress, ...] = (
    Stress("uniform", "smooth", uniform(-0.4, 0.6)),
    Stress("power 4", "smooth", power(4)),
    Stress("normal", "smooth", normal(0.1, 0.25, -1, 1)),
    Stress("lognormal", "long tail", lognormal(1.0)),
    Stress("two groups", "gaps", mixed((0.4, normal(-0.5, 0.1, -0.9, -0.1)), (0.6, normal(0.4, 0.15, 0, 1)))),
    Stress("ages", "integers", whole(normal(45, 15, 17.51, 90)), Domain(0.0, 120.0)),
    Stress("ratings, step told", "ratings", _RATINGS, Domain(1.0, 5.0, step=1.0)),
)
"""Every law whose quantiles are looked for."""

LEVELS = (0.01, 0.1, 0.5, 0.9, 0.99)
EPSILONS = (0.125, 1.0, 4.0)


def settings(wishes: Wishes) -> list[Settings]:
    """Every law, level, number of people and epsilon; two levels of every law for a look."""
    levels, people, epsilons = (LEVELS[1:3], PEOPLE[1:2], EPSILONS[1:2]) if wishes.quick else (LEVELS, PEOPLE, EPSILONS)
    return [
        {"population": law.name, "quantile": level, "people": n, "epsilon": epsilon}
        for law, level, n, epsilon in itertools.product(LAWS, levels, people, epsilons)
    ]


def cell(settings: Settings, _folder: Path) -> Cell:
    """Fixed data along the law that the settings name, and the level that is looked for."""
    law = next(law for law in LAWS if law.name == settings["population"])
    people = crowd(law, settings["people"])
    return Cell(law.domain, [people], settings["epsilon"], quantile=settings["quantile"])


PART = Part(
    "Quantiles",
    "The quantiles at 0.01, 0.1, 0.5, 0.9 and 0.99 of seven laws: uniform, a power law, normal, lognormal, two groups, "
    "whole ages and ratings. Entrants that look for an end alone are absent.",
    settings,
    cell,
)
