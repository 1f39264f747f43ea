"""The stochastic gradient, person by person."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.population import Population
from lowwater.rivals import asking
from lowwater.rivals.gradient import TABLE, Gradient, Walk, speakers


def reference(numbers, level, r):
    """The update as the paper prints it, on a domain of width 2 with its middle at 0."""
    q, total = 0.0, 0.0
    for n, number in enumerate(numbers, 1):
        step = 2 / (n**0.51 + 100)
        q += step * (1 - r + 2 * r * level) / 2 if number > q else -step * (1 + r - 2 * r * level) / 2
        total += q
    return total / len(numbers)


def test_a_walk_takes_the_steps_of_the_reference():
    rng = np.random.default_rng(1)
    places, r = rng.random((400, 5)), np.tanh(0.5)
    walk = Walk(5, 0.1, r)
    for part in np.split(places.copy(), [1, 17, 200]):  # passing by in parts changes nothing
        walk.pass_by(part)
    expected = [reference(2 * column - 1, 0.1, r) for column in places.T]
    assert pytest.approx(expected, abs=1e-12) == 2 * walk.average - 1


def test_numbers_that_coins_speak_for_are_steps_too():
    walk, forced = Walk(2, 0.2, 0.5), np.array([[np.inf, -np.inf]] * 3)
    walk.pass_by(forced)
    expected = [reference([np.inf] * 3, 0.2, 0.5), reference([-np.inf] * 3, 0.2, 0.5)]
    assert pytest.approx(expected) == 2 * walk.average - 1


@pytest.mark.parametrize("nats", [0.125, 1, 4, 12, 15])
def test_coins_speak_exactly_as_often_as_randomized_response_flips(nats):
    coin, size = asking.coin(Epsilon.of(nats)), (1000, 4000)
    silent = int(coin.p_yes(False) * TABLE)
    table = np.pad(np.full(TABLE - 2 * silent, 0.5), silent, constant_values=(-np.inf, np.inf))
    result, chance = speakers(table, size, coin, np.random.default_rng(1)), coin.p_yes(False)
    for item in (-np.inf, np.inf):
        count = np.count_nonzero(result == item)
        assert abs(count - 4e6 * chance) <= 5 * np.sqrt(4e6 * chance) + 1  # a false alarm in a million, or rarer


def test_everyone_is_picked_alike():
    coin = asking.coin(Epsilon.of(15))
    table = np.arange(TABLE, dtype=float)
    result = speakers(table, (400, 1000), coin, np.random.default_rng(1))
    counts = np.histogram(result[np.isfinite(result)], 16, (0, TABLE))[0]
    assert np.abs(counts - 25_000).max() < 5 * np.sqrt(25_000)  # sixteen counts: a false alarm in 100,000


def by_people(values, rng, coin, level):
    """One run as it is told: people in random order, each with a coin of their own."""
    r, q, total = coin.p_yes(True) - coin.p_yes(False), 0.0, 0.0
    for n, number in enumerate(rng.permutation(values), 1):
        step = 2 / (n**0.51 + 100)
        at_most = rng.random() < coin.p_yes(bool(number <= q))
        q += -step * (1 + r - 2 * r * level) / 2 if at_most else step * (1 - r + 2 * r * level) / 2
        total += q
    return total / values.size


def test_the_table_follows_the_law_of_people_asked_one_by_one():
    values, runs, rng = np.linspace(-0.2, 0.9, 800), 250, np.random.default_rng(2)
    coin, rival = asking.coin(Epsilon.of(1)), Gradient(6)
    people = np.array([by_people(values, rng, coin, asking.low_level(6, 800, coin)) for _ in range(runs)])
    table = rival.estimates(Population.of(values), Domain(-1, 1), Epsilon.of(1), runs, rng)
    # five standard errors: a false alarm in 1.7 million
    assert abs(people.mean() - table.mean()) < 5 * np.hypot(people.std(), table.std()) / np.sqrt(runs)
    assert 0.6 < table.std() / people.std() < 1.6


def test_the_average_ends_at_the_quantile_it_looks_for():
    people = Population.beta(1, 1, start=-0.5, width=1, people=2**16)
    level = asking.low_level(120, 2**16, asking.coin(Epsilon.of(1)))
    estimates = Gradient(120).estimates(people, Domain(-1, 1), Epsilon.of(1), 40, np.random.default_rng(1))
    # forty runs with a deviation of some 0.01: a false alarm in a million at 0.008, and the start costs 0.01
    assert pytest.approx(-0.5 + level, abs=0.02) == float(estimates.mean())
