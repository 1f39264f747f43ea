"""Minima on a scale of a few values: found where cohort bisection finds them, and no value named that nobody has."""

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.tally import Tally
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.planning.tail import Tail
from lowwater.search.arrays import run_many
from lowwater.search.scale.model import MOST_VALUES, ScaleModel
from lowwater.search.tail.model import TailModel
from lowwater.simulate.crowd import Crowd
from lowwater.testing.strategies import check_strategy

pytestmark = pytest.mark.no_cover

RATINGS = Domain(0.5, 5, step=0.5)
TASTES = (0.0, 0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.2, 0.15, 0.13)
"""Ratings from 1.5 on."""


def planned(people, epsilon, domain=RATINGS, search="tail-fit", **options):
    return design(people, epsilon, domain, PlanOptions(search=search, **options))


def numbers_of(shares, people, domain=RATINGS):
    counts = np.rint(np.array(shares) * people).astype(int)
    return np.repeat(domain.lo + np.arange(len(shares)) * domain.step, counts)


def crowd_of(shares, people, domain=RATINGS):
    return lowwater.Population.of(numbers_of(shares, people, domain))


def final_states(plan, population, runs, seed):
    strategy, rng = plan.strategy(), np.random.default_rng(seed)
    crowd = Crowd(population, plan.domain, runs, rng)
    return strategy, run_many(strategy, runs, plan.people, crowd.yes)


def estimates(shares, people, epsilon, domain=RATINGS, runs=60, seed=3, **options):
    population = crowd_of(shares, people, domain)
    strategy, states = final_states(planned(population.people, epsilon, domain, **options), population, runs, seed)
    return strategy.estimate_many(states)


@pytest.mark.parametrize(("people", "epsilon"), [(2**20, 1), (2**15, 4), (2**10, 64)])
def test_ratings_are_found_where_bisection_finds_them(people, epsilon):
    # one survey in a hundred errs by half a star: more than 4 of 60 would have a chance of .0003
    assert np.count_nonzero(estimates(TASTES, people, epsilon) != 1.5) <= 4


@pytest.mark.parametrize(
    ("shares", "first"),
    [((0.05, 0, 0, 0, 0.25, 0.3, 0.4), 0), ((0, 0, 0, 1, 0, 0, 0), 3), ((0, 1), 1), ((0.1, 0.9), 0), ((1, 0), 0)],
)
def test_clear_shares_give_their_first_value(shares, first):
    # 200,000 people tell 5 % from nobody by more than ten deviations
    assert np.all(first == estimates(shares, 200_000, 1, Domain(0, len(shares) - 1, step=1), runs=30))


def test_a_value_that_nobody_has_is_seldom_named():
    # 5 % are at 3 and nobody before: a law of a power would go on below. One in ten may be named too low; 15 of 60 of
    # such have a chance of .0003
    low = estimates((0, 0, 0, 0.05, 0.15, 0.25, 0.3, 0.25), 50_000, 1, Domain(0, 7, step=1)) < 3
    assert np.count_nonzero(low) < 15


@pytest.mark.parametrize("epsilon", [0.125, 1])
def test_its_errors_are_smaller_than_those_of_bisection_over_cohorts(epsilon):
    people = crowd_of(TASTES, 2**15)
    ours, simple = (
        lowwater.evaluate(planned(people.people, epsilon, search=search), people, runs=60, seed=5).mean_error
        for search in ("tail-fit", "cohorts")
    )
    assert ours < simple  # by half; a mean over 60 runs is good to a fifth


@pytest.mark.parametrize("shares", [TASTES, (0.02, *TASTES[1:])])
def test_its_limits_hold_and_its_likely_error_is_of_the_errors_size(shares):
    population = crowd_of(shares, 2**15)
    strategy, states = final_states(planned(population.people, 1), population, 100, 7)
    low, high = strategy.limits_many(states)
    target = population.target(RATINGS, None)
    # of limits that hold with 95 % more than 14 of 100 fail with a chance below .0002
    assert np.count_nonzero((low > target) | (high < target)) <= 14
    errors = np.abs(strategy.estimate_many(states) - target)
    assert errors.mean() / 3 < strategy.likely_many(states).mean() < 6 * errors.mean() + 0.1
    assert np.all(strategy.certain_many(states).somebody >= target)  # wrong in one run of 10,000 at most


