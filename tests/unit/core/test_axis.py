"""Axis: numbers to places, and round numbers that have room."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.axis import CHARACTER, Axis, across, spread, upwards

FINITE = st.floats(-8e307, 8e307)


def test_ends_lie_at_the_ends():
    axis = Axis(10, 20, 100, 300)
    assert (100, 200, 300) == (axis.place(10), axis.place(15), axis.place(20))


def test_numbers_beyond_an_axis_lie_beyond_its_places():
    axis = Axis(10, 20, 100, 300)
    assert (0, 400) == (axis.place(5), axis.place(25))


@pytest.mark.parametrize(
    ("lo", "hi", "labels"),
    [
        (0, 150, ["0", "20", "40", "60", "80", "100", "120", "140"]),
        (-1, 1, ["-1", "-0.8", "-0.6", "-0.4", "-0.2", "0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (0, 3e6, ["0", "500,000", "1,000,000", "1,500,000", "2,000,000", "2,500,000", "3,000,000"]),
        (0, 1e300, ["0", "2e+299", "4e+299", "6e+299", "8e+299", "1e+300"]),
        (5, 5 + 1e-9, ["5", "5.0000000002", "5.0000000004", "5.0000000006", "5.0000000008", "5.000000001"]),
    ],
)
def test_labels_are_round_numbers_with_the_digits_that_tell_them_apart(lo, hi, labels):
    assert labels == [label for _, label in Axis(lo, hi, 0, 640).ticks()]


@given(FINITE, FINITE)
def test_labels_are_finite_differ_and_have_room(a, b):
    axis = Axis(min(a, b), max(a, b), 62, 736)
    ticks = axis.ticks()
    places, labels = [place for place, _ in ticks], [label for _, label in ticks]
    assert len(set(labels)) == len(labels) <= 640 / CHARACTER
    assert all(61.9 <= place <= 736.1 for place in places)
    assert all(
        q - p >= CHARACTER * max(len(item), len(other)) - 1e-6 for (p, item), (q, other) in itertools.pairwise(ticks)
    )


@given(FINITE, FINITE, FINITE)
def test_every_number_has_a_finite_place(a, b, number):
    assert math.isfinite(Axis(min(a, b), max(a, b), 62, 736).place(number))


@pytest.mark.parametrize(
    ("lo", "hi"), [(0.0, 0.0), (5.0, 5.0), (-7.0, -7.0), (1e300, 1e300), (0.0, 5e-324), (1.0, 1.0 + 2**-52)]
)
def test_numbers_that_are_hardly_apart_are_spread(lo, hi):
    wide = spread(lo, hi)
    assert wide[0] < lo <= hi < wide[1]
    assert spread(*wide) == wide


def test_a_label_that_would_leave_the_picture_is_left_out():
    axis = Axis(0, 100, 0, 300)
    assert ">100<" in across(axis, 0, edge=11)
    assert ">100<" not in across(axis, 0, edge=10)


def test_an_axis_upwards_counts_percents():
    assert "40 %" in upwards(Axis(0, 50, 200, 0), 60, 700)
