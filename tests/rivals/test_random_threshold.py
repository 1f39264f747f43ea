"""Random thresholds, and the rising fit."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.population import Population
from lowwater.rivals import asking
from lowwater.rivals.random_threshold import RandomThreshold, first_step, rising, step_at


def fitted(sums, weights):
    """The fit at every point."""
    steps = rising(np.asarray(sums, dtype=float), np.asarray(weights))
    ends = [start for start, _, _ in steps[1:]] + [len(sums)]
    return np.concatenate([[t / w] * (end - start) for (start, t, w), end in zip(steps, ends, strict=True)])


def test_the_fit_is_the_max_of_starts_of_the_min_of_ends():
    rng = np.random.default_rng(1)
    for _ in range(20):
        weights, means = rng.integers(1, 6, 12), rng.normal(0, 1, 12)
        windows = np.array([
            [np.average(means[j : end + 1], weights=weights[j : end + 1]) if j <= end else np.inf for end in range(12)]
            for j in range(12)
        ])  # fmt: skip
        expected = [max(windows[j, i:].min() for j in range(i + 1)) for i in range(12)]
        assert pytest.approx(expected) == fitted(means * weights, weights)


def test_rising_shares_stay_as_they_are_and_falling_ones_are_pooled():
    assert [1.0, 2.0, 3.0] == fitted([1, 2, 3], [1, 1, 1]).tolist()
    assert [2.0, 2.0, 2.0] == fitted([3, 2, 1], [1, 1, 1]).tolist()
    assert [1.0, 2.5, 2.5] == fitted([1, 6, 4], [1, 2, 2]).tolist()


def test_a_threshold_that_nobody_got_says_nothing():
    assert [(1, 2.0, 2), (3, 6.0, 2)] == rising(np.array([0.0, 2.0, 0.0, 6.0]), np.array([0, 2, 0, 2]))


def test_the_first_step_is_the_first_that_is_high_for_its_people():
    sums, weights = np.array([0.0, 3.0, 3.5, 40.0]), np.array([10, 10, 10, 10])
    assert [1, 3, 3] == [first_step(sums, weights, bar) for bar in (0.5, 5.0, 100.0)]


def by_people(values, thresholds, coin, deviations, rng):
    """One survey as it is told: everyone a threshold and a coin of their own."""
    mine = rng.integers(thresholds, size=values.size)
    truths = values <= -1 + 2 * (mine + 0.5) / thresholds
    draws = rng.random(values.size) < np.where(truths, coin.p_yes(True), coin.p_yes(False))
    asked = np.bincount(mine, minlength=thresholds)
    yes = np.bincount(mine[draws], minlength=thresholds)
    sums = (yes - asked * coin.p_yes(False)) / (coin.p_yes(True) - coin.p_yes(False))
    start = first_step(sums, asked, deviations * np.sqrt(coin.variance))
    return -1 + 2 * (start + 0.5) / thresholds


def test_counts_follow_the_law_of_people_with_a_threshold_each():
    values, runs, rng = np.linspace(-0.3, 0.8, 1500), 400, np.random.default_rng(1)
    coin, rival = asking.coin(Epsilon.of(2)), RandomThreshold(128)
    people = np.array([by_people(values, 128, coin, 3.0, rng) for _ in range(runs)])
    counts = rival.estimates(Population.of(values), Domain(-1, 1), Epsilon.of(2), runs, rng)
    # five standard errors: a false alarm in 1.7 million
    assert abs(people.mean() - counts.mean()) < 5 * np.hypot(people.std(), counts.std()) / np.sqrt(runs)


def test_debiased_answers_are_unbiased_for_the_share_at_their_threshold():
    coin = asking.coin(Epsilon.of(1))
    no, gain = coin.p_yes(False), coin.p_yes(True) - coin.p_yes(False)
    for share in (0.0, 0.3, 1.0):
        assert pytest.approx(share) == (share * coin.p_yes(True) + (1 - share) * no - no) / gain


def test_a_level_is_at_the_first_step_that_reaches_it():
    sums, people = np.array([1.0, 0.0, 6.0, 9.0]), np.array([10, 10, 10, 10])
    assert [0, 2, 2, 3, 3] == [step_at(sums, people, level) for level in (0.05, 0.06, 0.6, 0.61, 0.99)]
