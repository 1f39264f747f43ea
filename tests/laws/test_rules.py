"""The paper's two rules, and the levels they lead to."""

import math

import pytest

import lowwater
from lowwater.errors import BadPlan
from lowwater.search.level import ExactTail
from lowwater.search.paper import RULES, Rule, lower_alpha, unknown_alpha

NUMBERS = [2**k for k in range(10, 21)]


def gamma(people, rule, epsilon=1):
    return lowwater.plan(people, epsilon, (-1, 1), search="paper", rule=rule, refuse=False).forecast.level


@pytest.mark.parametrize("people", [*NUMBERS, 3, 1000, 12345])
def test_lower_alpha_halves_the_logarithm(people):
    assert Rule(math.ceil(math.log2(people) / 2), math.log(people) / 2) == lower_alpha(people)


@pytest.mark.parametrize("people", [*NUMBERS, 999, 12345])
def test_unknown_alpha_squares_it(people):
    rounds = math.ceil(math.log2(people) ** 2 / (2 * math.log2(1000)))
    expected = Rule(rounds, math.log(people) ** 2 / (2 * math.log(1000)))
    assert expected == unknown_alpha(people)


@pytest.mark.parametrize("alpha", [0.5, 0.9, 2, 4])
def test_a_fatter_tail_wants_more_rounds(alpha):
    people = 2**20
    expected = Rule(max(1, math.ceil(20 / (2 * alpha) - 1e-9)), math.log(people) / (2 * alpha))
    assert expected == lower_alpha(people, alpha)


def test_both_rules_agree_at_a_thousand_people():
    item, other = lower_alpha(1000), unknown_alpha(1000)
    assert item.rounds == other.rounds
    assert pytest.approx(item.h) == other.h


def test_another_pivot_moves_the_place_where_they_agree():
    assert lower_alpha(5000).rounds == unknown_alpha(5000, pivot=5000).rounds


@pytest.mark.parametrize("rule", RULES.values())
@pytest.mark.parametrize("people", [2, 2**10, 2**40, 2**200])
def test_no_rule_asks_for_more_rounds_than_doubles_can_tell_apart(rule, people):
    assert 1 <= rule(people).rounds <= 52


@pytest.mark.parametrize("rule", RULES.values())
@pytest.mark.parametrize("people", [1, 0, -5])
def test_a_rule_needs_two_people(rule, people):
    with pytest.raises(BadPlan, match="at least 2"):
        rule(people)


@pytest.mark.parametrize("bad", [0, -1, math.nan, math.inf])
def test_a_rule_needs_a_positive_alpha(bad):
    with pytest.raises(BadPlan, match="positive"):
        lower_alpha(100, bad)


@pytest.mark.parametrize(
    ("people", "rule", "expected"),
    [(2**10, "lower-alpha", 0.87), (2**10, "unknown-alpha", 1.03), (2**14, "unknown-alpha", 0.59)],
)
def test_the_papers_own_experiments_lie_outside_its_theorem(people, rule, expected):
    assert pytest.approx(expected, abs=0.005) == gamma(people, rule)


@pytest.mark.parametrize(("epsilon", "expected"), [(1, 2.47), (2, 2.53), (4, 2.68)])
def test_gamma_is_two_and_a_half_times_what_an_exact_tail_needs(epsilon, expected):
    plan = lowwater.plan(2**20, epsilon, (-1, 1), search="paper", rule="lower-alpha", refuse=False)
    needed = ExactTail(math.exp(-plan.level.h)).level(0.0, plan.people, plan.randomizer)
    assert pytest.approx(expected, abs=0.01) == plan.forecast.level / needed
