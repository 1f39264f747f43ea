"""Forecasts: what they assume is stated, and the errors they expect are the errors that come."""

import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.errors import BadPlan
from lowwater.simulate.population import Population, paper_minima
from lowwater.theory.tail import Tail

ENDS = (-1, 1)


def test_people_who_drop_out_raise_the_error():
    errors = [lowwater.plan(2 * 10**4, 1, ENDS, dropout=dropout).expected_error for dropout in (0, 0.1, 0.3, 0.5)]
    assert sorted(errors) == errors
    assert errors[-1] == lowwater.plan(10**4, 1, ENDS).expected_error
    assert "30% of people not answering" in lowwater.plan(2 * 10**4, 1, ENDS, dropout=0.3).forecast.assumes


def test_what_is_assumed_is_stated():
    for tail, words in (
        (None, "spread evenly over the whole domain"),
        (Tail(1, 0.3), "0.3 of the domain's 2, wherever"),
        (Tail(2), "alpha = 2"),
    ):
        assert words in lowwater.plan(10**5, 1, ENDS, tail=tail).forecast.assumes


@pytest.mark.parametrize(("alpha", "width"), [(1, 0.3), (2, 0.9), (0.5, 0.3)])
@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_a_forecast_is_the_worst_over_six_places_of_what_comes(alpha, width, direction):
    domain = Domain(-1, 1, direction)
    plan = lowwater.plan(20_000, 1, domain, tail=Tail(alpha, width), refuse=False)
    shape = (alpha, 1) if direction == "minimum" else (1, alpha)
    crowds = [
        Population.beta(*shape, start=start, width=width, people=20_000, iid=True)
        for start in paper_minima(domain, width)
    ]
    assert pytest.approx(lowwater.evaluate(plan, crowds).mean_error, abs=1e-8) == plan.expected_error


@pytest.mark.parametrize(("people", "epsilon"), [(2**12, 4), (2**15, 1)])
def test_a_forecast_of_the_papers_search_is_that_of_fixed_data(people, epsilon):
    plan = lowwater.plan(people, epsilon, ENDS, search="paper", rule="lower-alpha", tail=Tail(1, 0.3), refuse=False)
    crowds = [Population.beta(1, 1, start=start, width=0.3, people=people) for start in paper_minima(plan.domain, 0.3)]
    # counts of fixed data differ from shares by less than one person
    assert pytest.approx(lowwater.evaluate(plan, crowds).mean_error, abs=2 / people) == plan.expected_error


def test_a_forecast_of_a_quantile_is_what_comes():
    plan = lowwater.plan(20_000, 1, (0, 10), quantile=0.25)
    crowd = Population.beta(1, 1, start=0, width=10, people=20_000, iid=True)
    assert pytest.approx(lowwater.evaluate(plan, crowd).mean_error, abs=1e-8) == plan.expected_error


@pytest.mark.parametrize("bad", [0.0, -1.0, float("nan"), float("inf")])
def test_a_tail_needs_positive_numbers(bad):
    with pytest.raises(BadPlan, match="positive"):
        Tail(alpha=bad)
    with pytest.raises(BadPlan, match="positive"):
        Tail(width=bad)


def test_a_tail_wider_than_the_domain_is_refused():
    with pytest.raises(BadPlan, match="99"):
        lowwater.plan(10**5, 1, ENDS, tail=Tail(1, 99.0))


@pytest.mark.parametrize("search", ["cohorts", "paper", "honest"])
def test_more_people_never_make_it_worse(search):
    epsilon = None if search == "honest" else 4
    errors = [
        lowwater.plan(people, epsilon, ENDS, search=search, refuse=False).expected_error
        for people in (10**3, 10**4, 10**5, 10**6)
    ]
    assert sorted(errors, reverse=True) == errors
