"""Levels: what sends a search left, and the count at which it turns, checked with fractions."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import HONEST, SCALE, Randomizer, randomized_response
from lowwater.errors import BadPlan
from lowwater.law.count import binomial_tail
from lowwater.search.level import LEVELS, Concentration, Deviations, ExactTail, Quantile, from_json, to_json

KINDS = [Quantile(0.0), Quantile(0.3), Concentration(2.0), Deviations(), Deviations(2.5, 1.0), ExactTail(0.01)]
RANDOMIZERS = [randomized_response(Epsilon.of(nats)) for nats in (0.1, 1, 4)] + [
    Randomizer.binary(SCALE // 2, SCALE // 50)
]
TOTALS = [1, 10, 100, 1000, 10**5, 10**8, 2**40]


def share(yes: int, total: int, randomizer: Randomizer) -> Fraction:
    return Fraction(yes * SCALE - total * randomizer.if_no, total * (randomizer.if_yes - randomizer.if_no))


@given(st.sampled_from(KINDS[:5]), st.sampled_from(RANDOMIZERS), st.integers(1, 10**7), st.floats(0, 1))
def test_the_cut_is_the_least_count_whose_share_reaches_the_level(level, randomizer, total, progress):
    cut, wanted = level.cut(progress, total, randomizer), Fraction(level.level(progress, total, randomizer))
    assert share(cut, total, randomizer) >= wanted
    assert cut == 1 or share(cut - 1, total, randomizer) < wanted


@pytest.mark.parametrize("randomizer", RANDOMIZERS, ids=str)
@pytest.mark.parametrize("level", KINDS, ids=str)
def test_the_cut_never_falls_as_more_people_answer(level, randomizer):
    cuts = [level.cut(0.5, total, randomizer) for total in TOTALS]
    assert sorted(cuts) == cuts


@pytest.mark.parametrize("randomizer", RANDOMIZERS, ids=str)
@pytest.mark.parametrize("level", KINDS[2:], ids=str)
def test_the_level_falls_as_more_people_answer(level, randomizer):
    levels = [level.level(0.5, total, randomizer) for total in TOTALS[2:]]
    assert sorted(levels, reverse=True) == levels
    assert levels[-1] < 1e-3


def test_a_quantile_stays_where_it_is():
    assert {0.3} == {Quantile(0.3).level(0.5, total, RANDOMIZERS[1]) for total in TOTALS}


@pytest.mark.parametrize("total", TOTALS)
def test_a_level_of_nought_wants_a_single_honest_yes(total):
    assert 1 == Quantile(0.0).cut(0.0, total, HONEST)


@given(st.floats(0.5, 6), st.floats(0.5, 6), st.floats(0, 1), st.integers(1, 10**9), st.sampled_from(RANDOMIZERS))
def test_deviations_solve_their_equation(first, last, progress, total, randomizer):
    g = Deviations(first, last).level(progress, total, randomizer)
    c = first + (last - first) * progress
    assert pytest.approx(c * math.sqrt((randomizer.variance + g) / total), rel=1e-12) == g


@pytest.mark.parametrize("nats", [0.125, 1, 4])
def test_the_variance_in_it_is_that_of_randomized_response(nats):
    expected = 1 / (4 * math.sinh(nats / 2) ** 2)
    assert pytest.approx(expected, rel=1e-9) == randomized_response(Epsilon.of(nats)).variance


def test_a_late_mistake_costs_less_so_a_late_level_is_lower():
    levels = [Deviations().level(progress, 1000, RANDOMIZERS[1]) for progress in (0.0, 0.3, 0.7, 1.0)]
    assert sorted(levels, reverse=True) == levels
    assert levels[-1] < levels[0]


@pytest.mark.parametrize("delta", [0.5, 0.01, 0.001, 1e-9])
@pytest.mark.parametrize("total", [1, 5, 85, 3000, 2**40])
@pytest.mark.parametrize("randomizer", RANDOMIZERS, ids=str)
def test_no_smaller_count_is_rare_enough_for_the_exact_tail(randomizer, total, delta):
    cut = ExactTail(delta).cut(0.0, total, randomizer)
    assert float(binomial_tail(cut, total, randomizer.p_yes(False))) <= delta
    assert float(binomial_tail(cut - 1, total, randomizer.p_yes(False))) > delta


def test_the_exact_tails_level_is_the_share_at_its_cut():
    cut, randomizer = ExactTail().cut(0.0, 500, RANDOMIZERS[1]), RANDOMIZERS[1]
    assert pytest.approx(float(share(cut, 500, randomizer))) == ExactTail().level(0.0, 500, randomizer)
    assert 1.0 == ExactTail().level(0.0, 2, randomizer)  # even two yes of two may be noise


@pytest.mark.parametrize("nats", [0.01, 0.1, 0.5, 2.0])
@pytest.mark.parametrize("people", [2**10, 2**20])
def test_concentration_is_the_papers_gamma(nats, people):
    e, h = math.exp(nats), math.log(people) / 2
    expected = math.sqrt(4 * e * (1 + e) * h / ((e - 1) ** 2 * people))
    got = Concentration(h).level(0.5, people, randomized_response(Epsilon.of(nats)))
    assert pytest.approx(expected, rel=1e-9) == got


@pytest.mark.parametrize("level", KINDS, ids=str)
def test_a_level_survives_its_json(level):
    assert level == from_json(to_json(level))
    assert level.kind in LEVELS


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf])
@pytest.mark.parametrize("kind", [Quantile, Concentration, Deviations, ExactTail])
def test_numbers_that_make_no_level_are_refused(kind, bad):
    with pytest.raises(BadPlan):
        kind(bad)


@pytest.mark.parametrize("bad", [{}, {"kind": "nothing"}, {"kind": "quantile"}, {"kind": "quantile", "p": "half"}])
def test_json_that_is_no_level_is_refused(bad):
    with pytest.raises(BadPlan, match="level"):
        from_json(bad)
