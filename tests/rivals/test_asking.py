"""What the rivals share: places, levels, and people told by counts."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import MOST
from lowwater.people.numbers import Numbers, Sample
from lowwater.people.population import Population
from lowwater.rivals import asking

NUMBERS = np.random.default_rng(5).uniform(-0.8, 0.6, 400)
PLACES = np.linspace(0.01, 0.99, 50)


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_a_place_counts_from_the_end_that_is_searched_for(direction):
    expected = [10.0, 15.0, 30.0] if direction == "minimum" else [30.0, 25.0, 10.0]
    assert expected == asking.value(Domain(10, 30, direction), np.array([0.0, 0.25, 1.0])).tolist()


def test_a_value_stays_in_the_domain_and_a_threshold_goes_where_it_must():
    domain, place = Domain(0, 10), np.array([-0.5, 1.5])
    assert [0.0, 10.0] == asking.value(domain, place).tolist()
    assert [-5.0, 15.0] == asking.threshold(domain, place).tolist()


def test_data_with_a_step_have_a_cell_for_each_value():
    domain = Domain(0, 4, step=1)
    assert 5 == asking.cells(domain, 64)
    assert [0, 1, 2, 3, 4] == asking.value(domain, (np.arange(5) + 0.5) / 5).tolist()
    people = Population.of([0, 0, 1, 3, 3, 3, 4])
    assert [2, 1, 0, 3, 1] == asking.filled(people, domain, 5, 1, np.random.default_rng(1))[0].tolist()


@pytest.mark.parametrize("domain", [Domain(-1, 1), Domain(-1, 1, "maximum")], ids=str)
def test_a_share_is_the_part_of_the_people_up_to_a_place(domain):
    distance = NUMBERS + 1 if domain.direction == "minimum" else 1 - NUMBERS
    expected = (distance[:, None] <= 2 * PLACES).mean(axis=0)
    assert pytest.approx(expected) == asking.shares(Population.of(NUMBERS), domain, PLACES)


def test_a_share_of_iid_people_is_a_chance():
    people = Population.beta(1, 1, start=-0.5, width=1, people=10, iid=True)
    assert pytest.approx([0, 0.25, 1]) == asking.shares(people, Domain(-1, 1), np.array([0.2, 0.375, 0.8]))


@pytest.mark.parametrize("domain", [Domain(-1, 1), Domain(-1, 1, "maximum")], ids=str)
def test_the_place_of_a_share_is_where_the_person_of_that_rank_stands(domain):
    distance = np.sort(NUMBERS + 1 if domain.direction == "minimum" else 1 - NUMBERS) / 2
    result = asking.positions(Population.of(NUMBERS), domain, (np.arange(400) + 0.5) / 400)
    assert pytest.approx(distance, abs=1e-12) == result


@pytest.mark.parametrize("domain", [Domain(-1, 1), Domain(-1, 1, "maximum")], ids=str)
def test_fixed_people_fill_cells_as_a_histogram_does(domain):
    expected = np.histogram(NUMBERS, 16, (-1, 1))[0][:: 1 if domain.direction == "minimum" else -1]
    result = asking.filled(Population.of(NUMBERS), domain, 16, 3, np.random.default_rng(1))
    assert [expected.tolist()] * 3 == result.tolist()


@pytest.mark.parametrize(
    "people",
    [Population.beta(1, 2, start=-0.8, width=1.5, people=200, iid=True), Sample(Numbers(NUMBERS), 200, iid=False)],
    ids=["iid", "sample"],
)
def test_drawn_people_fill_cells_by_their_chances(people):
    result = asking.filled(people, Domain(-1, 1), 8, 2000, np.random.default_rng(1))
    assert {200} == set(result.sum(axis=1).tolist())
    ends = people.chance(Domain(-1, 1), np.linspace(-1, 1, 9))
    errors = np.abs(result.mean(axis=0) - 200 * np.diff(ends)) / np.maximum(result.std(axis=0) / np.sqrt(2000), 1e-9)
    assert (errors < 5).all()  # eight cells: a false alarm in 200,000


def test_the_level_is_so_many_of_its_own_deviations():
    coin = asking.coin(Epsilon.of(1))
    level = asking.low_level(5, 10_000, coin)
    assert pytest.approx(5 * np.sqrt((coin.variance + level) / 10_000)) == level


def test_the_level_is_never_above_one_half():
    assert 0.5 == asking.low_level(5, 10, asking.coin(Epsilon.of(0.125)))


@pytest.mark.parametrize("nats", [1e-9, 0.125, 1, 4, 15, 16, 1000])
def test_the_coin_never_loses_more_than_it_was_given_nor_than_fifteen_nats(nats):
    epsilon = Epsilon.of(nats)
    assert asking.coin(epsilon).loss <= min(epsilon, MOST)


def test_shares_around_a_level_are_so_many_deviations_away_on_either_side():
    coin = asking.coin(Epsilon.of(1))
    middle, gap = asking.around(0.3, 4, 10_000, coin)
    assert pytest.approx((0.3, 4 * np.sqrt((coin.variance + 0.21) / 10_000))) == (middle, gap)


@pytest.mark.parametrize("level", [0.01, 0.99])
def test_shares_around_a_level_end_at_nobody_and_everybody(level):
    middle, gap = asking.around(level, 6, 10_000, asking.coin(Epsilon.of(1)))
    assert pytest.approx(0 if level < 0.5 else 1) == (middle - gap if level < 0.5 else middle + gap)
    assert abs(middle - 0.5) < abs(level - 0.5)


def test_a_level_is_reached_within_the_cell_that_brings_it():
    shares = np.array([[0.25, 0.5, 0.0, 0.25]])
    expected = {0.125: 0.125, 0.25: 0.25, 0.5: 0.375, 0.75: 0.5, 0.875: 0.875, 1.0: 1.0}
    assert expected == {level: float(asking.reached(shares, level)[0]) for level in expected}


def test_a_level_that_is_never_reached_is_at_the_end():
    assert [1.0] == asking.reached(np.array([[0.5, 0.4]]), 0.99).tolist()
