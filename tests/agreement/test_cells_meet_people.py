"""People in cells, drawn by counts: nobody is lost, and answers have the law that each person's own coins give."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import HONEST, randomized_response
from lowwater.errors import BadPlan
from lowwater.law.randomize import answer_shares
from lowwater.people.numbers import Numbers, Sample
from lowwater.people.population import Population
from lowwater.search.strategy import Round
from lowwater.simulate.crowd import Crowd

CUTS = np.array([-0.5, 0.0, 0.5])
NUMBERS = Numbers(np.repeat([-0.75, -0.25, 0.0, 0.25, 0.75], [3, 7, 40, 20, 30]))
DIRECTIONS = {"minimum": [30, 20, 47, 3], "maximum": [3, 7, 60, 30]}
COIN = randomized_response(Epsilon.of(1), 4)


def crowd_of(people, direction="minimum", runs=40, seed=1):
    return Crowd(people, Domain(-1, 1, direction), runs, np.random.default_rng(seed))


@pytest.mark.parametrize(("direction", "expected"), DIRECTIONS.items())
def test_everyone_is_in_the_cell_that_the_domain_says(direction, expected):
    domain = Domain(-1, 1, direction)
    truths = [domain.truth(value, tuple(CUTS)) for value in NUMBERS.numbers]
    assert expected == np.bincount(truths, minlength=4).tolist()
    assert [expected] * 40 == crowd_of(NUMBERS, direction).cells(np.tile(CUTS, (40, 1)), None).tolist()


@pytest.mark.parametrize(("direction", "expected"), DIRECTIONS.items())
def test_cohorts_ask_everybody_once(direction, expected):
    crowd, cuts = crowd_of(NUMBERS, direction), np.tile(CUTS, (40, 1))
    cells = [crowd.cells(cuts, 25) for _ in range(4)]
    assert {25} == set(np.sum(cells, axis=2).ravel().tolist())
    assert [expected] * 40 == np.sum(cells, axis=0).tolist()
    with pytest.raises(BadPlan, match="0 people left"):
        crowd.cells(cuts, 1)


def test_a_sample_whom_everybody_asks_is_the_same_sample_again():
    crowd, cuts = crowd_of(Sample(NUMBERS, 20, iid=False)), np.tile(CUTS, (40, 1))
    first = crowd.cells(cuts, None)
    assert {20} == set(first.sum(axis=1).tolist())
    assert first.tolist() == crowd.cells(cuts, None).tolist()


# 12 means over 4000 runs: one of them is 5.5 standard errors off once in two million.
@pytest.mark.parametrize(
    "people",
    [NUMBERS, Sample(NUMBERS, 100, iid=True), Population.beta(1, 1, start=-0.9, width=1.5, people=100, iid=True)],
    ids=["fixed", "drawn with replacement", "a law"],
)
def test_answers_have_the_means_of_the_table(people):
    domain, runs, asked = Domain(-1, 1), 4000, 50
    crowd = crowd_of(people, runs=runs)
    counts = crowd.counts(Round(np.tile(CUTS, (runs, 1, 1)), COIN, (asked,)), (asked,))
    expected = asked * answer_shares(people.chance(domain, CUTS), COIN)
    assert {asked} == set(counts.sum(axis=2).ravel().tolist())
    assert expected == pytest.approx(counts[:, 0].mean(axis=0), abs=5.5 * np.sqrt(asked / 4 / runs))


def test_one_threshold_is_counted_as_yes():
    thresholds = np.zeros((40, 2))
    counts = crowd_of(NUMBERS).counts(Round(thresholds, HONEST, (50, 50)), (50, 50))
    assert {50} == set(counts.sum(axis=1).tolist())
    assert (40, 2) == counts.shape
