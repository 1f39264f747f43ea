"""The tail fit against bisection over cohorts: same people, same epsilon, smaller errors; and limits that hold."""

import re

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.statements import NOTHING
from lowwater.core.tally import Tally
from lowwater.find import find_in
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.search.arrays import run_many
from lowwater.search.plan import Plan
from lowwater.search.uniforms import uniforms
from lowwater.simulate.crowd import Crowd
from lowwater.simulate.monte_carlo import monte_carlo

pytestmark = pytest.mark.no_cover


def planned(search, people, epsilon, domain=Domain(-1, 1), **options):  # noqa: B008 - a frozen value
    """A plan without its forecast, which takes as long as all the runs."""
    return design(people, epsilon, domain, PlanOptions(search=search, **options))


def errors(search, population, epsilon, runs=60, **options):
    plan = planned(search, population.people, epsilon, **options)
    return lowwater.evaluate(plan, population, runs=runs, seed=11)


@pytest.mark.parametrize(
    ("alpha", "power", "epsilon", "most"),
    [(1, 20, 1, 7.5e-4), (0.5, 20, 1, 1e-5), (1, 15, 1, 0.0075), (2, 20, 1, 0.0095)],
)
def test_the_tail_fit_reaches_its_figures(alpha, power, epsilon, most):
    # the figures are about 1.3 times what 360 runs gave (.00056, .000006, .0056, .0072); 60 seeded runs exceed them
    # with a chance below a hundredth
    people = lowwater.Population.beta(alpha, 1, start=-0.66, width=0.3, people=2**power)
    assert errors("tail-fit", people, epsilon).mean_error < most


@pytest.mark.parametrize(("alpha", "power", "epsilon"), [(1, 15, 1), (2, 15, 4), (0.5, 10, 4)])
def test_it_beats_bisection_over_cohorts(alpha, power, epsilon):
    people = lowwater.Population.beta(alpha, 1, start=-0.66, width=0.6, people=2**power)
    ours, simple = (errors(search, people, epsilon).mean_error for search in ("tail-fit", "cohorts"))
    assert ours < simple


def test_a_steep_law_in_the_middle_is_seldom_found_at_the_domains_start():
    # 200 runs of another seed ended there in 9 % of cases; 100 runs exceed 20 % with a chance of 2e-4
    people = lowwater.Population.beta(4, 1, start=-0.4, width=1.4, people=2**15)
    plan = planned("tail-fit", people.people, 4, rounds=16, questions=2)
    values = monte_carlo(plan.strategy(), plan.domain, people, runs=100, rng=np.random.default_rng(11))
    assert np.mean(values < -0.9) <= 0.2


@pytest.mark.parametrize(("rounds", "questions"), [(16, 2), (8, 8)])
def test_fewer_rounds_of_several_questions_still_work(rounds, questions):
    people = lowwater.Population.beta(1, 1, start=-0.66, width=0.3, people=2**15)
    result = errors("tail-fit", people, 1, rounds=rounds, questions=questions).mean_error
    assert result < errors("cohorts", people, 1).mean_error


@pytest.mark.parametrize("quantile", [None, 0.3])
def test_the_second_question_of_a_round_is_placed_as_if_the_first_had_been_answered_as_expected(quantile):
    people = lowwater.Population.beta(2, 1, start=-0.66, width=0.6, people=2**15)
    search = planned("tail-fit", people.people, 1, quantile=quantile, rounds=16, questions=2).strategy()
    states = search.start_many(3)
    crowd = Crowd(people, search.domain, 3, np.random.default_rng(8))
    for _ in range(5):
        asked = search.ask_many(states)
        totals = asked.totals(people.people)
        states = search.advance_many(states, crowd.yes(asked, totals), totals)
    first, second = search.ask_many(states).thresholds.T
    answers, variance, sizes = search.answers(states), search.randomizer.variance, search.sizes[5]
    draws = uniforms(search.seed, states[:, 2::3].astype(np.int64), 4)
    expected = search.model.expected(answers, variance, first)
    after = answers.and_those(first, expected, sizes[0])
    asked_by_then = states[:, 3::3].sum(axis=1) + sum(sizes)
    assert np.allclose(second, search.model.place(after, variance, asked_by_then, draws[:, 2:]), atol=1e-12)
    assert not np.allclose(second, search.model.place(answers, variance, asked_by_then, draws[:, 2:]), atol=1e-12)


