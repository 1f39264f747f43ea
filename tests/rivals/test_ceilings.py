"""The ceilings, which are not locally private and say so."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.population import Population
from lowwater.rivals.ceilings import CentralMinimum, SampleMinimum, first_numbers, masses

LINE = Domain(-1, 1)
NUMBERS = np.array([-0.6, -0.5, -0.1, 0.0, 0.3, 0.8])


def test_what_is_not_local_is_called_so():
    assert ("not local" in CentralMinimum().name, "not private" in SampleMinimum().name) == (True, True)


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_the_least_of_fixed_numbers_is_known(direction):
    domain = Domain(-1, 1, direction)
    estimates = SampleMinimum().estimates(Population.of(NUMBERS), domain, Epsilon.of(1), 4, np.random.default_rng(1))
    assert pytest.approx([-0.6] * 4 if direction == "minimum" else [0.8] * 4) == estimates


def test_the_first_of_iid_numbers_have_the_law_of_order_statistics():
    people = Population.beta(1, 1, start=-1, width=2, people=50, iid=True)
    figures = first_numbers(people, LINE, 3, 4000, np.random.default_rng(1))
    for k in range(3):  # the k-th of n uniforms follows a beta law with parameters k and n + 1 - k
        mean, variance = (k + 1) / 51, (k + 1) * (50 - k) / (51**2 * 52)
        assert abs(figures[:, k].mean() - mean) < 5 * np.sqrt(variance / 4000)  # a false alarm in 1.7 million
        assert pytest.approx(variance, rel=0.2) == figures[:, k].var()
    assert (np.diff(figures, axis=1) >= 0).all()


def chances(numbers, rank, nats, points):
    """The chance of every point of a grid, made out of the masses of gaps and numbers."""
    grain = 1 / (points - 1)
    result = masses(np.sort(numbers)[None, :] * grain, rank, nats, grain)[0]
    ends = np.concatenate([[-1], np.repeat(np.sort(numbers), 2), [points]])
    table = np.zeros(points)
    for index, mass in enumerate(result):
        if index % 2:
            table[ends[index]] += mass
        elif ends[index + 1] - ends[index] > 1:
            table[ends[index] + 1 : ends[index + 1]] += mass / (ends[index + 1] - ends[index] - 1)
    return table / table.sum()


def test_the_central_answer_is_drawn_by_the_distance_of_its_rank():
    numbers, rank, nats, points = np.array([2, 3, 3, 3, 7]), 3, 1.0, 9
    low, high = (
        np.array([np.count_nonzero(compare(numbers, g)) for g in range(points)]) for compare in (np.less, np.less_equal)
    )
    weight = np.exp(-nats / 2 * np.maximum(0, np.maximum(low - rank, rank - high)))
    assert pytest.approx(weight / weight.sum()) == chances(numbers, rank, nats, points)


@pytest.mark.parametrize("nats", [0.5, 1, 4])
def test_one_number_moves_a_central_chance_by_e_to_the_epsilon_at_most(nats):
    rng, worst = np.random.default_rng(1), 0.0
    for _ in range(500):
        numbers, rank = rng.integers(12, size=6), int(rng.integers(1, 4))
        other = numbers.copy()
        other[rng.integers(6)] = rng.integers(12)
        worst = max(worst, (chances(numbers, rank, nats, 12) / chances(other, rank, nats, 12)).max())
    assert 1 < worst <= np.exp(nats) * (1 + 1e-9)


def test_central_answers_have_the_law_of_the_mechanism():
    runs, nats = 20_000, 4.0
    rank = 3  # half of six numbers, where so few are too few for more
    estimates = CentralMinimum().estimates(
        Population.of(NUMBERS), LINE, Epsilon.of(nats), runs, np.random.default_rng(1)
    )
    expected = np.diff(np.concatenate([[-1], NUMBERS, [1]])) * np.exp(-nats / 2 * np.abs(np.arange(7) - rank))
    share = np.histogram(estimates, np.concatenate([[-1], NUMBERS, [1]]))[0] / runs
    assert pytest.approx(expected / expected.sum(), abs=5 * np.sqrt(0.25 / runs)) == share  # a false alarm in 200,000


def test_the_central_answer_is_close_to_the_minimum_wherever_it_is():
    for start in (-1.0, -0.3, 0.7):
        people = Population.beta(1, 1, start=start, width=0.3, people=2**14)
        estimates = CentralMinimum().estimates(people, LINE, Epsilon.of(1), 100, np.random.default_rng(1))
        assert np.abs(estimates - start).mean() < 0.002
