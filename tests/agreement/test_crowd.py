"""Crowds told by counts: nobody is asked twice, nobody is lost, and 2**40 people are no special case."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadPlan
from lowwater.people.population import Population
from lowwater.search.level import Concentration, Deviations, Quantile
from lowwater.search.plan import Plan
from lowwater.simulate import gaps
from lowwater.simulate.crowd import Crowd

DOMAIN = Domain(-1, 1)
HUGE = 2**40
NUMBERS = Population.of(np.repeat([-0.5, -0.25, 0.0, 0.5, 1.0], [3, 7, 40, 20, 30]))


def crowd_of(population, domain=DOMAIN, runs=50, seed=1):
    return Crowd(population, domain, runs, np.random.default_rng(seed))


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@pytest.mark.parametrize("threshold", [-1.0, -0.25, 0.1, 0.5, 1.0])
def test_after_all_cohorts_everybody_was_asked_once(direction, threshold):
    domain = Domain(-1, 1, direction)
    crowd, at = crowd_of(NUMBERS, domain), np.full(50, threshold)
    truths = sum(crowd.truths(at, 10) for _ in range(10))
    assert {int(NUMBERS.count(domain, at)[0])} == set(truths.tolist())
    with pytest.raises(BadPlan, match="0 people left"):
        crowd.truths(at, 1)


@given(st.lists(st.tuples(st.floats(-1, 1), st.integers(1, 30)), max_size=8), st.integers(0, 2**32))
@settings(max_examples=60)
def test_those_who_are_left_are_never_fewer_than_none(rounds, seed):
    crowd, left = crowd_of(NUMBERS, seed=seed, runs=20), 100
    most = np.zeros(20)
    for threshold, wanted in rounds:
        people = min(wanted, left - 1)
        if people < 1:
            break
        truths, left = crowd.truths(np.full(20, threshold), people), left - people
        assert (truths >= 0).all()
        assert (truths <= np.minimum(people, NUMBERS.count(DOMAIN, np.array([threshold]))[0])).all()
        most += truths
    assert (most <= 100 - left).all()
    assert {left} == set(crowd.truths(np.ones(20), left).tolist())


@pytest.mark.parametrize("iid", [True, False])
def test_people_who_answer_every_round_answer_consistently(iid):
    crowd = crowd_of(Population.beta(2, 1, start=-0.8, width=1.6, people=500, iid=iid), runs=200)
    thresholds = np.array([0.0, -0.5, 0.5, -0.25, 0.25, 0.9, -0.9, 0.0])
    counts = np.array([crowd.truths(np.full(200, threshold), None) for threshold in thresholds])
    assert (np.diff(counts[np.argsort(thresholds, kind="stable")], axis=0) >= 0).all()
    assert (counts[0] == counts[-1]).all()  # asked twice, answered alike
    assert ({500}, {0}) == (set(counts[5].tolist()), set(counts[6].tolist()))


@pytest.mark.parametrize("iid", [True, False])
@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@pytest.mark.parametrize("search", ["honest", "paper", "cohorts"])
def test_a_trillion_people_are_no_special_case(search, direction, iid):
    level = {"honest": Quantile(0.0), "paper": Concentration(3.0), "cohorts": Deviations()}[search]
    epsilon = None if search == "honest" else Epsilon.of(1)
    plan = Plan(search, Domain(-1, 1, direction), HUGE, epsilon, 12, level)
    population = Population.beta(1, 1, start=-0.7, width=1.1, people=HUGE, iid=iid)
    evaluation = lowwater.evaluate(plan, population, runs=200, seed=1)
    # the level is below 1e-4 of the people: half a cell and a little, but for a false alarm in one run of ten
    assert evaluation.quantile(0.5) <= 2**-12 + 2e-4


def test_tables_are_read_and_widened_row_by_row():
    table, column = np.array([[1, 2, 3], [4, 5, 6]]), np.array([0, 2])
    assert [1, 6] == gaps.at(table, column).tolist()
    assert [[9, 2, 3], [4, 5, 8]] == gaps.put(table, column, np.array([9, 8])).tolist()
    assert [[9, 1, 2, 3], [4, 5, 8, 6]] == gaps.insert(table, column, np.array([9, 8])).tolist()
    assert [0, 9] == gaps.before(table, column).tolist()
