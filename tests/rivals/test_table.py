"""What every rival of the table must keep, whatever its idea is."""

import itertools
import math

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.law.distribution import Beta
from lowwater.people.numbers import Numbers, Sample
from lowwater.people.population import Population
from lowwater.rivals.rival import FindsQuantiles
from lowwater.rivals.table import CEILINGS, RIVALS

pytestmark = pytest.mark.no_cover
ALL = RIVALS | CEILINGS
FINDERS = [name for name, rival in RIVALS.items() if isinstance(rival, FindsQuantiles)]
FREE = {"Laplace"}  # its answers may lie outside the domain
DOMAINS = [
    Domain(-1, 1),
    Domain(-1, 1, "maximum"),
    Domain(0, 150),
    Domain(0, 150, "maximum"),
    Domain(0, 150, step=1),
    Domain(0, 150, "maximum", step=1),
]


def answers(name, people, domain=DOMAINS[0], nats=1.0, runs=3, seed=7):
    return ALL[name].estimates(people, domain, Epsilon.of(nats), runs, np.random.default_rng(seed))


def crowd(domain, people=2**10, iid=False):
    """Numbers in the middle of the domain."""
    return Population(Beta(1, 2, domain.lo + 0.3 * domain.width, 0.4 * domain.width), people, iid)


def numbers(people=500):
    """Numbers that no threshold hits, whichever way they are turned."""
    return np.random.default_rng(3).uniform(-0.4, 0.7, people)


@pytest.mark.parametrize("name", ALL)
def test_a_rival_is_listed_under_its_name_with_its_source_and_its_cost(name):
    rival = ALL[name]
    assert (name, True) == (rival.name, bool(rival.reference))
    assert rival.bits >= 1
    assert type(rival.rounds) is int
    assert rival.rounds >= 1


def test_only_the_ceilings_need_all_the_data():
    assert [] == [name for name in RIVALS if math.isinf(ALL[name].bits)]
    assert [] == [name for name in CEILINGS if math.isfinite(ALL[name].bits)]


def keeps_to(name, nats, domain):
    """Hold the answers of a rival against the domain."""
    estimates = answers(name, crowd(domain), domain, nats)
    assert ((3,), np.float64) == (estimates.shape, estimates.dtype)
    assert np.isfinite(estimates).all()
    assert name in FREE or ((estimates >= domain.lo) & (estimates <= domain.hi)).all()


@pytest.mark.parametrize(("nats", "domain"), list(zip([0.125, 4, 15, 64, 0.125, 4], DOMAINS, strict=True)), ids=str)
@pytest.mark.parametrize("name", ALL)
def test_a_rival_answers_with_one_number_a_run_inside_the_domain(name, nats, domain):
    keeps_to(name, nats, domain)


@pytest.mark.long
def test_so_does_every_rival_at_every_epsilon_in_every_domain():
    for name, nats, domain in itertools.product(ALL, [0.125, 4, 15, 64], DOMAINS):
        keeps_to(name, nats, domain)


@pytest.mark.parametrize("name", ALL)
def test_data_with_a_step_are_answered_with_a_value_they_can_have(name):
    estimates = answers(name, crowd(DOMAINS[4]), DOMAINS[4], runs=20)
    assert name in FREE or estimates.tolist() == np.rint(estimates).tolist()


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
def test_a_rival_manages_a_million_people(name):
    estimates = answers(name, crowd(DOMAINS[0], 2**20), nats=4, runs=2)
    assert name in FREE or (np.abs(estimates - -0.4) < 0.05).all()


@pytest.mark.parametrize("name", ALL)
def test_a_rival_manages_very_few_people(name):
    for people in (1, 2, 5):
        assert np.isfinite(answers(name, Population.of(numbers(people)))).all()


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("iid", [False, True])
def test_the_same_seed_gives_the_same_answers(name, iid):
    people = crowd(DOMAINS[0], iid=iid)
    assert answers(name, people).tolist() == answers(name, people).tolist()