@pytest.mark.parametrize("level", [0.1, 0.5, 0.9])
def test_a_quantile_is_found_with_half_the_error_of_bisection(level):
    people = lowwater.Population.beta(2, 5, start=-1, width=2, people=2**15)
    ours, simple = (errors(search, people, 1, quantile=level).mean_error for search in ("tail-fit", "cohorts"))
    assert ours < 0.75 * simple


def final_states(plan, population, runs, seed):
    """The states that `runs` runs end in."""
    strategy, rng = plan.strategy(), np.random.default_rng(seed)
    crowd = Crowd(population, plan.domain, runs, rng)
    return strategy, run_many(strategy, runs, plan.people, crowd.yes)


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_the_limits_hold(direction):
    people = lowwater.Population.beta(1, 1, start=-0.66, width=0.6, people=2**15)
    plan = planned("tail-fit", people.people, 1, Domain(-1, 1, direction))
    strategy, states = final_states(plan, people, 150, 4)
    low, high = strategy.limits_many(states)
    target = people.target(plan.domain, None)
    given = np.isfinite(low)
    # of those given 95 % are promised: more than 20 misses of 150 have a chance below 1e-4 if that is so
    assert np.count_nonzero(given & ~((low <= target) & (target <= high))) <= 20
    assert given.mean() > 0.7
    proofs = strategy.certain_many(states)
    outward = target if direction == "minimum" else -target
    assert np.all(proofs.somebody >= outward)  # wrong in one run of 10,000 at most
    assert np.isfinite(proofs.somebody).mean() > 0.9


def test_a_maximum_is_the_mirror_of_a_minimum():
    plans = [planned("tail-fit", 5000, 1, Domain(-1, 1, end)) for end in ("minimum", "maximum")]
    values = np.random.default_rng(1).uniform(-0.6, 0.4, 5000)
    items = [
        final_states(plan, lowwater.Population.of(sign * values), 3, 9)
        for plan, sign in zip(plans, (1, -1), strict=True)
    ]
    estimates, other = (strategy.estimate_many(states) for strategy, states in items)
    assert pytest.approx(estimates, abs=1e-9) == -other


def test_data_with_a_step_get_thresholds_between_values_and_an_estimate_at_one():
    ages = np.floor(np.random.default_rng(2).uniform(18, 90, 20_000))
    plan = planned("tail-fit", 20_000, 2, Domain(0, 150, step=1))
    strategy, states = final_states(plan, lowwater.Population.of(ages), 20, 3)
    thresholds = states[:, 1::3]
    assert np.all(thresholds % 1 == 0.5)
    estimates = strategy.estimate_many(states)
    assert np.all(estimates % 1 == 0)
    assert np.mean(np.abs(estimates - 18)) < 3


def test_an_estimate_tells_apart_what_is_certain_and_what_a_model_says():
    values = np.random.default_rng(0).uniform(20, 80, 20_000)
    estimates = lowwater.find_min(values, 1, (0, 150), search="tail-fit", seed=2)
    assert "power law" in estimates.fitted.assumes
    assert estimates.fitted.low < estimates.value < estimates.fitted.high < estimates.certain.somebody
    assert 32 == len(estimates.certain.band)
    assert 0 < estimates.likely_error < estimates.certain.somebody
    assert re.fullmatch(r"half the error takes about [\d,]+ people, or epsilon [\d.]+", estimates.what_next)
    assert Plan.from_json(lowwater.plan(20_000, 1, (0, 150), search="tail-fit").to_json()).search == "tail-fit"


