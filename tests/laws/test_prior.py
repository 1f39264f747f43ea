"""The prior of a minimum: how much of it lies in the gap below the upper limit, and at which places of a value."""

import numpy as np
import pytest

from lowwater.search.tail.beliefs import REPORTING, SEARCHING
from lowwater.search.tail.prior import Prior

UPPER, BELOW, SEEN = np.array([0.5]), np.array([0.3]), np.array([True])
EDGES = np.array([[0.0, 0.1, 0.2, 0.4, 1.5, 1.5]])
DISTANCE = np.array([[0.05, 0.15, 0.3, 0.9, 1.5]])


def weights(seen=SEEN, level=0.01, **fields):
    prior = Prior(SEARCHING.shapes, **fields)
    return prior.of_cells(EDGES, DISTANCE, UPPER, BELOW, seen, np.array([level]))[0][0]


def test_the_gap_below_the_upper_limit_has_its_part_of_the_density_and_nothing_else_changes():
    assert np.array([0.25, 0.25, 1, 1]) == pytest.approx((weights(in_gap=0.25) / np.maximum(weights(), 1e-300))[:4])


def test_nothing_is_doubted_before_somebody_is_seen():
    nobody = np.array([False])
    assert list(weights(nobody)) == list(weights(nobody, in_gap=0.25))


def test_a_gap_is_not_doubted_where_only_large_shares_can_be_seen_below_it():
    assert list(weights(level=0.2)) == list(weights(level=0.2, in_gap=0.25))


def test_the_search_doubts_the_gap_and_the_estimate_does_not():
    assert (0.25, 1.0) == (SEARCHING.in_gap, REPORTING.in_gap)


def test_of_the_two_places_of_a_value_the_value_itself_is_a_third_as_likely():
    step = 0.2
    edges = step / 2 * (0.5 + np.array([[0.0, 1.0, 2.0, 4.0]]))  # the value, half a step below it, both of the next
    even = np.ones((1, 3))
    usual, _ = Prior(SEARCHING.shapes, step=step).of_cells(edges, even, UPPER, BELOW, SEEN, np.array([0.01]))
    assert [0.25 * step, 0.75 * step, step] == pytest.approx(usual[0])


def heaps(level, **fields):
    cells = np.ones((1, 5))
    prior = Prior(SEARCHING.shapes, **fields)
    return prior.of_heaps(cells, EDGES, DISTANCE, UPPER, UPPER - BELOW, SEEN, np.array([level]))


@pytest.mark.parametrize(("level", "times"), [(0.05, 1), (0.1, 1), (0.2, 8), (0.99, 8), (1.0, 1)])
def test_a_search_believes_in_heaps_where_it_sees_large_shares_alone(level, times):
    assert times == pytest.approx((heaps(level, heaped=8.0).weight / heaps(level).weight)[0])
