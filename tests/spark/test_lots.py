"""Lots: intervals that do not overlap, so that a row answers once."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.errors import BadPlan
from lowwater.people.spark.lots import LOTS, Cohorts, Lots

ROUNDS = st.lists(st.lists(st.integers(1, 1000), min_size=1, max_size=4), min_size=1, max_size=6)


def edges_and_neighbours(cohorts):
    """Every edge of every round, and the lots beside it."""
    edges = {edge + beside for each in cohorts for edge in each.edges for beside in (-1, 0, 1)}
    return np.array(sorted(lot for lot in edges | {0, LOTS - 1} if 0 <= lot < LOTS), dtype=np.uint64)


@given(rounds=ROUNDS, spare=st.integers(0, 1000))
def test_a_lot_is_asked_by_one_question_at_most(rounds, spare):
    lots = Lots(sum(map(sum, rounds)) + spare)
    cohorts = [lots.take(tuple(sizes)) for sizes in rounds]
    drawn = edges_and_neighbours(cohorts)
    asked = sum((each.of(drawn) >= 0).astype(int) for each in cohorts)
    assert set(asked.tolist()) <= ({0, 1} if spare else {1})


@given(rounds=ROUNDS, spare=st.integers(0, 1000))
def test_a_question_has_its_share_of_all_lots_to_within_one(rounds, spare):
    people = sum(map(sum, rounds)) + spare
    lots = Lots(people)
    for sizes in rounds:
        edges = lots.take(tuple(sizes)).edges
        shares = [high - low for low, high in itertools.pairwise(edges)]
        assert all(abs(share - LOTS * size / people) <= 2**12 for share, size in zip(shares, sizes, strict=True))


@given(edges=st.lists(st.integers(0, LOTS), min_size=2, max_size=6).map(sorted), lot=st.integers(0, LOTS - 1))
def test_the_question_of_a_lot_is_the_one_whose_interval_has_it(edges, lot):
    owners = [i for i, (low, high) in enumerate(itertools.pairwise(edges)) if low <= lot < high]
    (question,) = Cohorts(tuple(edges)).of(np.array([lot], dtype=np.uint64)).tolist()
    assert (owners or [-1]) == [question]


def test_more_people_than_there_are_cannot_be_asked():
    lots = Lots(10)
    lots.take((4, 4))
    with pytest.raises(BadPlan, match="cohorts of 3, and 2 people left who were not asked yet"):
        lots.take((3,))
