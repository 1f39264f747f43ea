"""The posterior of a power law: right where it must be, and no more certain than the answers are."""

from dataclasses import replace

import numpy as np
import pytest

from lowwater.search.level import pooled_level
from lowwater.search.pool import SIGNIFICANT, Answers
from lowwater.search.tail.beliefs import REPORTING, SEARCHING
from lowwater.search.tail.particles import particles
from lowwater.search.tail.posterior import posterior_of

THRESHOLDS = np.array([[-0.9, -0.75, -0.7, -0.65, -0.6, -0.55, -0.5, 0.0]])


def exact_answers(minimum, alpha, people=1e9, width=0.8):
    """Answers without noise: the very shares of a power law."""
    shares = np.clip((THRESHOLDS - minimum) / width, 0, 1) ** alpha
    return Answers(THRESHOLDS, shares, np.full(THRESHOLDS.shape, people))


@pytest.mark.parametrize("alpha", [0.5, 1.0, 2.0])
def test_answers_without_noise_give_the_minimum(alpha):
    posterior = posterior_of(exact_answers(-0.72, alpha), 1.0, REPORTING, 96)
    assert pytest.approx(-0.72, abs=0.02) == posterior.quantile(0.5)[0]


def test_the_upper_limit_is_the_first_threshold_where_somebody_is_for_sure():
    posterior = posterior_of(exact_answers(-0.72, 1.0), 1.0, SEARCHING, 64)
    assert -0.7 == posterior.upper[0]
    nobody = Answers(THRESHOLDS, np.zeros(THRESHOLDS.shape), np.full(THRESHOLDS.shape, 100.0))
    assert 1.0 == posterior_of(nobody, 1.0, SEARCHING, 64).upper[0]


def test_fewer_people_leave_it_less_certain():
    many, few = (posterior_of(exact_answers(-0.72, 1.0, n), 1.0, REPORTING, 96) for n in (1e9, 1e5))
    spread = [item.quantile(0.95)[0] - item.quantile(0.05)[0] for item in (many, few)]
    assert spread[0] < spread[1]


def test_the_weights_are_a_distribution_and_its_quantiles_rise():
    posterior = posterior_of(exact_answers(-0.72, 1.0, 1e5), 1.0, SEARCHING, 64)
    assert pytest.approx(1.0) == posterior.weight.sum()
    quantiles = [posterior.quantile(share)[0] for share in (0.005, 0.1, 0.5, 0.9, 0.995)]
    assert sorted(quantiles) == quantiles
    assert -1 <= quantiles[0]
    assert quantiles[-1] <= posterior.upper[0]


def test_draws_follow_the_weights():
    posterior = posterior_of(exact_answers(-0.72, 1.0, 1e6), 1.0, SEARCHING, 64)
    drawn = particles(posterior, 2000, np.array([0.3])).minimum[0]
    assert abs(np.mean(drawn < posterior.quantile(0.5)[0]) - 0.5) < 0.03  # half a cell: nothing is left to chance


def test_before_anybody_is_found_every_minimum_is_as_likely_as_any_other():
    nobody = Answers(np.array([[0.0]]), np.array([[0.0]]), np.array([[1.0]]))
    posterior = posterior_of(nobody, 1e6, replace(SEARCHING, start=0.0), 64)
    assert [-0.5, 0.0, 0.5] == pytest.approx([posterior.quantile(share)[0] for share in (0.25, 0.5, 0.75)], abs=0.01)


def test_a_report_lays_its_cells_where_the_mass_is():
    answers = exact_answers(-0.72, 1.0, 1e6)
    plain, zoomed = (posterior_of(answers, 1.0, REPORTING, 96, report=report) for report in (False, True))
    low, high = plain.upper[0] - plain.quantile(0.975)[0], plain.upper[0] - plain.quantile(0.025)[0]
    inside = [np.count_nonzero((low < item.distance) & (item.distance < high)) for item in (plain, zoomed)]
    assert inside[1] > 2 * inside[0]
    assert pytest.approx(1.0) == zoomed.weight.sum()
    assert np.all(np.diff(zoomed.edges[0]) >= 0)


def test_a_report_averages_over_the_ranges_that_were_tried():
    """A few people far below a straight tail: no power law fits both, and the range that is believed is small."""
    threshold = np.linspace(-0.7, 0.9, 24)[None]
    share = np.where(threshold < -0.5, 0.0, 0.02 + 0.9 * np.clip(threshold, 0, 1))
    answers = Answers(threshold, share, np.full(threshold.shape, 1e6))
    plain, averaged = (posterior_of(answers, 1.0, REPORTING, 96, report=report) for report in (False, True))
    assert plain.believed[0] < 0.8
    assert averaged.weight.min() >= 0
    assert pytest.approx(1.0) == averaged.weight.sum()


def test_few_people_who_all_say_no_prove_little():
    """Four silent people where a third may be: were they sure to be typical, they would count for hundreds."""

    def median(silent):
        threshold, share = np.array([[-0.6, -0.5, 0.0, 0.5]]), np.array([[0.0, 0.35, 0.6, 0.9]])
        people = np.array([[silent, 4000.0, 4000.0, 4000.0]])
        return posterior_of(Answers(threshold, share, people), 0.02, REPORTING, 96).quantile(0.05)[0]

    assert median(4.0) < -0.6 < median(4000.0)


def test_a_curve_that_is_no_power_law_is_believed_less_far():
    bent = np.array([[0.0, 0.001, 0.002, 0.003, 0.004, 0.3, 0.9, 1.0]])
    posterior = posterior_of(Answers(THRESHOLDS, bent, np.full(bent.shape, 1e7)), 0.02, REPORTING, 96)
    assert posterior.believed[0] < 0.5


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
    result = pooled_level(SIGNIFICANT, np.array([10.0, 1e4, 1e9]), 0.92)
    assert pytest.approx(result) == SIGNIFICANT * np.sqrt((0.92 + result) / np.array([10.0, 1e4, 1e9]))
