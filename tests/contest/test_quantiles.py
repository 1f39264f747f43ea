"""Quantiles: seven laws, chosen beforehand, and five levels of each."""

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from lowwater.contest import quantiles
from lowwater.contest.cell import CellKey, Wishes
from lowwater.contest.quantiles import LAWS, LEVELS
from lowwater.core.domain import Domain
from lowwater.people.admit import admit

ALL = quantiles.settings(Wishes(Path()))

TRUTHS = {
    "uniform": (-0.39, -0.3, 0.1, 0.5, 0.59),
    "power 4": (-0.4 + 0.8 * 0.01**0.25, -0.4 + 0.8 * 0.1**0.25, -0.4 + 0.8 * 0.5**0.25, 0.37921, 0.39799),
    "normal": stats.truncnorm(-4.4, 3.6, 0.1, 0.25).ppf(LEVELS),
    "lognormal": -1 + 0.2 * np.exp(stats.truncnorm(-8, np.log(10)).ppf(LEVELS)),
    "ages": np.rint(stats.truncnorm(-27.49 / 15, 3, 45, 15).ppf(LEVELS)),
    "ratings, step told": (1, 2, 4, 5, 5),
}
"""The quantiles of the laws themselves at the five levels, which a hundred thousand people come near."""


def target(name, level, people=100_000):
    made = quantiles.cell({"population": name, "quantile": level, "people": people, "epsilon": 1.0}, Path())
    return made.populations[0].target(made.domain, made.quantile)


def test_there_are_315_cells_each_once():
    assert 315 == 7 * 5 * 3 * 3 == len(ALL) == len({CellKey.of("quantiles", cell) for cell in ALL})


def test_every_law_meets_every_level_number_of_people_and_epsilon():
    names = ("population", "quantile", "people", "epsilon")
    expected = [{law.name for law in LAWS}, set(LEVELS), {2**10, 2**15, 2**20}, {0.125, 1.0, 4.0}]
    assert expected == [{cell[name] for cell in ALL} for name in names]
    assert (0.01, 0.1, 0.5, 0.9, 0.99) == LEVELS


def test_a_look_is_a_part_of_it_with_every_law():
    quick = quantiles.settings(Wishes(Path(), quick=True))
    assert all(cell in ALL for cell in quick)
    assert [law.name for law in LAWS] == list(dict.fromkeys(cell["population"] for cell in quick))


@pytest.mark.parametrize("people", [2**10, 2**15])
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_a_law_is_sorted_inside_its_domain(law, people):
    result = law.people(people)
    admit(result, law.domain)
    assert people == result.people
    assert (np.diff(result.numbers) >= 0).all()


@pytest.mark.parametrize("name", TRUTHS)
def test_the_truth_is_the_least_number_with_the_level_at_or_below_it(name):
    assert pytest.approx(TRUTHS[name], abs=1e-3) == [target(name, level) for level in LEVELS]


def test_the_two_groups_are_apart_and_no_level_lies_between_them():
    result = next(law for law in LAWS if law.name == "two groups").people(1001).numbers
    assert 400 == np.count_nonzero(result <= -0.1)
    assert result[result > -0.1].min() >= 0
    assert [True, True, False, False, False] == [target("two groups", level) < 0 for level in LEVELS]


def test_only_ratings_are_told_their_step():
    assert ["ratings, step told"] == [law.name for law in LAWS if law.domain.step is not None]
    assert {"ages": Domain(0, 120), "ratings, step told": Domain(1, 5, step=1)} == {
        law.name: law.domain for law in LAWS if law.domain != Domain(-1, 1)
    }


def test_a_cell_says_which_quantile_it_looks_for():
    cell = quantiles.cell({"population": "ages", "quantile": 0.9, "people": 100, "epsilon": 4.0}, Path())
    assert (Domain(0, 120), 0.9, 4.0, None) == (cell.domain, cell.quantile, cell.epsilon, cell.bound)
