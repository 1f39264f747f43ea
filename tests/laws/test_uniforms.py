"""Draws that are decided by a seed and by answers: repeatable, uniform, and different for different answers."""

import numpy as np

from lowwater.search.uniforms import uniforms


def test_the_same_answers_draw_the_same_uniforms_alone_or_among_others():
    answers = np.arange(60).reshape(20, 3)
    together = uniforms(7, answers, 4)
    assert all(np.array_equal(together[i : i + 1], uniforms(7, answers[i : i + 1], 4)) for i in range(20))


def test_another_seed_or_one_answer_more_draws_others():
    answers = np.array([[3, 5, 8]])
    first = uniforms(1, answers, 2)
    assert not np.array_equal(first, uniforms(2, answers, 2))
    assert not np.array_equal(first, uniforms(1, answers + np.array([[0, 0, 1]]), 2))


def test_they_are_spread_evenly():
    drawn = uniforms(0, np.arange(100_000)[:, None], 2)
    counts = np.histogram(drawn, bins=50, range=(0, 1))[0]
    chi = ((counts - 4000.0) ** 2 / 4000.0).sum()
    assert chi < 100  # 49 degrees of freedom: a fair draw exceeds this with chance 2e-5; the seed is fixed
    assert abs(np.corrcoef(drawn.T)[0, 1]) < 0.015  # 4.7 standard errors


def test_no_uniform_at_all_is_an_empty_table():
    assert (3, 0) == uniforms(0, np.ones((3, 2), dtype=np.int64), 0).shape
