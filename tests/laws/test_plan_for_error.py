"""The fewest people for an error: enough of them, and not many more than enough."""

import math

import pytest

import lowwater
from lowwater.errors import BadPlan, CannotWork
from lowwater.planning.tail import Tail

pytestmark = pytest.mark.no_cover
COHORTS = {"search": "cohorts"}
EXACT = [
    (0.05, 1, (-1, 1), COHORTS),
    (0.01, 4, (-1, 1), COHORTS | {"tail": Tail(1, 0.3)}),
    (0.1, 1, (-1, 1), COHORTS | {"direction": "maximum"}),
    (1.0, 1, (0, 150), COHORTS | {"step": 1}),
    (0.02, 1, (-1, 1), COHORTS | {"quantile": 0.5}),
    (0.2, 4, (-1, 1), {"search": "paper", "rule": "lower-alpha"}),
    (0.2, 4, (-1, 1), {"rule": "lower-alpha"}),
    (0.2, 1, (-1, 1), {"level": "exact-tail"}),
    (0.2, 1, (-1, 1), COHORTS | {"dropout": 0.2}),
]
SIMULATED = [
    (0.05, 1, (-1, 1), {}),
    pytest.param(1.0, 1, (0, 150), {"step": 1}, marks=pytest.mark.long),
    pytest.param(0.02, 1, (-1, 1), {"quantile": 0.5}, marks=pytest.mark.long),
    pytest.param(0.2, 1, (-1, 1), {"dropout": 0.2, "direction": "maximum"}, marks=pytest.mark.long),
    pytest.param(0.05, 1, (-1, 1), {"rounds": 1}, marks=pytest.mark.long),
    (0.1, 1, (-1, 1), {"rounds": 8, "questions": 4}),
]


def options_of(plan, options):
    """The same options, with the number of rounds that was chosen, where cohorts chose it."""
    return options | {"rounds": plan.rounds} if plan.search == "cohorts" else options


@pytest.mark.parametrize(("error", "epsilon", "domain", "options"), EXACT + SIMULATED, ids=str)
def test_the_plan_reaches_the_error(error, epsilon, domain, options):
    plan = lowwater.plan_for_error(error, epsilon, domain, **options)
    assert plan.forecast_error <= error
    assert () == plan.caveats
    again = lowwater.plan(plan.people, epsilon, domain, **options_of(plan, options))
    assert again.forecast_error == plan.forecast_error


@pytest.mark.parametrize(("error", "epsilon", "domain", "options"), EXACT, ids=str)
def test_three_in_a_hundred_fewer_people_would_not(error, epsilon, domain, options):
    plan = lowwater.plan_for_error(error, epsilon, domain, **options)
    fewer = math.floor(0.97 * plan.people)
    without = lowwater.plan(fewer, epsilon, domain, refuse=False, **options_of(plan, options))
    assert without.forecast_error > error


@pytest.mark.parametrize(("error", "epsilon", "domain", "options"), SIMULATED, ids=str)
def test_half_as_many_people_would_not_where_the_forecast_is_rough(error, epsilon, domain, options):
    plan = lowwater.plan_for_error(error, epsilon, domain, **options)
    assert lowwater.plan(plan.people // 2, epsilon, domain, refuse=False, **options).forecast_error > error


def test_the_tail_fit_needs_far_fewer_people_than_bisection():
    assert (
        5 * lowwater.plan_for_error(0.05, 1, (-1, 1)).people
        < lowwater.plan_for_error(0.05, 1, (-1, 1), search="cohorts").people
    )


def test_a_smaller_error_takes_more_people_and_finer_cells():
    coarse, fine = (
        lowwater.plan_for_error(error, 4, (-1, 1), search="cohorts", tail=Tail(1, 0.3)) for error in (0.05, 0.0005)
    )
    assert coarse.people < fine.people
    assert coarse.rounds == 12 < fine.rounds


@pytest.mark.parametrize("error", [0, -1, math.nan, 0.5, 3])
def test_an_error_that_a_guess_would_reach_is_refused(error):
    with pytest.raises(BadPlan, match=r"error=.*guess"):
        lowwater.plan_for_error(error, 1, (-1, 1))


def test_an_error_that_nobody_could_reach_is_refused():
    with pytest.raises(CannotWork, match="allow more error"):
        lowwater.plan_for_error(0.01, 1, (-1, 1), search="cohorts", rounds=3)


def test_options_that_mean_nothing_are_refused_here_too():
    for options in ({"rounds": "3"}, {"rounds": 0}, {"questions": "3"}, {"search": "best"}):
        with pytest.raises(BadPlan, match="="):
            lowwater.plan_for_error(0.01, 1, (-1, 1), **options)


def test_a_domain_too_narrow_for_twelve_rounds_takes_fewer():
    ends = (1.7e18, 1.7e18 + 1e6)  # nanoseconds of one millisecond
    assert lowwater.plan_for_error(2e4, 1, ends, search="cohorts").forecast_error <= 2e4