@pytest.mark.parametrize("name", [name for name in ALL if not name.startswith("sample minimum")])
def test_another_seed_gives_other_answers(name):
    people = crowd(DOMAINS[0])
    assert (
        answers(name, people, nats=0.5, runs=30).tolist() != answers(name, people, nats=0.5, runs=30, seed=8).tolist()
    )


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("nats", [1, 6])
def test_a_maximum_is_the_minimum_of_the_negated_numbers(name, nats):
    up, down = Population.of(numbers()), Population.of(-numbers())
    expected = -answers(name, up, nats=nats, runs=20)
    assert pytest.approx(expected, abs=1e-12) == answers(name, down, Domain(-1, 1, "maximum"), nats, runs=20)


@pytest.mark.parametrize("name", ALL)
def test_another_domain_only_stretches_the_answers(name):
    here, there = Population.of(numbers()), Population.of(75 * (numbers() + 1))
    expected = 75 * (answers(name, here, runs=20) + 1)
    assert pytest.approx(expected, abs=1e-9) == answers(name, there, Domain(0, 150), runs=20)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("iid", [False, True])
def test_a_sample_from_a_pool_is_as_good_as_any_other_people(name, iid):
    estimates = answers(name, Sample(Numbers(numbers(40_000)), 20_000, iid), nats=8, runs=20)
    assert name in FREE or np.median(np.abs(estimates - -0.4)) < 0.1


@pytest.mark.parametrize("name", ALL)
def test_people_who_all_share_one_number_are_found_there(name):
    estimates = answers(name, Population.of(np.full(5000, 0.3125)), nats=8, runs=20)
    width = 2 / 32  # of the widest bin
    assert name in FREE or np.median(np.abs(estimates - 0.3125)) < width


def found_quantiles(name, level, people, domain=DOMAINS[0], nats=1.0, runs=3, seed=7):
    return ALL[name].quantiles(people, domain, Epsilon.of(nats), level, runs, np.random.default_rng(seed))


def test_those_find_quantiles_who_ask_or_estimate_shares_everywhere():
    assert {"Laplace", *CEILINGS} == {name for name, rival in ALL.items() if not isinstance(rival, FindsQuantiles)}


@pytest.mark.parametrize("level", [0.01, 0.5, 0.99])
@pytest.mark.parametrize("name", FINDERS)
def test_a_quantile_is_one_number_a_run_that_the_data_can_have(name, level):
    for domain, nats in ((DOMAINS[0], 0.125), (DOMAINS[4], 4), (DOMAINS[4], 64)):
        quantiles = found_quantiles(name, level, crowd(domain), domain, nats)
        assert (3,) == quantiles.shape
        assert ((quantiles >= domain.lo) & (quantiles <= domain.hi)).all()
        assert domain.step is None or quantiles.tolist() == np.rint(quantiles).tolist()


# Errors here are below a twentieth of the domain for every rival: 0.1 is more than ten standard errors of the median.
@pytest.mark.parametrize("level", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("name", FINDERS)
def test_a_quantile_is_found_where_it_is(name, level):
    people = Population(Beta(1, 1, -0.5, 1.2), 2**15)
    quantiles = found_quantiles(name, level, people, nats=4, runs=20)
    assert pytest.approx(-0.5 + 1.2 * level, abs=0.1) == float(np.median(quantiles))


@pytest.mark.parametrize("name", FINDERS)
def test_the_quantile_of_ratings_is_a_rating(name):
    people = Numbers(np.repeat([1.0, 2.0, 4.0, 5.0], [1000, 2000, 12000, 5000]))
    quantiles = found_quantiles(name, 0.5, people, Domain(1, 5, step=1), nats=4, runs=9)
    assert 4 == np.median(quantiles)


# Fifty runs each; five standard errors of the two means together: a false alarm in three million for each rival.
@pytest.mark.parametrize("name", [name for name in RIVALS if name not in FREE])
def test_estimates_approach_the_truth_as_people_come_in(name):
    few, many = (
        np.abs(answers(name, Population(Beta(1, 1, 0.1, 0.3), people), nats=2, runs=50) - 0.1)
        for people in (2**7, 2**16)
    )
    assert many.mean() + 5 * np.hypot(few.std(), many.std()) / np.sqrt(50) < few.mean()
    assert many.mean() < 0.05


def test_the_baseline_walks_away_from_the_truth_as_people_come_in():
    few, many = (np.abs(answers("Laplace", crowd(DOMAINS[0], people), runs=50)).mean() for people in (2**9, 2**15))
    assert many > few + 2 * np.log(2**6) / 2
