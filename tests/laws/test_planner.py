"""The planner: what it refuses, why, and what would do instead."""

import math

import pytest

import lowwater
from lowwater.errors import BadEpsilon, BadPlan, CannotWork
from lowwater.find import find
from lowwater.planning import planner
from lowwater.planning.tail import Tail
from lowwater.search.table import PRIVATE, SEARCHES

ENDS = (-1, 1)


def test_too_few_people_are_refused_with_reasons_and_a_remedy():
    with pytest.raises(
        CannotWork, match=r"10 people at epsilon 1 cannot work: .*About [\d,]+ people would do better than a guess"
    ) as refused:
        lowwater.plan(10, 1, ENDS)
    level, error = refused.value.reasons
    assert "the level is" in level
    assert "no better than guessing" in error


@pytest.mark.parametrize(
    ("people", "options"),
    [(50, {}), (50, {"rounds": 1}), (100, {"search": "cohorts"}), (100, {"level": "exact-tail"})],
    ids=str,
)
def test_the_remedy_works(people, options):
    with pytest.raises(CannotWork) as refused:
        lowwater.plan(people, 1, ENDS, **options)
    needed = int(str(refused.value).split("About ")[1].split(" ")[0].replace(",", ""))
    assert () == lowwater.plan(needed, 1, ENDS, **options).caveats


@pytest.mark.parametrize("people", [10, 20, 30, 60])
def test_the_remedy_works_where_a_rough_forecast_flatters_few_people(people):
    with pytest.raises(CannotWork) as refused:
        lowwater.plan(people, 1, (0, 150), step=1)
    numbers = [number for _, number in refused.value.people]
    assert () == lowwater.plan(numbers[0], 1, (0, 150), step=1).caveats
    assert sorted(numbers) == numbers


def test_a_plan_that_cannot_work_is_marked_where_it_is_not_to_be_refused():
    assert 1 == len(lowwater.plan(50, 1, ENDS, refuse=False).caveats)
    assert 2 == len(lowwater.plan(10, 1, ENDS, refuse=False).caveats)
    assert 2 == len(lowwater.plan(100, 1, ENDS, search="cohorts", refuse=False).caveats)
    assert () == lowwater.plan(10**5, 1, ENDS, refuse=False).caveats


def test_the_papers_search_under_a_tail_that_nobody_stated_is_only_marked():
    assert 0.5 < lowwater.plan(2**15, 1, ENDS, search="paper").forecast_error
    assert lowwater.plan(2**15, 1, ENDS, search="paper").caveats
    for options in ({"refuse": True}, {"tail": Tail()}):
        with pytest.raises(CannotWork, match="guessing"):
            lowwater.plan(2**15, 1, ENDS, search="paper", **options)


def test_even_that_is_refused_at_a_level_of_one_or_more():
    with pytest.raises(CannotWork, match=r"the level is 1\.03"):
        lowwater.plan(2**10, 1, ENDS, search="paper")
    assert 0.87 == pytest.approx(
        lowwater.plan(2**10, 1, ENDS, search="paper", rule="lower-alpha").forecast.level, abs=0.005
    )


def test_a_quantile_may_have_any_level():
    plan = lowwater.plan(10**4, 1, ENDS, quantile=0.9)
    assert (0.9, 0.9, ()) == (plan.quantile, plan.forecast.level, plan.caveats)


