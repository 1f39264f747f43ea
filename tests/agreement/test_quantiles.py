"""Quantiles of people who end sharply, who jump, and who do neither: found, and said how well."""

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.people.numbers import Numbers
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.search.arrays import run_many
from lowwater.simulate.crowd import Crowd

pytestmark = pytest.mark.no_cover


def final(people, quantile, epsilon, domain, runs, seed=5):
    """A search and the states that `runs` runs of it end in."""
    plan = design(people.people, epsilon, domain, PlanOptions(search="tail-fit", quantile=quantile))
    search, crowd = plan.strategy(), Crowd(people, domain, runs, np.random.default_rng(seed))
    return search, run_many(search, runs, people.people, crowd.yes)


def errors(search, states, people, quantile):
    return np.abs(search.estimate_many(states) - people.target(search.domain, quantile))


def whole_ages(count):
    ranks = (np.arange(count) + 0.5) / count
    return Numbers(np.round(np.interp(ranks, [0, 0.3, 0.8, 1], [18, 33, 61, 95])))


@pytest.mark.parametrize("quantile", [0.1, 0.5])
@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_whole_ages_that_nobody_told_of_are_found_to_the_year(quantile, direction):
    people, domain = whole_ages(2**20), Domain(0, 120, direction)
    search, states = final(people, quantile, 4, domain, 12)
    wrong = errors(search, states, people, quantile)
    assert np.median(wrong) < 1e-6
    assert wrong.max() < 0.25  # years; .11 in one of 48 runs, where fewest people share an age
    assert search.likely_many(states).max() < 0.25


@pytest.mark.parametrize("quantile", [0.01, 0.99])
def test_a_quantile_near_the_end_of_the_data_does_not_walk_out_of_them(quantile):
    people = lowwater.Population.beta(1, 1, start=-0.4, width=1.0, people=2**15)
    search, states = final(people, quantile, 1, Domain(-1, 1), 40)
    assert errors(search, states, people, quantile).mean() < 0.06  # .02 to .03; a logistic curve made .09 to .1


@pytest.mark.parametrize("quantile", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("epsilon", [1, 4])
def test_the_likely_error_is_likely(quantile, epsilon):
    people = lowwater.Population.beta(2, 5, start=-1, width=2, people=2**15)
    search, states = final(people, quantile, epsilon, Domain(-1, 1), 60)
    actual, likely = errors(search, states, people, quantile).mean(), search.likely_many(states).mean()
    assert 0.5 < actual / likely < 2  # a mean of 60 is off by a tenth


def test_a_step_that_is_told_leaves_no_doubt_about_a_value_that_is_sure():
    stars = Numbers(np.repeat([1.0, 2.0, 3.0, 4.0, 5.0], [1000, 2000, 4000, 8000, 5000]))
    search, states = final(stars, 0.5, 1, Domain(1, 5, step=1), 20)
    assert [4.0] * 20 == search.estimate_many(states).tolist()
    assert [0.0] * 20 == search.likely_many(states).tolist()


def test_what_is_certain_of_a_quantile_holds_and_closes_in_on_people_who_jump():
    people = whole_ages(2**20)
    search, states = final(people, 0.5, 4, Domain(0, 120), 20)
    proofs, target = search.certain_many(states), people.target(search.domain, 0.5)
    count = (proofs.least <= target) & (target <= proofs.most)
    assert np.count_nonzero(count) >= 14  # 95 % hold: fewer than 14 of 20 have a chance of 4e-5
    assert np.median(proofs.most - proofs.least) < 0.1  # years