def test_the_largest_value_is_the_mirror_of_the_smallest():
    mirrored = Domain(-5, -0.5, "maximum", 0.5)
    plans = planned(20_000, 1), planned(20_000, 1, mirrored)
    crowds = crowd_of(TASTES, 20_000), crowd_of(TASTES[::-1], 20_000, mirrored)
    smallest, largest = (
        strategy.estimate_many(states)
        for strategy, states in (final_states(*each, 5, 9) for each in zip(plans, crowds, strict=True))
    )
    assert pytest.approx(smallest) == -largest


@pytest.mark.parametrize(
    ("domain", "options"),
    [
        (RATINGS, {}),
        (Domain(0, 1, step=1), {}),
        (Domain(1, 5, "maximum", 1), {"rounds": 32, "questions": 1}),
        (Domain(0, 15, step=1), {"rounds": 3, "questions": 8}),
    ],
    ids=str,
)
def test_it_keeps_the_promises_of_every_search(domain, options):
    check_strategy(planned(4000, 1, domain, **options).strategy(), runs=1)


def test_thresholds_lie_between_values_of_the_domain():
    _, states = final_states(planned(20_000, 1), crowd_of(TASTES, 20_000), 10, 1)
    assert set(np.unique(states[:, 1::3])) <= set(np.arange(0.75, 5, 0.5))


def test_a_seed_repeats():
    ratings = numbers_of(TASTES, 5000)
    first, second = (lowwater.find_min(ratings, 1, domain=(0.5, 5), step=0.5, seed=4) for _ in range(2))
    assert first == second


def test_a_question_that_nobody_answered_counts_for_nothing():
    strategy = planned(20_000, 1).strategy()
    state = strategy.advance(strategy.start(), (Tally.of(0, 0), Tally.of(400, 600)))
    assert RATINGS.lo <= strategy.estimate(state).value <= strategy.estimate(state).cell[1]
    assert "nobody was asked yet" == strategy.estimate(()).fitted.withheld


def test_too_few_answers_withhold_the_limits():
    strategy = planned(1000, 1).strategy()
    state = strategy.advance(strategy.start(), (Tally.of(3, 9), Tally.of(4, 9)))
    assert "these answers could not tell everyone from nobody" == strategy.estimate(state).fitted.withheld


def test_an_estimate_says_what_its_limits_assume_and_draws_its_steps():
    estimate = lowwater.find_min(numbers_of(TASTES, 200_000), 1, domain=(0.5, 5), step=0.5, seed=2)
    assert 1.5 == estimate.value
    assert estimate.fitted.low <= 1.5 <= estimate.fitted.high <= estimate.certain.somebody
    assert "any division of the people" in estimate.fitted.assumes
    thresholds, shares = np.array(estimate.fitted.curve).T
    assert np.all(np.diff(thresholds) > 0)
    assert np.all(np.diff(shares) >= 0)
    assert np.all(np.diff([value for value, _ in estimate.fitted.posterior]) >= 0)
    assert "<svg" in str(estimate.plot())


def test_a_scale_has_few_values_and_nothing_that_is_known_of_its_tail():
    few, many = Domain(1, MOST_VALUES, step=1), Domain(0, MOST_VALUES, step=1)
    assert isinstance(planned(20_000, 1, few).strategy().model, ScaleModel)
    assert isinstance(planned(20_000, 1, many).strategy().model, TailModel)
    assert isinstance(planned(20_000, 1, few, tail=Tail(2)).strategy().model, TailModel)
    assert isinstance(planned(20_000, 1, Domain(0.5, 5)).strategy().model, TailModel)


def test_the_level_of_a_scale_promises_no_tail():
    scale, ages = planned(20_000, 1), planned(20_000, 1, Domain(0, 120, step=1))
    assert scale.row.sees(scale.setting, 0.03).endswith("smaller ones are seldom told from nobody")
    assert ages.row.sees(ages.setting, 0.03).endswith("the fitted tail speaks")
