"""Shapes: the curves of every family, and what the posterior makes of people who follow each."""

import numpy as np
import pytest
from scipy import stats

from lowwater.search.pool import Answers
from lowwater.search.tail.beliefs import REPORTING
from lowwater.search.tail.posterior import posterior_of
from lowwater.search.tail.shapes import a_heap, bent_laws, cut_exponentials, cut_normals, known_law, power_laws

EVERY = (
    power_laws(np.array([0.5, 2.0]))
    .and_those(a_heap(), 0.1)
    .and_those(cut_exponentials((1.5, 3.0)), 0.2)
    .and_those(cut_normals((2.0, 3.0)), 0.2)
    .and_those(known_law(1.0), 0.5)
    .and_those(bent_laws(np.array([1.0, 2.0]), (0.5,)), 0.1)
)
RATIO = np.array([1e-6, 0.01, 0.2, 0.7, 1.0])


def curves(shapes):
    return np.concatenate(
        [shapes.at(rows).curves(np.log(RATIO)[None, None, None])[0, :, 0] for rows in shapes.alike(9)]
    )


def test_every_shape_rises_to_one_at_the_top():
    assert np.all(np.diff(curves(EVERY), axis=1) >= 0)
    assert pytest.approx(np.ones(EVERY.prior.size)) == curves(EVERY)[:, -1]


def test_a_heap_has_everybody_from_its_minimum_on_and_nobody_before():
    assert np.ones(RATIO.size) == pytest.approx(curves(a_heap())[0])
    assert 0.0 == a_heap().curves(np.log(np.array([[[[1e-30]]]])))[0, 0, 0, 0]
    assert [0, 1, 1] == list(a_heap().at(np.array([[0, 0]])).shares(np.array([[[0, 0], [0.1, 0.1], [1, 1]]]))[0, :, 0])


def test_a_cut_exponential_is_an_exponential_less_what_was_cut_off():
    cut = (np.exp(3.0 * RATIO) - 1) / (np.exp(3.0) - 1)
    assert cut == pytest.approx(curves(cut_exponentials((3.0,)))[0])


@pytest.mark.parametrize("deviations", [2.0, 3.0])
def test_a_cut_normal_law_is_a_normal_one_less_what_was_cut_off(deviations):
    up_to = stats.norm.cdf(RATIO * (deviations + 0.84) - deviations) - stats.norm.cdf(-deviations)
    cut = up_to / (stats.norm.cdf(0.84) - stats.norm.cdf(-deviations))
    assert cut == pytest.approx(curves(cut_normals((deviations,)))[0], abs=1e-7)


def test_beyond_the_top_a_cut_normal_law_goes_on_until_nobody_is_left():
    law = cut_normals((3.0,)).at(np.zeros((1, 4), dtype=int))
    ends = law.shares(np.array([[[0.0, 1.0, 3.9, 1e9]]]))[0, 0]
    assert [0, 1] == pytest.approx(ends[:2])
    assert ends[2:] == pytest.approx(1 / (stats.norm.cdf(0.84) - stats.norm.cdf(-3)), rel=2e-3)


def test_the_more_an_exponential_grows_the_less_likely_it_is():
    assert [2 / 3, 1 / 3] == pytest.approx(cut_exponentials((1.5, 3.0)).prior)


def test_rows_that_are_alike_are_taken_together_and_none_is_left_out():
    taken = [list(range(EVERY.prior.size))[rows] for rows in EVERY.at(slice(EVERY.straight)).alike(2)]
    assert [[0, 1], [2], [3, 4], [5, 6], [7, 8], [9]] == taken


def test_draws_have_the_shares_of_their_curves():
    each = EVERY.at(np.arange(EVERY.prior.size)[None])
    assert curves(EVERY).T == pytest.approx(each.shares(np.tile(RATIO[:, None], EVERY.prior.size)[None])[0])


def answers(share_of, people=1e8):
    """Answers without noise of people of whom this share is at or below a threshold."""
    threshold = np.concatenate([np.linspace(-0.9, 0.6, 16), np.linspace(-0.52, -0.42, 6)])[None]
    return Answers(threshold, share_of(threshold), np.full(threshold.shape, people))


def test_people_who_share_a_number_far_below_all_others_are_taken_for_a_heap():
    heap = answers(lambda t: np.where(t >= -0.47, 0.01, 0) + np.clip(t, 0, 0.5) * 1.98)
    posterior = posterior_of(heap, 1.0, REPORTING, 96, report=True)
    assert posterior.by_shape[0, posterior.shapes.heap].sum() > 0.9
    assert posterior.below[0] <= posterior.quantile(0.35)[0] <= posterior.upper[0] == pytest.approx(-0.46)


def test_an_exponential_tail_that_was_cut_off_is_not_continued_beyond_its_end():
    grown = answers(lambda t: np.expm1(np.clip(t + 0.47, 0, 1) * 5) / np.expm1(5))
    posterior = posterior_of(grown, 1.0, REPORTING, 96, report=True)
    assert posterior.by_shape[0, posterior.shapes.growth > 0].sum() > 0.9
    assert pytest.approx(-0.47, abs=0.01) == posterior.quantile(0.35)[0]


def test_a_normal_tail_that_was_cut_off_is_not_continued_beyond_its_end():
    low = stats.norm.cdf(-3)
    cut = answers(lambda t: np.clip((stats.norm.cdf(np.clip((t + 0.47) / 0.2 - 3, -3, 8)) - low) / (1 - low), 0, 1))
    posterior = posterior_of(cut, 1.0, REPORTING, 96, report=True)
    assert posterior.by_shape[0, posterior.shapes.cut > 0].sum() > 0.9
    assert pytest.approx(-0.47, abs=0.01) == posterior.quantile(0.35)[0]


def test_heaps_have_the_weight_of_all_laws_and_less_of_it_the_further_below_the_gap():
    distance = np.array([[0.01, 0.1, 0.4, 1.6]])
    cells = np.diff(np.array([[0.0, 0.02, 0.2, 0.8, 3.2]])) / np.sqrt(distance)
    seen = REPORTING.of_heaps(
        cells, distance, distance, np.array([1.0]), np.array([0.2]), np.array([True]), np.array([0.01])
    )
    heaps = seen.weight
    assert pytest.approx(cells.sum()) == heaps.sum()
    tilt = (heaps / cells)[0]
    assert pytest.approx(2.0) == tilt[2] / tilt[3]  # beyond the gap distance ** -0.5
    assert pytest.approx(np.sqrt(10)) == tilt[1] / tilt[0]  # within the gap heaps are uniform
