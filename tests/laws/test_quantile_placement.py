"""Where questions about a quantile stand: where they tell most, and at last where a proof is due."""

import numpy as np
import pytest

from lowwater.search.pool import Answers
from lowwater.search.quantile.fit import fit_quantile
from lowwater.search.quantile.grid import between_values, cell_of, cumulated, laid, regrouped
from lowwater.search.quantile.placement import designed
from lowwater.search.quantile.settle import Limit, place

VARIANCE = 0.92


def smooth(people=2000, count=12):
    threshold = np.linspace(-0.3, 0.4, count)[None]
    return Answers(threshold, 0.5 + 0.6 * threshold, np.full(threshold.shape, float(people)))


def jumping(people=1e5):
    threshold = np.array([[-0.3, -0.1, -0.01, 0.01, 0.1, 0.3]])
    return Answers(threshold, np.where(threshold < 0, 0.47, 0.54), np.full(threshold.shape, people))


@pytest.mark.parametrize("questions", [1, 2, 8])
def test_a_design_stands_between_the_limits(questions):
    posterior = fit_quantile(smooth(), VARIANCE, 0.5)
    chosen = designed(posterior, 0.5, np.array([30_000.0]), VARIANCE, questions, np.array([0.4]))
    assert (1, questions) == chosen.shape
    assert np.all((posterior.low[0] < chosen) & (chosen < posterior.high[0]))


def test_a_design_knows_nothing_but_its_posterior_and_its_offset():
    posterior = fit_quantile(smooth(), VARIANCE, 0.5)
    people, offset = np.array([30_000.0]), np.array([0.4])
    first, again = (designed(posterior, 0.5, people, VARIANCE, 3, offset) for _ in range(2))
    assert first.tolist() == again.tolist()


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_settling_question_stands_beyond_the_quantile(side):
    posterior = fit_quantile(smooth(20_000), VARIANCE, 0.5)
    known = posterior.high if side > 0 else posterior.low
    at = place(posterior.curves(), 0.5, Limit(side, known, 0.01, None))
    reached = side * (0.6 * at[0]) / 0.01  # deviations of its answers from p
    assert 2.0 < reached < 8.0


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_settling_question_stands_next_to_a_jump(side):
    posterior = fit_quantile(jumping(), VARIANCE, 0.5)
    known = np.array([0.1 * side])
    at = place(posterior.curves(), 0.5, Limit(side, known, 0.005, None))
    assert 0 <= side * at[0] <= 0.0101


def test_a_settling_question_stands_between_values_of_data_with_a_step():
    posterior = fit_quantile(smooth(20_000), VARIANCE, 0.5)
    at = place(posterior.curves(), 0.5, Limit(1.0, posterior.high, 0.01, 0.04))
    assert pytest.approx(0.5) == (at[0] + 1) / 0.04 % 1


def test_cells_of_equal_mass_and_the_mass_that_they_hold():
    edges, mass = np.array([[-1.0, 0.0, 0.5, 0.5, 1.0]]), np.array([[0.0, 3.0, 0.0, 1.0]])
    cells = laid(edges, mass, 8)
    assert (0.0, 1.0) == (cells[0, 0], cells[0, -1])
    assert [0.5] * 8 == pytest.approx(regrouped(mass, edges, cells)[0].tolist())
    assert [0.0, 0.0, 3.0, 3.0, 4.0] == cumulated(mass)[0].tolist()


def test_the_cell_of_a_place():
    edges = np.array([[-1.0, 0.0, 0.0, 1.0]])
    assert [0, 2, 2, 2] == cell_of(edges, np.array([[-0.5, 0.0, 0.5, 1.0]]))[0].tolist()


def test_places_between_values():
    assert [-0.95, 0.05, 0.15] == pytest.approx(between_values(np.array([-1.0, 0.02, 0.11]), 0.1).tolist())