def test_a_question_that_nobody_answered_counts_for_nothing():
    strategy = planned("tail-fit", 20_000, 1, Domain(0, 150), questions=2, rounds=16).strategy()
    state = strategy.advance(strategy.start(), (Tally.of(300, 600), Tally.of(400, 600)))
    state = strategy.advance(state, (Tally.of(0, 0), Tally.of(250, 700)))
    assert 3 == len(strategy.estimate(state).certain.band)
    assert 2 == len(strategy.ask(state))


def test_before_the_first_answer_it_says_so():
    result = planned("tail-fit", 20_000, 1, Domain(0, 150)).strategy().estimate(())
    assert ("nobody was asked yet", (0, 150), NOTHING) == (result.fitted.withheld, result.cell, result.certain)


@pytest.mark.long
@pytest.mark.parametrize(("share", "power", "epsilon"), [(0.01, 15, 64), (0.05, 15, 4), (0.2, 20, 1)])
def test_an_isolated_value_is_closed_in_on(share, power, epsilon):
    # most runs end within cohort bisection's last cell; 30 of 60 would miss it with a chance below 1e-6 if 90 % do
    number = 2**power
    values = np.concatenate([np.full(int(share * number), -0.8), np.linspace(0, 0.5, number - int(share * number))])
    result = errors("tail-fit", lowwater.Population.of(values), epsilon)
    assert result.quantile(0.5) < 2 / 2**12


def test_whole_ages_are_found_nearly_as_well_as_by_bisection():
    # bisection finds the very age; 5 of 60 seeded runs are off by a year: 12 have a chance of .001, where one in ten is
    ages = np.rint(np.clip(45 + 15 * np.random.default_rng(0).standard_normal(2**20), 18, 90))
    people = lowwater.Population.of(ages)
    plans = [planned(name, 2**20, 1, Domain(0, 120, step=1)) for name in ("tail-fit", "cohorts")]
    ours, simple = (lowwater.evaluate(plan, people, runs=60, seed=3).mean_error for plan in plans)
    assert ours <= simple + 12 / 60


def test_a_step_moves_the_value_to_one_whose_cell_lies_above_the_minimum():
    plan = planned("tail-fit", 2**15, 4, Domain(0, 100, step=1))
    people = lowwater.Population.of(np.repeat(np.arange(20, 84), 2**9))
    strategy, states = final_states(plan, people, 20, 8)
    values, (_, upper) = strategy.estimate_many(states), strategy.cells_many(states)
    assert np.all(values == np.rint(values))
    assert np.all(values < upper)
    assert np.median(values) == 20


@pytest.mark.parametrize("first", [0, 18])
def test_the_posterior_of_numbers_with_a_step_is_drawn_where_they_are_and_not_half_a_step_before(first):
    estimate = find_in(np.arange(100_000) % 70 + first, 4, (0, 150), step=1, seed=3)
    ends = [end for end, _ in estimate.fitted.posterior]
    assert first == estimate.value
    assert abs(np.median(ends) - first) < 0.1
    assert min(ends) > first - 0.1


@pytest.mark.parametrize(("direction", "quantile"), [("minimum", None), ("maximum", None), ("minimum", 0.3)])
def test_a_fit_brings_its_curve_and_its_posterior_for_a_picture(direction, quantile):
    values = np.random.default_rng(0).uniform(20, 80, 20_000)
    estimates = find_in(values, 1, (0, 150), direction=direction, quantile=quantile, seed=1)
    thresholds, shares = np.array(estimates.fitted.curve).T
    outward = thresholds if direction == "minimum" else -thresholds
    assert np.all(np.diff(outward) > 0)
    assert np.all(np.diff(shares) >= 0)
    assert 0 <= shares[0] <= shares[-1] <= 1
    ends, below = np.array(estimates.fitted.posterior).T
    order = np.argsort(ends)
    assert np.all(np.diff(below[order]) > 0)
    reported = {"minimum": 0.35, "maximum": 0.65}[direction] if quantile is None else 0.5  # decision 51
    assert pytest.approx(estimates.value) == ends[np.argmin(np.abs(below - reported))]
