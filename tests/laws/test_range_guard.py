"""The range guard: up to which share a curve is believed, and that one pass over the points serves every limit."""

import numpy as np
import pytest

from lowwater.search.pool import Answers, pool
from lowwater.search.tail.beliefs import SEARCHING
from lowwater.search.tail.power_law_fit import SEARCH_ERROR, Fits
from lowwater.search.tail.range_guard import guarded_fit
from lowwater.search.tail.shapes import a_heap, cut_exponentials, known_law, power_laws
from lowwater.search.tail.sums import curves, logarithm

VARIANCE = 0.92
LIMITS = [0.8, 0.32, 0.128]
SHAPES = (
    power_laws(np.array([0.0625, 0.5, 1.0, 5.5]))
    .and_those(a_heap(), 0.1)
    .and_those(cut_exponentials((3.0,)), 0.1)
    .and_those(known_law(1.0, 0.7), 0.1)
)


def points(share_of, people=2e5, seed=1, runs=3):
    """Pooled answers of `runs` surveys of people of whom this share is at or below a threshold."""
    rng = np.random.default_rng(seed)
    threshold = rng.uniform(-0.9, 0.9, (runs, 20))
    noise = rng.normal(size=threshold.shape) * np.sqrt(VARIANCE / people)
    return pool(Answers(threshold, share_of(threshold) + noise, np.full(threshold.shape, people)), VARIANCE)


def columns(answers):
    """The column of each run's upper limit, and minima from it down to -1."""
    right = np.argmax(answers.significance >= 4.5, axis=1)
    upper = answers.threshold[np.arange(len(right)), right]
    return right, upper[:, None] - np.geomspace(1e-3, 1, 9) * (upper[:, None] + 1)


def tail(t):
    return np.clip((t + 0.5) / 1.2, 0, 1) ** 1.3


def test_one_pass_over_the_points_finds_what_a_pass_for_each_limit_finds(monkeypatch):
    answers = points(tail)
    right, minimum = columns(answers)
    runs = np.array([0, 2])

    def fits():
        return Fits(answers, right, minimum, SHAPES, VARIANCE, SEARCH_ERROR, LIMITS)

    once = [fits().up_to(index, runs) for index in range(3)]
    monkeypatch.setattr(Fits, "_free", property(lambda self: self.shapes.heap[: self.shapes.straight]))
    for fit, each in zip(once, [fits().up_to(index, runs) for index in range(3)], strict=True):
        assert pytest.approx(each.misfit, rel=1e-8, abs=1e-8) == fit.misfit
        assert pytest.approx(each.constant, rel=1e-9) == fit.constant
        assert list(each.used) == list(fit.used)


def test_a_point_before_the_minimum_has_nobody_whatever_the_exponent():
    log = logarithm(np.array([[[-0.1, 0.0, 0.25, 1.0]]]))
    for curve in curves(SHAPES.at(SHAPES.scale_free), log):
        assert [0, 0] == list(curve[0, 0, :2])
        assert curve[0, 0, 3] == pytest.approx(1.0)


def test_evenly_spaced_exponents_give_the_powers_that_they_stand_for():
    ratio = np.array([[[1e-4, 0.3, 0.9]]])
    laws = SEARCHING.shapes.at(np.flatnonzero(SEARCHING.shapes.scale_free & ~SEARCHING.shapes.heap))
    for exponent, curve in zip(laws.exponent, curves(laws, logarithm(ratio)), strict=True):
        assert pytest.approx(ratio[0, 0] ** exponent) == curve[0, 0]


def test_a_law_that_holds_up_to_the_top_is_believed_there():
    answers = points(tail, people=2e4)
    guarded = guarded_fit(answers, *columns(answers), SEARCHING.shapes, VARIANCE, SEARCH_ERROR)
    assert [0.8] * 3 == list(guarded.believed)


def test_a_law_that_holds_near_the_minimum_alone_is_believed_there_alone():
    answers = points(lambda t: np.where(t < 0, 0.1 * np.clip(t + 0.5, 0, 1), 0.05 + 0.9 * (t > 0.3)), people=1e7)
    guarded = guarded_fit(answers, *columns(answers), SEARCHING.shapes, VARIANCE, SEARCH_ERROR)
    assert np.all(guarded.believed < 0.2)
    assert np.all([score.min() >= 0 for _, _, score in guarded.tried])


def test_limits_whose_price_alone_exceeds_the_best_score_are_not_tried():
    answers = points(lambda t: np.clip(t + 0.5, 0, 1) ** 3, people=1e6, runs=40)
    guarded = guarded_fit(answers, *columns(answers), SEARCHING.shapes, VARIANCE, SEARCH_ERROR)
    first, tries = guarded.tried[0][2], np.zeros(40)
    for rows, misfit, score in guarded.tried[1:]:
        assert np.all(score - misfit.min(axis=1) < first[rows])
        tries[rows] += 1
    assert 0 < tries.mean() < 6  # of the limits from .32 down to .0005
