"""What the paper prints and what is true, where the two can be told apart by a number."""

import math

import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import randomized_response
from lowwater.core.tally import Tally
from lowwater.law.count import noisy_tail
from lowwater.people.population import Population
from lowwater.search.bisection import Bisection
from lowwater.search.level import Quantile
from lowwater.search.strategy import run
from lowwater.theory import bounds


def ratio(nats):
    coin = randomized_response(Epsilon.of(nats))
    return bounds.exponent(100, 0.1, coin, as_printed=False) / bounds.exponent(100, 0.1, coin)


@pytest.mark.parametrize("nats", [0.001, 0.1, 1, 4, 12])
def test_hoeffding_has_four_to_eight_times_the_printed_exponent(nats):
    assert 4 <= ratio(nats) <= 8
    assert pytest.approx(8 * math.exp(nats) / (1 + math.exp(nats)), rel=1e-6) == ratio(nats)


@pytest.mark.parametrize("nats", [0.1, 1, 4])
@pytest.mark.parametrize("as_printed", [True, False])
def test_no_count_strays_more_often_than_the_exponent_allows(nats, as_printed):
    coin, people, truths = randomized_response(Epsilon.of(nats)), 2000, 300
    for margin in (0.02, 0.1, 0.4):
        cut = coin.cut(truths / people + margin, people)
        chance = float(noisy_tail(cut, truths, people, coin))
        assert chance <= math.exp(-bounds.exponent(people, margin, coin, as_printed=as_printed)) + 1e-15


@pytest.mark.parametrize("x", [1e-3, 0.01, 0.1, 1.0, 5.0, 20.0])
def test_the_inequality_behind_theorem_two_is_false_for_every_x(x):
    e = math.exp(x)
    assert e * (1 + e) / (e - 1) ** 2 > 2 / x**2
    if x <= 0.1:
        assert pytest.approx(1 + x / 2, rel=x**2) == e * (1 + e) / (e - 1) ** 2 / (2 / x**2)


def test_a_sure_mistake_breaks_the_printed_decomposition_and_not_twice_its_mistake_term():
    quantile, rounds, mistake = -1.0, 2, 1.0
    search = Bisection(Domain(-1, 1), rounds, randomized_response(Epsilon.of(1)), None, Quantile(0.5))
    error = run(search, lambda _asked: Tally.of(0, 100)).value - quantile  # everybody is at -1, and nobody says so
    assert 1.75 == error
    assert 1.25 == mistake + 2**-rounds < error
    assert error <= 2 * mistake + 2**-rounds


@pytest.mark.parametrize("people", [2, 3, 9, 1025])
def test_fixed_data_put_person_i_at_one_share_and_count_another(people):
    crowd = Population.beta(1, 1, start=0, width=1, people=people)
    values = crowd.values()
    assert pytest.approx([i / (people - 1) for i in range(people)], abs=1e-15) == crowd.law.cdf(values)
    assert list(range(1, people + 1)) == crowd.count(Domain(0, 1), values).tolist()  # not (i - 1) / (N - 1) of them
