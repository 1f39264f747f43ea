"""Noisy binary search, and the weights that it shares with Bayesian screening."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.population import Population
from lowwater.rivals import asking
from lowwater.rivals.noisy_search import NoisySearch
from lowwater.rivals.weights import Tilt, Weights, learn

COIN = asking.coin(Epsilon.of(1))
START = Weights(np.array([[0.0, 1.0]]), np.zeros((1, 1)))


def test_without_answers_every_place_is_as_likely():
    assert [0.0, 0.125, 0.5, 1.0] == [float(START.quantile(share)[0]) for share in (0.0, 0.125, 0.5, 1.0)]


def test_an_answer_multiplies_what_lies_left_of_the_threshold():
    weights = START.updated(np.array([0.25]), np.array([np.log(3)]))  # mass .75 on each side
    assert pytest.approx(0.25) == float(weights.quantile(0.5)[0])
    assert pytest.approx(0.125) == float(weights.quantile(0.25)[0])
    assert pytest.approx(0.625) == float(weights.quantile(0.75)[0])


def test_weights_between_thresholds_are_those_of_a_fine_grid():
    rng, cells = np.random.default_rng(1), 2**10
    middles, grid, weights = (np.arange(cells) + 0.5) / cells, np.zeros(cells), START
    for place, evidence in zip(rng.integers(1, cells, 40) / cells, rng.normal(0, 1, 40), strict=True):
        grid += np.where(middles < place, evidence, 0)
        weights = weights.updated(np.array([place]), np.array([evidence]))
        reached = np.cumsum(np.exp(grid)) / np.exp(grid).sum()
        for share in (0.1, 0.5, 0.8):
            at = float(np.interp(share, np.append(0.0, reached), np.arange(cells + 1) / cells))
            assert pytest.approx(at, abs=1e-9) == float(weights.quantile(share)[0])


@pytest.mark.parametrize("place", [0.0, 0.5, 1.0])
def test_a_threshold_at_an_edge_splits_off_nothing(place):
    weights = START.updated(np.array([0.5]), np.array([0.0])).updated(np.array([place]), np.array([2.0]))
    left = np.exp(2) * place / (np.exp(2) * place + 1 - place)
    assert pytest.approx(place, abs=1e-12) == float(weights.quantile(left)[0])


def test_evidence_in_a_cell_too_narrow_for_doubles_moves_nothing():
    weights = START.updated(np.array([0.5]), np.array([0.0]))
    for _ in range(5):
        weights = weights.updated(np.array([0.5]), np.array([-2000.0])).updated(np.array([0.5]), np.array([2000.0]))
    assert pytest.approx(0.5) == float(weights.quantile(0.5)[0])


def test_evidence_is_the_log_of_the_likelihood_ratio_of_the_answers():
    tilt = Tilt.of(COIN, 0.1, 0.1)
    assert pytest.approx(COIN.p_yes(False)) == tilt.right  # nobody
    expected = np.log(tilt.left**3 * (1 - tilt.left) ** 7) - np.log(tilt.right**3 * (1 - tilt.right) ** 7)
    assert pytest.approx(expected) == float(tilt.evidence(np.array(3), 10))


def by_people(values, rng, level, blocks):
    """One run as it is told: people in random order, a block at each weighted median, weights on a fine grid."""
    tilt, cells = Tilt.of(COIN, level, level), 2**12
    grid = np.zeros(cells)
    for block in np.array_split(rng.permutation(values), blocks):
        mass = np.exp(grid - grid.max())
        place = int(np.searchsorted(np.cumsum(mass), mass.sum() / 2)) + 1
        truths = block <= -1 + 2 * place / cells
        answers = rng.random(block.size) < np.where(truths, COIN.p_yes(True), COIN.p_yes(False))
        grid[:place] += float(tilt.evidence(np.array(int(answers.sum())), block.size))
    mass = np.exp(grid - grid.max())
    return -1 + 2 * (np.searchsorted(np.cumsum(mass), mass.sum() / 2) + 0.5) / cells


def test_counts_follow_the_law_of_people_asked_block_by_block():
    values, runs, rng = np.linspace(-0.2, 0.9, 2048), 200, np.random.default_rng(2)
    rival = NoisySearch(3, blocks=64)
    people = np.array([by_people(values, rng, asking.low_level(3, 2048, COIN), 64) for _ in range(runs)])
    counts = rival.estimates(Population.of(values), Domain(-1, 1), Epsilon.of(1), runs, rng)
    # five standard errors: a false alarm in 1.7 million
    assert abs(people.mean() - counts.mean()) < 5 * np.hypot(people.std(), counts.std()) / np.sqrt(runs)


def test_the_search_ends_at_the_quantile_it_looks_for():
    people, domain = Population.beta(1, 1, start=-0.2, width=1, people=2**16), Domain(-1, 1)
    level = asking.low_level(20, 2**16, COIN)
    estimates = NoisySearch(20).estimates(people, domain, Epsilon.of(1), 200, np.random.default_rng(1))
    # 200 runs with a deviation of some 0.004 each; a tenth of the level is more than five standard errors
    assert pytest.approx(-0.2 + level, abs=level / 10) == float(np.median(estimates))


def test_everyone_is_asked_once_even_where_blocks_do_not_divide_them():
    _, places = learn(
        Population.of(np.zeros(103)), Domain(-1, 1), Tilt.of(COIN, 0.2, 0.2), 0.5, 103, 10, 4, np.random.default_rng(1)
    )
    assert (4, 10) == places.shape
