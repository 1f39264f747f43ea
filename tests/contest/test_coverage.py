"""Coverage: what is counted as a statement that held, on people whose numbers are known."""

import numpy as np
import pytest

from lowwater.contest.coverage import Witness, witness
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.population import Population
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.search.strategy import Round

RUNS = 40


def stated(population, domain, quantile=None, epsilon=1):
    plan = design(population.people, epsilon, domain, PlanOptions(search="tail-fit", quantile=quantile))
    return witness(plan.strategy(), population, RUNS, np.random.default_rng(5))


def crowd(direction="minimum", **options):
    start = -0.5 if direction == "minimum" else -0.1
    return Population.beta(1, 1, start=start, width=0.6, people=2**15, **options)


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@pytest.mark.parametrize("iid", [True, False])
def test_statements_about_known_people_are_counted(direction, iid):
    numbers = stated(crowd(direction, iid=iid), Domain(-1, 1, direction)).numbers()
    # 95 % are promised: fewer than 30 of 40 bands have a chance below 1e-7, one wrong name one of 4e-3 at most, and so
    # have fewer than four in five of some 35 limits; they are withheld where answers hint at somebody, one run in five
    assert 0.75 <= numbers["band"] <= 1
    assert 0 == numbers["somebody_wrong"]
    assert (True, True) == (numbers["somebody"] > 0.9, numbers["few"] > 0.3)
    assert 0.6 <= numbers["given"]
    assert 0.8 * numbers["given"] <= numbers["held"] <= numbers["given"]
    assert 0 < numbers["likely"] < numbers["width"] < 2
    assert numbers["visible"] > 1


def test_a_quantile_has_limits_and_names_nobody():
    numbers = stated(crowd(), Domain(-1, 1), quantile=0.5).numbers()
    assert (0, 0) == (numbers["somebody"], numbers["somebody_wrong"])
    assert numbers["few"] > 0.5
    assert "visible" not in numbers


def test_a_false_name_is_counted():
    result = stated(crowd(), Domain(-1, 1))
    elsewhere = Population.beta(1, 1, start=0.9, width=0.05, people=2**15)
    displaced = type(result)(result.search, elsewhere, result.states, np.zeros_like(result.shares))
    assert 1 == displaced.numbers()["somebody_wrong"]
    assert 0 == displaced.numbers()["band"]


def test_a_witness_knows_the_share_of_those_not_asked_yet():
    plan = design(64, Epsilon.of(1), Domain(0, 64), PlanOptions(search="cohorts", rounds=2))
    crowd = Witness(Population.of(np.arange(64.0)), plan.domain, 1, np.random.default_rng(1))
    asked = [Round(np.array([[t]]), plan.randomizer, (32,)) for t in (15.0, 63.0)]
    for each in asked:
        crowd.yes(each, (32,))
    assert [0.25, 1.0] == [float(share[0]) for share in crowd.shares]
