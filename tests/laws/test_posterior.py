"""The posterior of a power law: right where it must be, and no more certain than the answers are."""

import numpy as np
import pytest

from lowwater.search.level import pooled_level
from lowwater.search.pool import Answers
from lowwater.search.posterior import REPORTING, SEARCHING, SIGNIFICANT, posterior_of

THRESHOLDS = np.array([[-0.9, -0.75, -0.7, -0.65, -0.6, -0.55, -0.5, 0.0]])


def exact_answers(minimum, alpha, people=1e9, width=0.8):
    """Answers without noise: the very shares of a power law."""
    shares = np.clip((THRESHOLDS - minimum) / width, 0, 1) ** alpha
    return Answers(THRESHOLDS, shares, np.full(THRESHOLDS.shape, people))


@pytest.mark.parametrize("alpha", [0.5, 1.0, 2.0])
def test_answers_without_noise_give_the_minimum(alpha):
    found = posterior_of(exact_answers(-0.72, alpha), 1.0, REPORTING, 96)
    assert pytest.approx(-0.72, abs=0.02) == found.quantile(0.5)[0]


def test_the_upper_limit_is_the_first_threshold_where_somebody_is_for_sure():
    found = posterior_of(exact_answers(-0.72, 1.0), 1.0, SEARCHING, 64)
    assert -0.7 == found.upper[0]
    nobody = Answers(THRESHOLDS, np.zeros(THRESHOLDS.shape), np.full(THRESHOLDS.shape, 100.0))
    assert 1.0 == posterior_of(nobody, 1.0, SEARCHING, 64).upper[0]


def test_fewer_people_leave_it_less_certain():
    many, few = (posterior_of(exact_answers(-0.72, 1.0, n), 1.0, REPORTING, 96) for n in (1e9, 1e5))
    spread = [found.quantile(0.95)[0] - found.quantile(0.05)[0] for found in (many, few)]
    assert spread[0] < spread[1]


def test_the_weights_are_a_distribution_and_its_quantiles_rise():
    found = posterior_of(exact_answers(-0.72, 1.0, 1e5), 1.0, SEARCHING, 64)
    assert pytest.approx(1.0) == found.weight.sum()
    quantiles = [found.quantile(share)[0] for share in (0.005, 0.1, 0.5, 0.9, 0.995)]
    assert sorted(quantiles) == quantiles
    assert -1 <= quantiles[0]
    assert quantiles[-1] <= found.upper[0]


def test_draws_follow_the_weights():
    found = posterior_of(exact_answers(-0.72, 1.0, 1e6), 1.0, SEARCHING, 64)
    rng = np.random.default_rng(3)
    drawn = [found.draw(rng.random(1), rng.random(1))[0][0] for _ in range(2000)]
    below = np.mean(np.array(drawn) < found.quantile(0.5)[0])
    assert abs(below - 0.5) < 0.06  # 5 standard errors of 2000 draws, and half a cell; the seed is fixed


def test_few_people_who_all_say_no_prove_little():
    """Four silent people where a third may be: were they sure to be typical, they would count for hundreds."""

    def median(silent):
        threshold, share = np.array([[-0.6, -0.5, 0.0, 0.5]]), np.array([[0.0, 0.35, 0.6, 0.9]])
        people = np.array([[silent, 4000.0, 4000.0, 4000.0]])
        return posterior_of(Answers(threshold, share, people), 0.02, REPORTING, 96).quantile(0.05)[0]

    assert median(4.0) < -0.6 < median(4000.0)


def test_a_curve_that_is_no_power_law_is_believed_less_far():
    bent = np.array([[0.0, 0.001, 0.002, 0.003, 0.004, 0.3, 0.9, 1.0]])
    found = posterior_of(Answers(THRESHOLDS, bent, np.full(bent.shape, 1e7)), 0.02, REPORTING, 96)
    assert found.believed[0] < 0.5


def test_many_runs_at_once_are_the_runs_one_by_one():
    rng = np.random.default_rng(5)
    answers = Answers(
        np.sort(rng.uniform(-1, 1, (70, 9))),
        rng.normal(0.3, 0.3, (70, 9)),
        rng.integers(5, 5000, (70, 9)).astype(float),
    )
    together = posterior_of(answers, 0.5, SEARCHING, 64)
    for run in (0, 33, 69):
        alone = posterior_of(Answers(*(column[run : run + 1] for column in answers)), 0.5, SEARCHING, 64)
        assert np.array_equal(together.weight[run], alone.weight[0])


def test_a_level_solves_its_equation():
    found = pooled_level(SIGNIFICANT, np.array([10.0, 1e4, 1e9]), 0.92)
    assert pytest.approx(found) == SIGNIFICANT * np.sqrt((0.92 + found) / np.array([10.0, 1e4, 1e9]))
