"""What is known beforehand makes the search better where it is true, and is overruled and doubted where it is false."""

from functools import cache

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.errors import BadPlan
from lowwater.find import find
from lowwater.people.numbers import Numbers
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.search.knowledge import NOTHING, Knowledge

DOMAIN = (0, 150)
PEOPLE = lowwater.Population.beta(1, 1, start=18, width=72, people=20_000)
"""Ages, evenly spread from 18 to 90: alpha = 1 and a width of 72."""


def earlier(value, off, **fields):
    return Estimate(value, DOMAIN, 0.01, Epsilon.of(1), likely_error=off, **fields)


def designed(people, **known):
    """A plan without a forecast, which knowledge would not wait for."""
    return design(people, 1, Domain.of(DOMAIN, None), PlanOptions(search="tail-fit", **known))


@cache
def error(**known):
    """The mean error of 40 runs with the same seed; its standard error is about an eighth of it."""
    return lowwater.evaluate(designed(20_000, **known), PEOPLE, runs=40, seed=4).mean_error


TRUE = [{"tail": lowwater.Tail(1.0)}, {"tail": lowwater.Tail(1.0, 72)}, {"after": earlier(18.2, 0.3)}]
FALSE = [{"tail": lowwater.Tail(4.0)}, {"tail": lowwater.Tail(1.0, 20)}, {"after": earlier(60, 0.3)}]


@pytest.mark.parametrize("known", TRUE)
def test_true_knowledge_makes_the_error_smaller(known):
    assert error(**known) < 0.8 * error()


@pytest.mark.parametrize("known", FALSE)
def test_false_knowledge_is_overruled(known):
    """At most three times the error of a search that knows nothing: an earlier estimate of 60 would be off by 42."""
    assert error(**known) < 3 * error()


def ages():
    return Numbers.of(np.random.default_rng(0).uniform(18, 90, 200_000))


@pytest.mark.parametrize("known", FALSE)
def test_an_estimate_says_that_the_answers_contradict_what_was_known(known):
    estimate = find(ages(), designed(200_000, **known), seed=1)
    assert any("contradict what was known" in caveat for caveat in estimate.caveats)


@pytest.mark.parametrize("known", [{}, *TRUE])
def test_true_knowledge_is_not_doubted(known):
    assert () == find(ages(), designed(200_000, **known), seed=1).caveats


def test_a_maximum_learns_from_an_earlier_maximum():
    numbers = np.random.default_rng(0).uniform(18, 90, 200_000)
    estimate = lowwater.find_max(numbers, 1, DOMAIN, seed=1)
    again = lowwater.find_max(numbers, 1, DOMAIN, seed=2, after=estimate)
    assert 90 == pytest.approx(again.value, abs=3 * again.likely_error)


def test_an_earlier_estimate_of_another_end_is_refused():
    with pytest.raises(BadPlan, match="the same end"):
        lowwater.plan(20_000, 1, DOMAIN, after=earlier(88, 1, direction="maximum"))


def test_an_earlier_estimate_outside_the_domain_is_refused():
    with pytest.raises(BadPlan, match="widen the domain"):
        lowwater.plan(20_000, 1, (50, 150), after=earlier(18, 1))


@pytest.mark.parametrize(
    ("options", "match"),
    [({"after": 18.0}, "after=18.0; it is the Estimate"), ({"after": earlier(18, 1), "quantile": 0.5}, "only an end")],
)
def test_an_earlier_estimate_that_means_nothing_here_is_refused(options, match):
    with pytest.raises(BadPlan, match=match):
        lowwater.plan(20_000, 1, DOMAIN, **options)


def test_a_plan_with_knowledge_is_read_as_it_was_written():
    plan = designed(20_000, tail=lowwater.Tail(2.0, 72), after=earlier(18, 1.5))
    assert Knowledge(2.0, 72, 18, 1.5) == plan.known
    assert plan == lowwater.Plan.from_json(plan.to_json())


def test_a_search_that_compares_shares_with_a_level_learns_nothing():
    assert NOTHING == lowwater.plan(20_000, 1, DOMAIN, search="cohorts", tail=lowwater.Tail(2.0, 72)).known
    with pytest.raises(BadPlan, match="learn from it"):
        lowwater.Plan(
            "cohorts",
            Domain(*DOMAIN),
            100,
            Epsilon.of(1),
            2,
            lowwater.plan(100, 4, DOMAIN, search="cohorts", refuse=False).level,
            known=Knowledge(1.0),
        )


@pytest.mark.parametrize(
    "fields",
    [
        {"alpha": 0.0}, {"alpha": float("nan")}, {"alpha": 1.0, "width": -1.0}, {"width": 1.0},
        {"earlier": 1.0}, {"off": 1.0}, {"earlier": float("inf"), "off": 1.0}, {"earlier": 1.0, "off": 0.0},
    ],
)  # fmt: skip
def test_knowledge_that_cannot_be_is_refused(fields):
    with pytest.raises(BadPlan):
        Knowledge(**fields)


def test_what_is_known_is_told_in_words():
    words = Knowledge(2.0, 72.0, 18.0, 1.5).in_words()
    assert "the tail has alpha = 2 over a width of 72 and an earlier estimate was 18, off by about 1.5" == words
