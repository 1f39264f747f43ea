"""The planner: what it refuses, why, and what would do instead."""

import math

import pytest

import lowwater
from lowwater.errors import BadEpsilon, BadPlan, CannotWork
from lowwater.theory import planner
from lowwater.theory.tail import Tail

ENDS = (-1, 1)


def test_too_few_people_are_refused_with_reasons_and_a_remedy():
    with pytest.raises(
        CannotWork, match=r"100 people at epsilon 1 cannot work: .*About [\d,]+ people would do"
    ) as refused:
        lowwater.plan(100, 1, ENDS)
    level, error = refused.value.reasons
    assert "the level is" in level
    assert "no better than guessing" in error


def test_the_remedy_works():
    with pytest.raises(CannotWork) as refused:
        lowwater.plan(100, 1, ENDS)
    needed = int(str(refused.value).split("About ")[1].split(" ")[0].replace(",", ""))
    assert () == lowwater.plan(needed, 1, ENDS).caveats


def test_a_plan_that_cannot_work_is_marked_where_it_is_not_to_be_refused():
    assert 2 == len(lowwater.plan(100, 1, ENDS, refuse=False).caveats)
    assert () == lowwater.plan(10**5, 1, ENDS, refuse=False).caveats


def test_the_papers_search_under_a_tail_that_nobody_stated_is_only_marked():
    assert 0.5 < lowwater.plan(2**15, 1, ENDS, search="paper").expected_error
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
        ({"rule": "lower-alpha"}, "rule="),
        ({"alpha": 2.0}, "alpha="),
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
        ({"rounds": "3", "step": 0.5}, "rounds="),
    ],
    ids=str,
)
def test_options_that_mean_nothing_here_are_refused(options, match):
    with pytest.raises(BadPlan, match=match):
        lowwater.plan(10**4, 1, ENDS, **options)


def test_a_step_caps_the_rounds():
    assert 8 == lowwater.plan(10**5, 1, (0, 150), step=1).rounds
    assert 8 == lowwater.plan(10**5, 1, (0, 150), step=1, rounds=20).rounds
    assert 3 == lowwater.plan(10**5, 1, (0, 150), step=1, rounds=3).rounds
    assert 1 == lowwater.plan(10**5, 1, (0, 1), step=1).rounds


def test_a_comparison_plans_every_private_search_the_best_first():
    plans = planner.compare(20_000, 1, (0, 150), direction="maximum", step=1, dropout=0.1)
    assert {"tail-fit", "cohorts", "paper"} == {found.search for found in plans}
    errors = [found.expected_error for found in plans]
    assert sorted(errors) == errors
    assert {"maximum"} == {found.domain.direction for found in plans}
    assert plans[-1].caveats
