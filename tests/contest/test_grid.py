"""The grid: the paper's synthetic data, and a lower bound for each cell."""

from pathlib import Path

import pytest

from lowwater.contest import grid
from lowwater.contest.cell import Wishes
from lowwater.contest.grid import DOMAIN
from lowwater.people.population import paper_minima

ALL = grid.settings(Wishes(Path()))


def setting(**other):
    return {"width": 0.3, "alpha": 1.0, "beta": 1.0, "people": 2**15, "epsilon": 1.0} | other


def test_the_whole_grid_has_270_cells_each_once():
    assert 270 == len(ALL) == len({tuple(cell.values()) for cell in ALL})


def test_the_grid_is_the_papers():
    names = ("width", "alpha", "beta", "people", "epsilon")
    assert [(0.3, 0.6, 0.9), (0.5, 0.9, 1, 2, 4), (1, 2), (2**10, 2**15, 2**20), (0.125, 1, 4)] == [
        tuple(sorted({cell[name] for cell in ALL})) for name in names
    ]


def test_a_look_is_a_part_of_the_grid():
    quick = grid.settings(Wishes(Path(), quick=True))
    assert 12 == len(quick)
    assert all(cell in ALL for cell in quick)


@pytest.mark.parametrize("width", [0.3, 0.6, 0.9])
def test_a_cell_has_the_papers_six_minima(width):
    cell = grid.cell(setting(width=width), Path())
    assert paper_minima(DOMAIN, width) == [place.target(DOMAIN, None) for place in cell.populations]
    assert 6 == len(cell.populations)
    assert (-1, pytest.approx(1)) == (cell.populations[0].law.start, cell.populations[-1].law.end)


def test_a_cells_people_are_fixed_and_follow_its_beta_law():
    cell = grid.cell(setting(alpha=0.5, beta=2.0, people=2**10), Path())
    assert {(0.5, 2.0, 0.3, 2**10, False)} == {
        (place.law.alpha, place.law.beta, place.law.width, place.people, place.iid) for place in cell.populations
    }
    assert (1.0, 1.0) == (cell.unit, cell.epsilon)


@pytest.mark.parametrize("alpha", grid.ALPHAS)
@pytest.mark.parametrize("beta", grid.BETAS)
@pytest.mark.parametrize("width", grid.WIDTHS)
def test_every_shape_has_a_lower_bound_that_is_not_nought(width, beta, alpha):
    assert 0 < grid.cell(setting(width=width, alpha=alpha, beta=beta), Path()).bound < 2


def test_the_lower_bound_falls_as_people_come_in_and_as_epsilon_grows():
    bounds = [
        [grid.cell(setting(people=people, epsilon=epsilon), Path()).bound for epsilon in (0.125, 1.0, 4.0)]
        for people in (2**10, 2**15, 2**20)
    ]
    assert all(sorted(row, reverse=True) == row for row in bounds)
    assert all(sorted(column, reverse=True) == list(column) for column in zip(*bounds, strict=True))
    assert min(map(min, bounds)) > 0
