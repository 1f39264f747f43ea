"""Binomial tails: exact where whole numbers can say, and to twelve digits where only forty of them could."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from lowwater.law.count import binomial_tail

FORTY_DIGITS = [  # by the continued fraction of the incomplete beta function in 50-digit arithmetic
    (31, 2125134340, 1.481097430291763e-08, 0.55755539415690129),  # scipy is wrong by 3e-8 here
    (1, 10**9 - 1, 1e-11, 0.0099501662409809499812),
    (1100560, 2**40 - 1, 1e-6, 0.1588175307025975456305),
    (14, 2**40 - 1, 1e-11, 0.2182568224395461522163),
    (100009995, 10**11 + 7, 1e-3, 0.1586674975194011829035),
    (268941421, 10**9 - 1, 0.2689414213699951, 0.5000149095564710698143),
]
A_TRILLION = [
    (26894142138, 10**11 + 7, 0.2689414213699951, 0.5000037131503585309432),
    (900000000000, 10**12, 0.9, 0.5000008422410085067399),
    (295704684935, 2**40 - 1, 0.2689414213699951, 0.1586555893588657368046),
]


def exact(cut: int, total: int, chance: float) -> float:
    p = Fraction(chance)
    return float(sum(comb(total, k) * p**k * (1 - p) ** (total - k) for k in range(max(cut, 0), total + 1)))


@given(st.integers(1, 30), st.integers(-2, 33), st.floats(0, 1))
def test_a_binomial_tail_is_the_exact_sum(total, cut, chance):
    assert pytest.approx(exact(cut, total, chance), abs=1e-14) == float(binomial_tail(cut, total, chance))


@pytest.mark.parametrize(("cut", "total", "chance", "expected"), FORTY_DIGITS)
def test_forty_digits_agree_to_twelve(cut, total, chance, expected):
    assert pytest.approx(expected, abs=1e-12) == float(binomial_tail(cut, total, chance))


@pytest.mark.parametrize(("cut", "total", "chance", "expected"), A_TRILLION)
def test_a_trillion_people_lose_no_digit(cut, total, chance, expected):
    assert pytest.approx(expected, abs=1e-12) == float(binomial_tail(cut, total, chance))


@pytest.mark.parametrize("total", [100, 2**10, 10**5, 10**7, 2**30, 2**40])
@pytest.mark.parametrize("chance", [0.001, 0.1, 0.2689414213699951, 0.5, 0.9])
def test_scipy_agrees_as_far_as_it_can(total, chance):
    for deviations in (-6.0, -2.0, -0.5, 0.0, 0.5, 2.0, 6.0):
        cut = round(total * chance + deviations * (total * chance * (1 - chance)) ** 0.5)
        got = float(binomial_tail(cut, total, chance))
        assert pytest.approx(binom.sf(cut - 1, total, chance), abs=2e-11) == got


@pytest.mark.parametrize("total", [1, 50, 2**40])
def test_chances_of_nought_and_one_leave_no_doubt(total):
    assert pytest.approx([0.0, 1.0], abs=1e-14) == binomial_tail(1, total, np.array([0.0, 1.0]))
    assert pytest.approx([0.0, 1.0], abs=1e-14) == binomial_tail(total, total, np.array([0.0, 1.0]))


@given(st.integers(1, 10**6), st.floats(0.0, 1.0), st.floats(-5, 5))
def test_the_tail_falls_with_the_cut_and_rises_with_the_chance(total, chance, deviations):
    cut = round(total * chance + deviations * (total * chance * (1 - chance)) ** 0.5)
    more = min(1.0, chance * 1.01)
    assert float(binomial_tail(cut + 1, total, chance)) <= float(binomial_tail(cut, total, chance)) + 1e-13
    assert float(binomial_tail(cut, total, chance)) <= float(binomial_tail(cut, total, more)) + 1e-13


def test_an_array_of_chances_gives_an_array_of_its_shape():
    chances = np.linspace(0, 1, 6).reshape(2, 3)
    expected = [[exact(3, 7, chance) for chance in row] for row in chances]
    assert pytest.approx(np.array(expected)) == binomial_tail(3, 7, chances)
    assert (0,) == binomial_tail(3, 7, []).shape
