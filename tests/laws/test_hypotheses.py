"""Hypotheses: straight shapes from every cell, bent ones from the last, and nothing is lost between the tables."""

import numpy as np
import pytest

from lowwater.search.tail.hypotheses import Hypotheses
from lowwater.search.tail.shapes import bent_laws, known_law, power_laws

SHAPES = power_laws(np.array([0.5, 1.0, 2.0])).and_those(bent_laws(np.array([1.0, 2.0]), (0.5, 2.0)), 0.3)
CELLS = 5


@pytest.fixture
def weight():
    return np.random.default_rng(3).uniform(0, 1, (2, 3 * CELLS + 4))


def test_straight_shapes_come_first_also_those_that_are_known():
    shapes = SHAPES.and_those(known_law(1.5), 0.9)
    assert (6, 10) == (shapes.straight, shapes.bend.size)
    assert not shapes.bend[:6].any()
    assert shapes.bend[6:].all()
    assert pytest.approx(1.0) == shapes.prior.sum()


def test_cells_and_shapes_share_out_the_whole_weight(weight):
    hypotheses = Hypotheses(SHAPES, CELLS)
    assert pytest.approx(weight.sum(axis=1)) == hypotheses.by_cell(weight).sum(axis=1)
    assert pytest.approx(weight.sum(axis=1)) == hypotheses.by_shape(weight).sum(axis=1)


def test_a_column_adds_to_the_cell_and_the_shape_that_it_is_of():
    hypotheses = Hypotheses(SHAPES, CELLS)
    for column in range(3 * CELLS + 4):
        weight = np.zeros((1, 3 * CELLS + 4))
        weight[0, column] = 1.0
        shape, cell = hypotheses.shape_and_cell(np.array([[column]]))
        assert 1.0 == hypotheses.by_cell(weight)[0, cell[0, 0]] == hypotheses.by_shape(weight)[0, shape[0, 0]]
        assert SHAPES.bend[shape[0, 0]] == 0 or cell[0, 0] == CELLS - 1


def test_the_prior_is_that_of_shape_and_cell():
    hypotheses, cells = Hypotheses(SHAPES, CELLS), np.array([[1.0, 2.0, 3.0, 4.0, 5.0]])
    shape, cell = hypotheses.shape_and_cell(np.arange(3 * CELLS + 4))
    assert np.array_equal(SHAPES.prior[shape] * cells[0, cell], hypotheses.prior(cells, cells)[0])


def test_joined_tables_can_be_read_again(weight):
    hypotheses = Hypotheses(SHAPES, CELLS)
    assert np.array_equal(weight, hypotheses.joined(hypotheses.table(weight), hypotheses.bent(weight)))
