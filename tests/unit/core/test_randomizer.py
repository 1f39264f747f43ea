"""Randomizer: two whole numbers, from which everything else follows."""

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import COINS, HONEST, MOST, SCALE, Randomizer, randomized_response
from lowwater.core.tally import Tally
from lowwater.errors import BadRandomizer, BadTally, NotPrivate
from lowwater.testing import coins_for

HALF, QUARTER = SCALE // 2, SCALE // 4
LAZY = Randomizer.binary(3 * QUARTER, QUARTER)
OUT_OF_ORDER = [(5, 5), (3, 7), (SCALE, 1), (SCALE - 1, 0), (5, -1), (SCALE + 1, 5), (10**30, 5), (0, SCALE), (0, 0)]
NO_WHOLE_NUMBERS = [1.0, True, "7", None, math.nan, math.inf, Fraction(7)]


@pytest.mark.parametrize(("if_yes", "if_no"), OUT_OF_ORDER)
def test_numbers_out_of_order_are_refused_by_their_values(if_yes, if_no):
    with pytest.raises(BadRandomizer, match=f"if_yes={if_yes}, if_no={if_no}"):
        Randomizer.binary(if_yes, if_no)


@pytest.mark.parametrize("part", NO_WHOLE_NUMBERS, ids=repr)
def test_parts_are_whole_numbers(part):
    with pytest.raises(BadRandomizer, match=re.escape(f"if_yes={part!r}, if_no=1")):
        Randomizer.binary(part, 1)
    with pytest.raises(BadRandomizer, match=re.escape(f"if_yes=9, if_no={part!r}")):
        Randomizer.binary(9, part)


def test_a_table_that_loses_more_than_fifteen_nats_is_refused():
    with pytest.raises(BadRandomizer, match=r"loses 36\.7.* nats; at most 15"):
        Randomizer.binary(SCALE - 1, 1)


@pytest.mark.parametrize("table", [(HALF, QUARTER), (3 * QUARTER, HALF)])
def test_the_loss_is_that_of_the_more_telling_answer_rounded_up(table):
    assert Epsilon(693_147_181) == Randomizer.binary(*table).loss  # ln 2 = 0.693147180559...


def test_the_chances_of_a_yes_are_exact():
    assert (0.75, 0.25) == (LAZY.p_yes(True), LAZY.p_yes(False))


@pytest.mark.parametrize(("truth", "turn"), [(0, 3 * QUARTER), (1, QUARTER)])
def test_the_answer_turns_from_no_to_yes_at_exactly_one_coin(truth, turn):
    assert (0, 1) == tuple(LAZY.randomize(truth, coins_for(coin)) for coin in (turn - 1, turn))


def test_the_last_three_bits_of_the_coins_do_not_count():
    last_no = int.from_bytes(coins_for(QUARTER - 1), "big") | 7
    assert 0 == LAZY.randomize(1, last_no.to_bytes(COINS, "big"))


@pytest.mark.parametrize("coins", [b"", bytes(COINS - 1), bytes(COINS + 1)])
def test_too_few_or_too_many_coins_are_refused(coins):
    with pytest.raises(BadRandomizer, match=f"{len(coins)} bytes of coins"):
        LAZY.randomize(True, coins)


@pytest.mark.parametrize("coins", [bytes(COINS), b"\xff" * COINS])
def test_an_honest_answer_is_the_truth_whatever_the_coins(coins):
    assert [True, False] == [HONEST.randomize(truth, coins) for truth in (True, False)]


def test_an_honest_answer_has_no_loss_that_could_be_charged():
    assert HONEST.honest
    with pytest.raises(NotPrivate, match="reveals everything"):
        _ = HONEST.loss


@pytest.mark.parametrize(("yes", "share"), [(0, -0.5), (1, 0.0), (2, 0.5), (3, 1.0), (4, 1.5)])
def test_debiasing_undoes_the_flips(yes, share):
    assert share == LAZY.share(Tally.of(yes, 4))


def test_a_tally_of_nobody_has_no_share():
    with pytest.raises(BadTally, match="0 out of 0"):
        LAZY.share(Tally.of(0, 0))


@given(st.integers(1, 15 * NANO).map(Epsilon), st.floats(0, 1.5), st.integers(1, 10**6))
def test_the_cut_is_the_least_count_that_reaches_the_level(loss, level, total):
    coin = randomized_response(loss)
    cut = coin.cut(level, total)
    assert type(cut) is int
    reaches = [
        count * SCALE - total * coin.if_no >= Fraction(level) * total * (coin.if_yes - coin.if_no)
        for count in (cut - 1, cut)
    ]
    assert reaches[1]
    assert cut == 1 or not reaches[0]


def test_a_level_of_nought_still_takes_one_yes():
    assert 1 == HONEST.cut(0.0, 100)


def test_the_variance_is_that_of_the_theory():
    expected = 1 / (4 * math.sinh(0.5) ** 2)
    assert math.isclose(expected, randomized_response(Epsilon(NANO)).variance, rel_tol=1e-8)


@pytest.mark.parametrize("nano", [0, 15 * NANO + 1, 1000 * NANO])
def test_randomized_response_refuses_a_loss_of_nothing_and_one_above_fifteen_nats(nano):
    with pytest.raises(BadRandomizer, match=f"an answer of {Epsilon(nano)} nats"):
        randomized_response(Epsilon(nano))


