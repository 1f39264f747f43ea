"""Pooled shares rise with the threshold, and their significance is what it says."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lowwater.search.pool import KNOWN, NOBODY, Answers, deviations_above_zero, pool

columns = st.integers(1, 9).flatmap(
    lambda size: st.tuples(
        st.lists(st.floats(-0.99, 0.99), min_size=size, max_size=size),
        st.lists(st.floats(-0.5, 1.5), min_size=size, max_size=size),
        st.lists(st.integers(1, 10**6), min_size=size, max_size=size),
    )
)


def naive(windows):
    """max over starts j <= i of min over ends l >= i, as it is written."""
    size = len(windows)
    return [max(min(windows[j][last] for last in range(i, size)) for j in range(i + 1)) for i in range(size)]


@given(columns)
def test_pooling_is_the_max_of_the_min_over_windows(given_columns):
    threshold, share, people = (np.array([column], dtype=float) for column in given_columns)
    points = pool(Answers(threshold, share, people), 0.9)
    places = np.unique(threshold[0])  # what was asked twice at one threshold is one question
    n = np.array([people[0][threshold[0] == place].sum() for place in places])
    s = np.array([np.dot(people[0], share[0] * (threshold[0] == place)) for place in places]) / n
    means = [
        [np.dot(n[j : i + 1], s[j : i + 1]) / n[j : i + 1].sum() if i >= j else 0 for i in range(n.size)]
        for j in range(n.size)
    ]
    assert np.allclose(np.clip(naive(means), 0, 1), points.pooled[0, -1 - n.size : -1])
    sure = [
        [
            np.dot(n[j : i + 1], s[j : i + 1]) / np.sqrt(0.9 * n[j : i + 1].sum() + 1) if i >= j else 0
            for i in range(n.size)
        ]
        for j in range(n.size)
    ]
    assert np.allclose(naive(sure), points.significance[0, -1 - n.size : -1])


@given(columns)
def test_pooled_shares_never_fall(given_columns):
    points = pool(Answers(*(np.array([column], dtype=float) for column in given_columns)), 0.1)
    assert np.all(np.diff(points.pooled[0]) >= -1e-12)


def test_the_domains_end_is_known_without_asking():
    points = pool(Answers(np.array([[0.0]]), np.array([[0.2]]), np.array([[5.0]])), 1.0)
    assert (1.0, 1.0, KNOWN, 1.0) == (
        points.threshold[0, -1],
        points.share[0, -1],
        points.people[0, -1],
        points.pooled[0, -1],
    )


def test_one_lucky_batch_is_less_sure_than_two():
    item = deviations_above_zero(np.array([[0.1]]), np.array([[1000.0]]), 1.0)
    two = deviations_above_zero(np.array([[0.1, 0.1]]), np.array([[1000.0, 1000.0]]), 1.0)
    assert item[0, 0] < two[0, 1]


def test_a_threshold_asked_twice_is_one_question_with_all_its_people():
    twice = pool(
        Answers(np.array([[0.25, 0.5, 0.25]]), np.array([[0.1, 0.6, 0.4]]), np.array([[10.0, 5.0, 20.0]])), 1.0
    )
    once = pool(Answers(np.array([[0.25, 0.5]]), np.array([[0.3, 0.6]]), np.array([[30.0, 5.0]])), 1.0)
    for column, expected in zip(twice, once, strict=True):
        assert np.allclose(expected[0], column[0, 1:])
    assert (-1.0, NOBODY) == (twice.threshold[0, 0], twice.people[0, 0])
