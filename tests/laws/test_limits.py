"""Clopper and Pearson's limits: against the beta law, and by counting how often they are wrong."""

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta

from lowwater.core.tally import Tally
from lowwater.law.limits import at_least, at_most, limits


@given(st.integers(1, 10**6), st.floats(0, 1), st.floats(1e-9, 0.5))
@settings(max_examples=60)
def test_the_limits_are_quantiles_of_the_beta_law(total, share, miss):
    yes = round(share * total)
    tally = Tally.of(yes, total)
    lower = beta.ppf(miss, yes, total - yes + 1) if yes else 0.0
    upper = beta.ppf(1 - miss, yes + 1, total - yes) if yes < total else 1.0
    assert pytest.approx(lower, rel=1e-6, abs=1e-10) == at_least(tally, miss)
    assert pytest.approx(upper, rel=1e-6, abs=1e-7) == at_most(tally, miss)  # 1 - miss is what scipy makes of it


def agree(total, miss):
    """Hold the limits of every tally of `total` people against the beta law."""
    for yes in range(1, total + 1):
        expected = beta.ppf(miss, yes, total - yes + 1)
        assert pytest.approx(expected, abs=1e-12) == at_least(Tally.of(yes, total), miss)
        assert pytest.approx(1 - expected, abs=1e-12) == at_most(Tally.of(total - yes, total), miss)


@pytest.mark.parametrize("miss", [0.001, 0.05, 0.3])
@pytest.mark.parametrize("total", [1, 2, 3, 7, 12])
def test_small_tallies_agree_to_ten_digits(total, miss):
    agree(total, miss)


@pytest.mark.long
@pytest.mark.parametrize("miss", [0.001, 0.05, 0.3])
def test_all_tallies_of_twenty_people_and_fewer_agree_to_ten_digits(miss):
    for total in range(1, 21):
        agree(total, miss)


@pytest.mark.parametrize("miss", [0.01, 0.1, 0.4])
@pytest.mark.parametrize("total", [1, 5, 12, pytest.param(30, marks=pytest.mark.long)])
def test_the_limits_are_wrong_no_more_often_than_they_say(total, miss):
    lower = [at_least(Tally.of(yes, total), miss) for yes in range(total + 1)]
    upper = [at_most(Tally.of(yes, total), miss) for yes in range(total + 1)]
    just_there = [limit - 1e-9 for limit in lower if limit]  # where the lower limit has only just become wrong
    for chance in [*just_there, *(k / 97 for k in range(98))]:
        law = [comb(total, yes) * chance**yes * (1 - chance) ** (total - yes) for yes in range(total + 1)]
        assert sum(law[yes] for yes in range(total + 1) if lower[yes] > chance) <= miss + 1e-12
        assert sum(law[yes] for yes in range(total + 1) if upper[yes] < chance) <= miss + 1e-12


@pytest.mark.parametrize("miss", [0.05, 1e-6])
def test_nobodys_yes_says_nothing_from_below_and_everybodys_nothing_from_above(miss):
    assert 0.0 == at_least(Tally.of(0, 10), miss)
    assert 1.0 == at_most(Tally.of(10, 10), miss)
    assert (0.0, 1.0) == (at_least(Tally.of(0, 0), miss), at_most(Tally.of(0, 0), miss))


def test_one_yes_among_a_trillion_is_told_to_ten_digits():
    expected = beta.ppf(0.05, 1, 2**40)
    assert pytest.approx(expected, rel=1e-4, abs=0) == at_least(Tally.of(1, 2**40), 0.05)


def test_limits_widen_as_less_is_missed():
    limits = [at_least(Tally.of(40, 100), miss) for miss in (0.4, 0.1, 0.01, 1e-4, 1e-8)]
    assert sorted(limits, reverse=True) == limits
    assert limits[0] < 0.4


@given(st.lists(st.tuples(st.integers(0, 10**5), st.integers(1, 10**5), st.floats(1e-7, 0.5)), min_size=1, max_size=8))
@settings(max_examples=25)
def test_many_limits_at_once_are_those_of_each(cases):
    tallies = [(min(yes, total), total, miss) for yes, total, miss in cases]
    yes, total, miss = (np.array(column) for column in zip(*tallies, strict=True))
    low, high = limits(yes, total, miss, miss)
    assert [at_least(Tally.of(y, n), m) for y, n, m in tallies] == pytest.approx(low, abs=1e-12)
    assert [at_most(Tally.of(y, n), m) for y, n, m in tallies] == pytest.approx(high, abs=1e-12)