@pytest.mark.parametrize("epsilon", [0, -1, 1000, math.nan, math.inf, None, "one", True])
def test_an_epsilon_that_is_none_is_refused(epsilon):
    with pytest.raises(BadEpsilon, match="epsilon="):
        lowwater.plan(10**4, epsilon, ENDS)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"search": "tail-fit", "rule": "lower-alpha"}, "rule='lower-alpha' means nothing to search='tail-fit'"),
        ({"search": "cohorts", "alpha": 2.0}, "alpha="),
        ({"search": "one-round", "h": 2.0}, "h="),
        ({"search": "one-round", "level": "simple"}, "level="),
        ({"search": "one-round", "rounds": 5}, "rounds=5 with search='one-round'"),
        ({"rule": "lower-alpha", "level": "simple"}, "rule='lower-alpha' means nothing to search='cohorts'"),
        ({"search": "paper", "level": "simple"}, "level="),
        ({"search": "paper", "rule": "unknown-alpha", "alpha": 1.0}, "alpha="),
        ({"search": "paper", "rule": "best"}, "rule="),
        ({"search": "best"}, "search="),
        ({"level": "best"}, "level="),
        ({"quantile": 0.0}, "quantile="),
        ({"quantile": math.nan}, "quantile="),
        ({"quantile": 0.3, "direction": "maximum"}, r"0\.7 of a minimum"),
        ({"dropout": 1.0}, "dropout="),
        ({"dropout": -0.1}, "dropout="),
        ({"rounds": -1}, "rounds="),
        ({"rounds": 53}, "rounds="),
        ({"rounds": 0}, "rounds="),
        ({"questions": 0}, "questions=0; give a whole number"),
        ({"questions": 1.5}, "questions="),
        ({"questions": 2, "search": "cohorts"}, "questions=2"),
        ({"questions": 10**4 + 1, "rounds": 1}, "cannot fill 10001 cohorts; ask more people, or fewer questions"),
        ({"rounds": "3", "step": 0.5}, "rounds="),
    ],
    ids=str,
)
def test_options_that_mean_nothing_here_are_refused(options, match):
    with pytest.raises(BadPlan, match=match):
        lowwater.plan(10**4, 1, ENDS, **options)


def test_a_step_caps_the_rounds_of_a_bisection():
    for options, expected in (({}, 8), ({"rounds": 20}, 8), ({"rounds": 3}, 3)):
        assert expected == lowwater.plan(10**5, 1, (0, 150), step=1, search="cohorts", **options).rounds
    assert 1 == lowwater.plan(10**5, 1, (0, 1), step=1, search="cohorts").rounds


def test_a_step_does_not_cap_the_rounds_of_the_tail_fit():
    assert 16 == lowwater.plan(10**5, 1, (0, 9), step=1).rounds


def test_a_comparison_plans_every_private_search_the_best_first():
    plans = planner.compare(20_000, 1, (0, 150), direction="maximum", step=1, dropout=0.1)
    assert set(PRIVATE) == {plan.search for plan in plans}
    errors = [plan.forecast_error for plan in plans]
    assert sorted(errors) == errors
    assert {"maximum"} == {plan.domain.direction for plan in plans}
    assert plans[-1].caveats


def test_a_plan_stands_beside_the_others_as_it_is():
    mine = lowwater.plan(20_000, 1, (0, 150), rounds=16, questions=2)
    plans = planner.compare(20_000, 1, (0, 150), beside=mine)
    assert [mine] == [plan for plan in plans if plan.search == "tail-fit"]
    assert len(PRIVATE) == len(plans)


def test_a_search_that_cannot_be_carried_out_is_left_out_of_a_comparison():
    with pytest.raises(BadPlan, match="one answer uses at most 15"):
        lowwater.plan(20_000, 64, (0, 5), step=1, search="paper", refuse=False)
    compared = {item.search for item in planner.compare(20_000, 64, (0, 5), step=1)}
    assert {name for name in PRIVATE if not SEARCHES[name].everyone} == compared


def test_what_no_search_can_carry_out_is_not_compared():
    with pytest.raises(BadEpsilon, match="epsilon=0"):
        planner.compare(20_000, 0, ENDS)
    with pytest.raises(BadPlan, match="people=0"):
        planner.compare(0, 1, ENDS)


def test_the_caveats_of_a_plan_that_was_carried_out_anyway_stand_beside_its_estimate():
    plan = lowwater.plan(50, 1, ENDS, refuse=False)
    estimate = find(lowwater.Population.of([0.5] * 50), plan, seed=1)
    assert () != plan.caveats == estimate.caveats