def test_the_smallest_loss_there_is_still_says_something():
    coin = randomized_response(Epsilon(1))
    assert coin.if_yes - coin.if_no > 4_500_000  # parts of 2**53; a larger loss flips less, so none can say nothing


@pytest.mark.parametrize("nats", [1.0, "1", True, None, math.nan], ids=repr)
def test_randomized_response_refuses_what_is_no_epsilon(nats):
    with pytest.raises(BadRandomizer):
        randomized_response(nats)


@pytest.mark.parametrize("loss", [Epsilon(1), Epsilon(2), Epsilon(NANO), MOST])
def test_randomized_response_flips_both_truths_alike(loss):
    coin = randomized_response(loss)
    assert SCALE == coin.if_yes + coin.if_no


def test_a_larger_loss_flips_less():
    flips = [randomized_response(Epsilon(nano)).if_no for nano in (1, 2, 10, NANO, 2 * NANO, 15 * NANO)]
    assert sorted(set(flips), reverse=True) == flips


NO_TABLES = [
    (None, "a tuple of rows"),
    ([], "a tuple of rows"),
    (([HALF, HALF], [HALF, HALF]), "a tuple of rows"),
    (((SCALE,),), "a table of 1 rows; it must have 2 to 16"),
    (((HALF, HALF),) * 17, "a table of 17 rows"),
    (((HALF, HALF), (HALF,)), "2 parts are needed, which sum to"),
    (((HALF, HALF), (HALF, HALF + 1)), "2 parts are needed, which sum to"),
    (((SCALE + 1, -1), (HALF, HALF)), "2 parts are needed, which sum to"),
    (((HALF, float(HALF)), (HALF, HALF)), "whole numbers"),
    (((SCALE, 0), (SCALE, 0)), "never given"),
    (((HALF, HALF, 0),) * 3, "never given"),
]


@pytest.mark.parametrize(("table", "why"), NO_TABLES, ids=[why for _, why in NO_TABLES])
def test_what_is_no_table_is_refused(table, why):
    with pytest.raises(BadRandomizer, match=re.escape(why)):
        Randomizer(table)


@pytest.mark.parametrize("size", [2, 3, 16])
def test_the_table_that_tells_the_truth_is_honest_and_has_no_loss(size):
    honest = Randomizer(tuple(tuple(SCALE * (i == j) for j in range(size)) for i in range(size)))
    assert honest.honest
    with pytest.raises(NotPrivate):
        _ = honest.loss


def test_rows_that_nobody_can_tell_apart_lose_nothing_and_cannot_be_debiased():
    same = Randomizer(((HALF, HALF), (HALF, HALF)))
    assert Epsilon(0) == same.loss
    with pytest.raises(BadRandomizer, match="cannot be told apart"):
        same.debias(Tally.of(1, 2))


def test_counts_of_other_answers_cannot_be_debiased():
    with pytest.raises(BadTally, match="counts of 3 answers, of a randomizer that gives 2"):
        LAZY.debias(Tally((1, 1, 1)))
    with pytest.raises(BadTally, match="no answers, so no share"):
        LAZY.debias(Tally((0, 0)))


def test_the_debiased_share_of_yes_is_the_same_both_ways():
    assert all(LAZY.debias(Tally.of(yes, 9))[1] == LAZY.share(Tally.of(yes, 9)) for yes in range(10))


@pytest.mark.parametrize("size", [2, 3, 16])
def test_a_symmetric_randomizer_gives_every_other_answer_alike(size):
    coin = Randomizer.symmetric(size, 2**40)
    assert [2**40] * (size - 1) + [2**53 - (size - 1) * 2**40] == sorted(coin.table[0])
    assert coin.is_symmetric


@pytest.mark.parametrize(
    "table", [((6, 2), (3, 5)), ((1, 7), (7, 1)), ((8, 0), (0, 8)), ((4, 2, 2), (2, 4, 2), (2, 3, 3))], ids=str
)
def test_any_other_randomizer_is_not_symmetric(table):
    assert not Randomizer(tuple(tuple(part * 2**50 for part in row) for row in table)).is_symmetric


@pytest.mark.parametrize(("size", "other"), [(1, 5), (17, 5), ("3", 5), (4, 0), (4, 2**51), (4, 5.0)])
def test_a_symmetric_randomizer_that_cannot_be_is_refused(size, other):
    with pytest.raises(BadRandomizer, match=r"answers; there are|other="):
        Randomizer.symmetric(size, other)


@pytest.mark.parametrize("size", [1, 17, 2.0, None])
def test_randomized_response_has_two_to_sixteen_answers(size):
    with pytest.raises(BadRandomizer, match="answers; there are 2 to 16"):
        randomized_response(Epsilon.of(1), size)


def test_more_answers_make_the_share_of_one_of_them_noisier():
    noise = [randomized_response(Epsilon.of(1), size).variance for size in range(2, 17)]
    e = 2.718281828459045
    assert [(size - 2 + e) / (e - 1) ** 2 for size in range(2, 17)] == pytest.approx(noise, rel=1e-9)
