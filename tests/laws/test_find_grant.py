"""A grant shared by several calls on the same people: it is spent before anybody is asked, and never past its end."""

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadData, NotPrivate, Overspent, YourFault
from lowwater.find import find
from lowwater.people.numbers import Numbers
from lowwater.planning import planner
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions

AGES = np.arange(20_000) % 130 + 20


def call(grant, epsilon=1, values=AGES, **options):
    return lowwater.find_min(values, epsilon, (0, 150), search="cohorts", grant=grant, **options)


def test_calls_share_a_grant_until_it_is_spent():
    grant = lowwater.Grant(2)
    least = call(grant)
    largest = lowwater.find_max(AGES, 0.5, (0, 150), grant=grant)
    median = lowwater.find_quantile(AGES, 0.5, "0.25", (0, 150), grant=grant)
    assert least.loss + largest.loss + median.loss == grant.spent
    before = grant.spent
    with pytest.raises(Overspent):
        call(grant)
    assert before == grant.spent


def test_a_call_spends_its_loss_and_not_what_no_answer_can_cost():
    grant = lowwater.Grant(30)
    assert Epsilon.of(15) >= call(grant, epsilon=25).loss == grant.spent


def test_everyone_who_answers_every_round_spends_all_rounds():
    grant = lowwater.Grant(8)
    estimate = lowwater.find_min(AGES, 8, (0, 150), search="paper", tail=lowwater.Tail(1, 130), grant=grant)
    assert estimate.loss == grant.spent > Epsilon.of("7.9")


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        (YourFault, {"epsilon": -1}),
        (YourFault, {"seed": -1}),
        (YourFault, {"rounds": 0}),
        (BadData, {"values": [*AGES, 151]}),
        (BadData, {"values": [float("nan")]}),
        (lowwater.CannotWork, {"values": AGES[:100]}),
    ],
)
def test_a_refused_call_spends_nothing(fault, change):
    grant = lowwater.Grant(2)
    with pytest.raises(fault):
        call(grant, **change)
    assert Epsilon(0) == grant.spent


def test_what_a_call_has_spent_stays_spent_when_it_fails():
    grant, people = lowwater.Grant(1), Numbers.of(AGES)
    plan = planner.plan(people.people, 1, (0, 150), search="cohorts")

    def fail(_question, _tally):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find(people, plan, grant=grant, watch=fail)
    assert plan.loss == grant.spent


def test_an_honest_plan_is_no_matter_of_grants():
    grant = lowwater.Grant(1)
    honest = design(AGES.size, None, Domain(0, 150), PlanOptions(search="honest"))
    with pytest.raises(NotPrivate):
        find(Numbers.of(AGES), honest, grant=grant)


def test_a_number_is_no_grant():
    with pytest.raises(YourFault, match=r"such as lowwater\.Grant\(1\)"):
        call(1.0)


@pytest.mark.parametrize("name", ["find_min", "find_max", "find_quantile"])
def test_help_says_that_losses_add_up(name):
    text = " ".join(getattr(lowwater, name).__doc__.split())
    assert "Losses of several calls on the same people add up; a lowwater.Grant that they share" in text
