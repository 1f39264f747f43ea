"""Epsilon: a loss is a whole number of nano-nats, read exactly and never rounded up."""

import math
import re
from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.errors import BadEpsilon

LOSSES = st.integers(min_value=1, max_value=10**15).map(Epsilon)
NO_LOSS = (0, 0.0, -1, -0.5, 1e-10, math.nan, math.inf, -math.inf, True, False, "", "abc", "nan", "-inf", None, [1])


@pytest.mark.parametrize("nats", [0.1, "0.1", Decimal("0.1"), Epsilon(NANO // 10)])
def test_a_loss_is_read_exactly_as_written(nats):
    assert Epsilon(100_000_000) == Epsilon.of(nats)


def test_a_large_grant_may_be_read_even_though_no_single_answer_may_cost_it():
    assert Epsilon(1000 * NANO) == Epsilon.of(1000)


@pytest.mark.parametrize("nats", NO_LOSS, ids=repr)
def test_what_is_no_positive_number_of_nats_is_refused_by_its_value(nats):
    with pytest.raises(BadEpsilon, match=re.escape(repr(nats))):
        Epsilon.of(nats)


@pytest.mark.parametrize("nats", ["1e999999", "9.9e999998"])
def test_a_number_too_huge_for_arithmetic_is_refused_by_its_value(nats):
    with pytest.raises(BadEpsilon, match=re.escape(nats)):
        Epsilon.of(nats)


@pytest.mark.parametrize("nano", [-1, 1.0, True, "1", None, math.nan, math.inf, Decimal(1)], ids=repr)
def test_nano_nats_are_whole_numbers_and_not_negative(nano):
    with pytest.raises(BadEpsilon, match=re.escape(repr(nano))):
        Epsilon(nano)


def test_what_is_below_a_nano_nat_is_rounded_down():
    assert Epsilon(1_999_999_999) == Epsilon.of("1.9999999999")


@pytest.mark.parametrize("digits", [20, 28, 40, 400])
def test_a_long_number_is_rounded_down_too(digits):
    assert Epsilon(NANO - 1) == Epsilon.of("0." + "9" * digits)


def test_a_number_just_below_a_nano_nat_is_refused_however_long_it_is():
    with pytest.raises(BadEpsilon, match=r"0\.0000000009"):
        Epsilon.of("0.000000000" + "9" * 40)


def test_the_caller_s_decimal_precision_does_not_change_a_loss():
    with localcontext(prec=3):
        assert Epsilon(1_239_900_000) == Epsilon.of("1.2399")


@given(LOSSES)
def test_a_loss_reads_back_from_its_own_text(loss):
    assert loss == Epsilon.of(str(loss))


@pytest.mark.parametrize(("nano", "text"), [(0, "0"), (1, "0.000000001"), (NANO, "1"), (100 * NANO, "100")])
def test_the_text_of_a_loss_is_short(nano, text):
    assert text == str(Epsilon(nano))


@given(LOSSES, st.integers(min_value=1, max_value=10**6))
def test_parts_never_sum_past_the_whole_and_miss_less_than_a_nano_nat_each(whole, parts):
    left_over = whole - whole.part(parts) * parts
    assert 0 <= left_over.nano < parts


@pytest.mark.parametrize("parts", [0, -1])
def test_a_grant_is_split_in_one_part_or_more(parts):
    with pytest.raises(BadEpsilon, match=f"{parts} parts"):
        Epsilon(NANO).part(parts)


@pytest.mark.parametrize("parts", [2.5, math.nan])
def test_a_grant_is_split_in_a_whole_number_of_parts(parts):
    with pytest.raises(BadEpsilon):
        Epsilon(NANO).part(parts)


def test_losses_add_subtract_and_multiply_exactly():
    assert Epsilon(7) == Epsilon(3) + Epsilon(4)
    assert Epsilon(0) == Epsilon(4) - Epsilon(4)
    assert Epsilon(12) == Epsilon(4) * 3


def test_more_cannot_be_taken_than_there_is():
    with pytest.raises(BadEpsilon, match=r"0\.000000005 nats cannot be taken from 0\.000000004"):
        Epsilon(4) - Epsilon(5)


@pytest.mark.parametrize("times", [-1, 1.5])
def test_a_loss_cannot_be_multiplied_into_nonsense(times):
    with pytest.raises(BadEpsilon):
        Epsilon(NANO) * times


def test_losses_are_ordered_and_become_floats():
    assert Epsilon(1) < Epsilon(2)
    assert 0.25 == float(Epsilon(NANO // 4))


@pytest.mark.parametrize(
    ("nano", "text"), [(0, "0 nats"), (NANO, "1 nat"), (NANO - 1, "0.999999999 nats"), (2 * NANO, "2 nats")]
)
def test_one_nat_is_a_nat_and_everything_else_is_nats(nano, text):
    assert text == Epsilon(nano).in_nats()


def test_the_words_give_the_odds_and_the_even_chance_rounded_towards_the_worse():
    expected = (  # e = 2.71828..., and e / (1 + e) = 0.73105...
        "whatever anyone believed about a person beforehand, the odds move by a factor of at most 2.719: "
        "an even chance (50 %) becomes at most 73.2 %"
    )
    assert expected == Epsilon(NANO).in_words()


@pytest.mark.parametrize("nats", [5, 15, 20, 36, 40, 100, 1000])
def test_the_words_never_promise_certainty(nats):
    assert " 100 %" not in Epsilon.of(nats).in_words()


@pytest.mark.parametrize("nats", ["0.000000001", 0.1, 1, 3, 10, 15])
def test_the_words_never_promise_more_privacy_than_there_is(nats):
    odds, even = re.findall(r"at most ([\d,.e+]+)", Epsilon.of(nats).in_words())
    exact = Decimal(str(nats)).exp()
    assert exact <= Decimal(odds.replace(",", ""))
    assert 100 * exact / (1 + exact) <= Decimal(even)


def test_a_loss_too_large_for_a_float_still_has_words():
    assert "the odds" in Epsilon(10**400).in_words()


def test_a_number_too_long_to_print_is_refused_all_the_same():
    with pytest.raises(BadEpsilon, match="too long to print"):
        Epsilon.of(10**5000)


@pytest.mark.parametrize(
    ("nats", "words"),
    [
        ("1", "an even chance (50 %) becomes at most 73.2 %"),
        ("0.1", "an even chance (50 %) becomes at most 52.5 %"),
        ("100", "an even chance (50 %) becomes near certainty"),
    ],
)
def test_a_loss_says_what_it_makes_of_an_even_chance(nats, words):
    assert words == Epsilon.of(nats).in_chance()
