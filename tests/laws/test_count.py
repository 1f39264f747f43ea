"""The exact law of a noisy count, held against sums of whole numbers that cannot be wrong."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import HONEST, SCALE, Randomizer, randomized_response
from lowwater.law.count import noisy_tail

RANDOMIZERS = [
    *(randomized_response(Epsilon.of(nats)) for nats in (0.001, 0.1, 1, 4, 15)),
    Randomizer.binary(SCALE // 2, SCALE // 10**6),  # a yes says much, a no little
    Randomizer.binary(SCALE - SCALE // 10**6, SCALE // 2),
    Randomizer.binary(3 * SCALE // 4, SCALE // 8),
    Randomizer.binary(SCALE // 1000, SCALE // 10000),
    Randomizer.binary(2, 1),  # as good as never yes
]


def coins(people: int, yes: int) -> list[int]:
    """How many of the SCALE**people throws give each count of yes."""
    return [comb(people, k) * yes**k * (SCALE - yes) ** (people - k) for k in range(people + 1)]


def tails(truths: int, total: int, randomizer: Randomizer) -> list[float]:
    """P(count >= cut) for every cut from 0 to total, by convolution of whole numbers."""
    law = [0] * (total + 1)
    for k, probability in enumerate(coins(truths, randomizer.if_yes)):
        for j, other in enumerate(coins(total - truths, randomizer.if_no)):
            law[k + j] += probability * other
    return [float(Fraction(sum(law[cut:]), SCALE**total)) for cut in range(total + 1)]


@pytest.mark.parametrize("randomizer", RANDOMIZERS, ids=str)
@pytest.mark.parametrize("total", [1, 2, 9, 24])
def test_a_noisy_tail_is_the_exact_convolution(randomizer, total):
    expected = np.array([tails(truths, total, randomizer) for truths in range(total + 1)])
    got = np.array([noisy_tail(cut, np.arange(total + 1), total, randomizer) for cut in range(total + 1)]).T
    assert np.abs(expected - got).max() < 1e-14


@given(
    st.integers(SCALE // 1000, SCALE // 2), st.integers(1, SCALE // 2 - SCALE // 1000), st.integers(1, 16), st.data()
)
@settings(max_examples=60)
def test_any_two_numbers_make_a_law(if_no, more, total, data):
    randomizer = Randomizer.binary(if_no + more, if_no)
    truths, cut = data.draw(st.integers(0, total)), data.draw(st.integers(0, total))
    expected = tails(truths, total, randomizer)[cut]
    assert pytest.approx(expected, abs=1e-14) == float(noisy_tail(cut, truths, total, randomizer))


@pytest.mark.parametrize("randomizer", RANDOMIZERS[:4], ids=str)
def test_thousands_of_people_make_the_law_that_their_parts_convolve_to(randomizer):
    truths, total = 700, 3000
    yes = binom.pmf(np.arange(truths + 1), truths, randomizer.p_yes(True))
    no = binom.pmf(np.arange(total - truths + 1), total - truths, randomizer.p_yes(False))
    expected = np.cumsum(np.convolve(yes, no)[::-1])[::-1]
    got = [float(noisy_tail(cut, truths, total, randomizer)) for cut in range(0, total + 1, 25)]
    assert pytest.approx(expected[::25], abs=1e-12) == got


@pytest.mark.parametrize(
    ("nats", "total", "expected"),  # by 50-digit arithmetic: everybody's truth is yes, and hardly anybody lies
    [(8, 10**6, 0.5068949386102453), (12, 10**8, 0.5040111995602681), (15, 10**8, 0.5768277991820264)],
)
def test_rare_lies_are_counted_to_twelve_digits(nats, total, expected):
    randomizer = randomized_response(Epsilon.of(nats))
    cut = total - round(total * randomizer.p_yes(False))
    assert pytest.approx(expected, abs=1e-12) == float(noisy_tail(cut, total, total, randomizer))


@pytest.mark.parametrize("randomizer", RANDOMIZERS, ids=str)
def test_the_tail_falls_with_the_cut_and_rises_with_the_truths(randomizer):
    table = np.array([noisy_tail(cut, np.arange(0, 401, 20), 400, randomizer) for cut in range(402)])
    assert np.diff(table, axis=0).max() < 1e-14
    assert np.diff(table, axis=1).min() > -1e-14


@pytest.mark.parametrize("randomizer", [*RANDOMIZERS, HONEST], ids=str)
def test_a_cut_of_nought_is_always_reached_and_one_past_everybody_never(randomizer):
    truths = np.arange(11)
    for cut, expected in ((-3, 1.0), (0, 1.0), (11, 0.0), (99, 0.0)):
        assert [expected] * 11 == noisy_tail(cut, truths, 10, randomizer).tolist()


def test_honest_people_make_a_step():
    assert [0.0, 0.0, 0.0, 1.0, 1.0] == noisy_tail(3, np.arange(5), 4, HONEST).tolist()


@pytest.mark.parametrize("nats", [0.1, 1, 4])
@pytest.mark.parametrize("total", [1000, 10**6 + 3, 2**40])
def test_swapping_yes_and_no_mirrors_the_law(nats, total):
    randomizer = randomized_response(Epsilon.of(nats))
    truths = total // 3
    cut = round(truths * randomizer.p_yes(True) + (total - truths) * randomizer.p_yes(False))
    mirrored = noisy_tail(total - cut + 1, total - truths, total, randomizer)
    assert pytest.approx(1.0, abs=1e-9) == float(noisy_tail(cut, truths, total, randomizer) + mirrored)


def test_many_people_at_once_are_the_same_as_one_by_one():
    randomizer, truths = RANDOMIZERS[2], np.arange(0, 80_000, 2)  # more than one chunk
    got = noisy_tail(32_000, truths, 80_000, randomizer)
    picked = slice(0, 40_000, 97)
    assert pytest.approx([float(noisy_tail(32_000, m, 80_000, randomizer)) for m in truths[picked]]) == got[picked]
    assert got.reshape(200, 200) == pytest.approx(noisy_tail(32_000, truths.reshape(200, 200), 80_000, randomizer))
