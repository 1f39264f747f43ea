"""The entrants: our own searches beside the rivals, each with what it costs and never more than epsilon."""

import math

import numpy as np
import pytest

from lowwater.contest.entrants import ENTRANTS, FLAGSHIP, LOWER, OWN, PACE, SIMPLE, UNKNOWN, Searching
from lowwater.contest.stress import STRESS
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.population import Population
from lowwater.rivals.rival import FindsQuantiles
from lowwater.rivals.table import CEILINGS, RIVALS

DOMAINS = {odd.domain for odd in STRESS}
PLAIN, AGES = Domain(-1, 1), Domain(0, 120, step=1)


def crowd(domain, people=2**10):
    """Fixed numbers, evenly in the middle of the domain."""
    return Population.beta(1, 1, start=domain.lo + 0.25 * domain.width, width=0.5 * domain.width, people=people)


@pytest.mark.parametrize("name", ENTRANTS)
def test_an_entrant_is_listed_under_its_name_with_its_source_and_its_cost(name):
    entrant = ENTRANTS[name]
    assert (name, True) == (entrant.name, bool(entrant.reference))
    assert entrant.bits >= 1
    assert type(entrant.rounds) is int
    assert entrant.rounds >= 1


def test_everybody_competes_our_own_searches_first_and_the_ceilings_last():
    assert [*OWN, *RIVALS, *CEILINGS] == list(ENTRANTS)
    assert len(OWN) + len(RIVALS) + len(CEILINGS) == len(ENTRANTS)


def test_the_names_that_the_verdict_speaks_of_are_entrants():
    assert {FLAGSHIP, SIMPLE, LOWER, UNKNOWN} <= set(OWN)


def test_only_entrants_have_a_pace_and_it_is_not_nought():
    assert set(PACE) <= set(ENTRANTS)
    assert min(PACE.values()) > 0


def test_who_answers_once_sends_a_bit_and_the_papers_people_one_each_round():
    assert {1.0} == {OWN[name].bits for name in OWN if name not in (LOWER, UNKNOWN, "one round")}
    assert 4.0 == OWN["one round"].bits  # one of sixteen cells
    assert all(OWN[name].bits == OWN[name].rounds > 1 for name in (LOWER, UNKNOWN))


def test_the_tail_fit_in_fewer_rounds_has_as_many_as_its_name_says():
    assert (16, 32, 8) == tuple(OWN[name].rounds for name in ("tail fit", "tail fit, 32 x 1", "tail fit, 8 x 8"))


@pytest.mark.parametrize("people", [2**10, 2**20])
@pytest.mark.parametrize("nats", [0.125, 1, 4, 15])
@pytest.mark.parametrize("name", OWN)
def test_nobody_loses_more_than_epsilon(name, nats, people):
    for domain in DOMAINS:
        assert OWN[name].plan(people, domain, Epsilon.of(nats)).loss <= Epsilon.of(nats)


@pytest.mark.parametrize("name", OWN)
def test_there_is_a_plan_for_every_domain_of_the_stress_set_at_its_largest_epsilon(name):
    for domain in DOMAINS:
        assert OWN[name].plan(2**10, domain, Epsilon.of(64)).loss <= Epsilon.of(64)


@pytest.mark.parametrize("domain", [PLAIN, AGES], ids=str)
@pytest.mark.parametrize("name", OWN)
def test_estimates_are_numbers_of_the_domain(name, domain):
    estimates = OWN[name].estimates(crowd(domain), domain, Epsilon.of(1), 3, np.random.default_rng(7))
    assert (3,) == estimates.shape
    assert ((domain.lo <= estimates) & (estimates <= domain.hi)).all()
    assert domain.step is None or estimates.tolist() == np.rint(estimates).tolist()


@pytest.mark.parametrize("name", OWN)
def test_the_same_seed_gives_the_same_estimates(name):
    first, second = (
        OWN[name].estimates(crowd(PLAIN), PLAIN, Epsilon.of(1), 2, np.random.default_rng(7)).tolist() for _ in "12"
    )
    assert first == second


def test_a_searching_entrant_takes_the_options_of_a_plan():
    result = Searching("three", "cohorts", "a test", {"rounds": 3}).plan(100, PLAIN, Epsilon.of(1))
    assert ("cohorts", 3, 100, Epsilon.of(1)) == (result.search, result.rounds, result.people, result.epsilon)


@pytest.mark.parametrize("name", [name for name in OWN if name not in (LOWER, UNKNOWN)])
def test_our_own_searches_find_quantiles(name):
    plan = OWN[name].plan(2**10, PLAIN, Epsilon.of(1), 0.9)
    assert (0.9, True) == (plan.quantile, plan.loss <= Epsilon.of(1))
    quantiles = OWN[name].quantiles(crowd(PLAIN, 2**15), PLAIN, Epsilon.of(4), 0.9, 5, np.random.default_rng(7))
    assert (5,) == quantiles.shape
    assert (np.abs(quantiles - 0.4) < 0.2).all()  # a tenth of the domain; errors are below a hundredth of it


def test_the_papers_rules_name_a_level_for_the_minimum_alone():
    assert [LOWER, UNKNOWN] == [name for name, entrant in OWN.items() if not isinstance(entrant, FindsQuantiles)]


def test_only_the_ceilings_need_all_the_data():
    assert list(CEILINGS) == [name for name, entrant in ENTRANTS.items() if math.isinf(entrant.bits)]
