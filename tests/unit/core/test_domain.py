"""Domain: an interval, the end of it that is searched for, and the step of integer-like data."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.domain import Domain
from lowwater.errors import BadData, BadDomain

AGES = Domain(0, 4, step=1)
NO_NUMBERS = [math.nan, True, "3", b"3", bytearray(b"3"), np.True_, None, [3], 3j]
NO_ENDS = [*NO_NUMBERS, math.inf, -math.inf, 10**400]
UNSAID = "this value is no number in the domain [0, 4], and the terms do not clamp it"
NO_STEPS = [0, -1, 5, math.nan, math.inf, True, "1", [1]]


@pytest.mark.parametrize("end", NO_ENDS, ids=lambda end: repr(end)[:20])
def test_ends_that_are_no_finite_numbers_are_refused_by_their_value(end):
    with pytest.raises(BadDomain, match=re.escape(f"({end!r}, 1000)")):
        Domain(end, 1000)
    with pytest.raises(BadDomain, match=re.escape(f"(-1000, {end!r})")):
        Domain(-1000, end)


@pytest.mark.parametrize("ends", [(1, 1), (2, 1), (-1e308, 1e308)])
def test_the_ends_come_in_order_and_a_finite_way_apart(ends):
    with pytest.raises(BadDomain, match=re.escape(repr(ends))):
        Domain(*ends)


@pytest.mark.parametrize("direction", ["up", "", None, True])
def test_the_direction_is_minimum_or_maximum(direction):
    with pytest.raises(BadDomain, match=f"direction={direction!r}"):
        Domain(0, 1, direction)


@pytest.mark.parametrize("step", NO_STEPS, ids=repr)
def test_a_step_is_positive_and_at_most_the_width(step):
    with pytest.raises(BadDomain, match=re.escape(f"step={step!r}; it must be positive")):
        Domain(0, 4, step=step)


@pytest.mark.parametrize("step", [0.3, 3, 1e-300])
def test_a_step_divides_the_domain_evenly(step):
    with pytest.raises(BadDomain, match=f"step={step!r} does not divide"):
        Domain(0, 4, step=step)


def test_ends_and_step_become_floats():
    assert [float] * 3 == [type(number) for number in (AGES.lo, AGES.hi, AGES.step)]


def test_a_pair_is_read_and_a_domain_taken_as_it_is():
    assert Domain(0, 4) == Domain.of((0, 4)) == Domain.of([0, 4])
    assert AGES is Domain.of(AGES)
    assert AGES == Domain.of((0, 4), step=1) == Domain.of(Domain(0, 4), step=1)


@pytest.mark.parametrize("ends", [5, None, (1,), (1, 2, 3), ()])
def test_what_is_no_pair_is_refused_by_its_value(ends):
    with pytest.raises(BadDomain, match=re.escape(f"domain={ends!r}")):
        Domain.of(ends)


def test_the_same_interval_can_be_searched_for_its_other_end():
    assert Domain(0, 4, "maximum", 1) == AGES.looking_for("maximum")


def test_only_data_with_a_step_have_a_number_of_values():
    assert 5 == AGES.values
    assert 11 == Domain(0, 1, step=0.1).values
    assert Domain(0, 4).values is None


@pytest.mark.parametrize("outside", ["refuse", "clamp"])
def test_a_value_inside_is_admitted_as_it_is(outside):
    assert [0.0, 2.5, 4.0] == [AGES.admit(value, outside) for value in (0, 2.5, 4)]


@pytest.mark.parametrize("value", [-0.1, 4.1, math.inf, -math.inf, 10**400], ids=lambda value: repr(value)[:20])
def test_a_value_outside_is_refused_without_naming_it(value):
    with pytest.raises(BadData) as refusal:
        AGES.admit(value)
    assert UNSAID == str(refusal.value)


@pytest.mark.parametrize(("value", "clamped"), [(-0.1, 0), (9, 4), (math.inf, 4), (-math.inf, 0)])
def test_a_value_outside_is_clamped_where_the_terms_say_so(value, clamped):
    assert clamped == AGES.admit(value, "clamp")


@pytest.mark.parametrize("outside", ["refuse", "clamp"])
@pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
def test_what_is_no_number_is_refused_always_without_naming_it(value, outside):
    with pytest.raises(BadData) as refusal:
        AGES.admit(value, outside)
    assert UNSAID == str(refusal.value)


def test_a_value_at_the_threshold_counts_in_both_directions():
    assert [True, True, False] == [AGES.truth(value, (2.0,)) for value in (1, 2, 3)]
    assert [False, True, True] == [AGES.looking_for("maximum").truth(value, (2.0,)) for value in (1, 2, 3)]


def test_edges_count_from_the_end_that_is_searched_for():
    domain = Domain(-1, 3)
    assert [-1, 0, 1, 2, 3] == [domain.edge(index, 4) for index in range(5)]
    assert [3, 2, 1, 0, -1] == [domain.looking_for("maximum").edge(index, 4) for index in range(5)]


def test_edges_of_data_with_a_step_stand_between_the_values():
    assert [-0.5, 0.5, 1.5] == [AGES.edge(index, 5) for index in range(3)]
    assert [4.5, 3.5, 2.5] == [AGES.looking_for("maximum").edge(index, 5) for index in range(3)]


@pytest.mark.parametrize("lo", [0, 2**51, 2**52, 2**53])
def test_no_value_stands_at_a_threshold_however_large_the_values(lo):
    try:
        domain = Domain(lo, lo + 4, step=1)
    except BadDomain:
        return  # to refuse a step that doubles cannot halve is as good
    assert not {domain.edge(index, 5) for index in range(1, 5)} & {float(lo + index) for index in range(5)}


def test_a_nought_is_never_negative():
    assert "0.0" == str(Domain(-1, 1, "maximum").edge(1, 2))


def test_edges_and_middles_take_arrays():
    assert [-0.5, 0.5] == list(AGES.edge(np.arange(2), 5))
    assert [0.0, 2.0] == list(AGES.middle(np.array([-0.5, 0.5]), np.array([0.5, 3.5])))


@given(st.integers(0, 31), st.integers(1, 32))
def test_the_middle_of_a_cell_is_a_value_of_the_data_inside_it(left, width):
    domain = Domain(10, 13.1, step=0.1)
    low, high = domain.edge(left, 32), domain.edge(min(left + width, 32), 32)
    middle = domain.middle(low, high)
    assert low <= middle <= high
    assert math.isclose(round((middle - 10) * 10), (middle - 10) * 10, abs_tol=1e-9)


@given(st.integers(0, 9), st.integers(1, 10))
def test_the_middle_of_a_stepped_cell_for_a_maximum_mirrors_that_for_a_minimum(left, width):
    domain, right = Domain(0, 9, step=1), min(left + width, 10)
    middles = [
        towards.middle(*sorted(towards.edge(index, 10) for index in (left, right)))
        for towards in (domain, domain.looking_for("maximum"))
    ]
    assert 9 == sum(middles)


def test_the_middle_of_a_cell_without_a_step_is_halfway():
    assert 1.25 == Domain(0, 4).middle(1.0, 1.5)
