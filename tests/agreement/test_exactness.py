"""The exact law: nothing is lost from it but what it reports, and a tiny case is enumerated whole."""

import itertools
from fractions import Fraction
from math import comb

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import SCALE
from lowwater.core.tally import Tally
from lowwater.errors import NotExact
from lowwater.people.numbers import Numbers
from lowwater.people.population import Population
from lowwater.search.level import Quantile
from lowwater.search.plan import Plan
from lowwater.theory.exact import estimate_law

DOMAIN = Domain(-1, 1)
PLAN = lowwater.plan(2**12, 1, (-1, 1), search="paper", rule="lower-alpha", refuse=False)
FIXED = Population.beta(1, 1, start=-0.8, width=0.9, people=2**12)
DRAWN = Population.beta(1, 1, start=-0.8, width=0.9, people=2**12, iid=True)
COHORTS = lowwater.plan(2**12, 1, (-1, 1), search="cohorts", refuse=False)


def binomial(people: int, chance: Fraction) -> list[Fraction]:
    return [comb(people, k) * chance**k * (1 - chance) ** (people - k) for k in range(people + 1)]


def count_law(question, values, iid):
    """The law of the count of yes: of everybody's answers, or of fresh people's."""
    coin = question.randomizer
    yes, no = Fraction(coin.if_yes, SCALE), Fraction(coin.if_no, SCALE)
    truths = sum(value <= question.threshold for value in values)
    if iid:  # each person's number is one of these values, all alike
        return binomial(question.people, no + (yes - no) * Fraction(truths, len(values)))
    law = [Fraction(0)] * (len(values) + 1)
    for (k, item), (j, other) in itertools.product(
        enumerate(binomial(truths, yes)), enumerate(binomial(len(values) - truths, no))
    ):
        law[k + j] += item * other
    return law


def enumerated(strategy, values, iid):
    """Every sequence of counts there is, with its chance, by the value it leads to."""
    result, states = {}, [(strategy.start(), Fraction(1))]
    while states:
        state, mass = states.pop()
        questions = strategy.ask(state)
        if not questions:
            value = strategy.estimate(state).value
            result[value] = result.get(value, 0) + mass
            continue
        for count, chance in enumerate(count_law(questions[0], values, iid)):
            total = questions[0].people or len(values)
            states.append((strategy.advance(state, (Tally.of(count, total),)), mass * chance))
    return result


@pytest.mark.parametrize("values", [[-0.5, 0.1, 0.1], [-0.75, -0.25, 0.0, 0.9]])
@pytest.mark.parametrize("search", ["paper", "cohorts"])
def test_every_sequence_of_counts_is_in_the_law(search, values):
    plan = Plan(search, DOMAIN, 4 if search == "paper" else 9, Epsilon.of(3), 3, Quantile(0.3))
    people = Population.of(values) if search == "paper" else Numbers(np.array(values), iid=True)
    law = estimate_law(plan.strategy(), DOMAIN, people, most_dropped=0.0)
    expected = enumerated(plan.strategy(), values, search == "cohorts")
    assert 1 == sum(expected.values())
    for value, mass in expected.items():
        assert pytest.approx(float(mass), abs=1e-12) == law.masses[law.values == value].sum()


@pytest.mark.parametrize(("plan", "people"), [(PLAN, FIXED), (COHORTS, DRAWN)])
@pytest.mark.parametrize("most", [0.0, 1e-12, 1e-10, 1e-6, 1e-3])
def test_what_is_dropped_is_reported_and_within_what_was_allowed(plan, people, most):
    evaluation = lowwater.evaluate(plan, people, most_dropped=most)
    assert evaluation.dropped <= most
    assert pytest.approx(1.0, abs=1e-11) == evaluation.masses.sum() + evaluation.dropped
    whole = lowwater.evaluate(plan, people, most_dropped=0.0)
    assert abs(whole.mean_error - evaluation.mean_error) <= evaluation.dropped * plan.domain.width + 1e-12
    assert evaluation.estimates.size <= whole.estimates.size


@pytest.mark.parametrize(("plan", "people"), [(PLAN, DRAWN), (COHORTS, FIXED)])
def test_where_rounds_depend_on_each_other_there_is_no_exact_law(plan, people):
    with pytest.raises(NotExact, match=r"dependent rounds; simulate with runs="):
        lowwater.evaluate(plan, people)
    assert lowwater.evaluate(plan, people, runs=100, seed=1).mean_error > 0
