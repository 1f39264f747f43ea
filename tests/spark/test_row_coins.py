"""Row coins: one block for each use, the same whenever it is asked for, and uniform for all that anybody can tell."""

import math
import os

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.people.spark.block import COHORT, CONTEXT, coins_context, of_bytes, of_integers
from lowwater.people.spark.row_coins import RowCoins

COINS = RowCoins(bytes(range(32)))
WHOLE = st.integers(-(2**63), 2**63 - 1)
PLACES = st.integers(0, 2**40)
THRESHOLDS = st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=15, unique=True)


def question(at, index, thresholds):
    return Question(at, index, tuple(sorted(thresholds)), Randomizer.symmetric(len(thresholds) + 1, 2**45), None)


USES = st.builds(question, PLACES, PLACES, THRESHOLDS)


def bits(asked):
    """What tells two uses of coins apart: 0.0 and -0.0 are one number, and may have either block."""
    return asked.round, asked.index, np.array(asked.thresholds).tobytes()


@given(first=USES, other=USES)
def test_different_rounds_questions_or_thresholds_have_different_contexts(first, other):
    assert (bits(first) == bits(other)) == (coins_context(first) == coins_context(other))


@given(asked=USES)
def test_a_change_of_any_part_changes_the_context(asked):
    changed = [
        question(asked.round + 1, asked.index, asked.thresholds),
        question(asked.round, asked.index + 1, asked.thresholds),
        question(asked.index, asked.round, asked.thresholds) if asked.index != asked.round else None,
        question(asked.round, asked.index, [*asked.thresholds[:-1], math.nextafter(asked.thresholds[-1], math.inf)]),
        question(asked.round, asked.index, asked.thresholds[:-1]) if len(asked.thresholds) > 1 else None,
    ]
    assert all(coins_context(asked) != coins_context(other) for other in changed if other is not None)


@given(asked=USES)
def test_no_coins_have_the_context_of_cohorts(asked):
    assert COHORT != coins_context(asked)


@given(asked=USES)
def test_all_contexts_are_nine_blocks(asked):
    assert 9 * 16 == CONTEXT == len(coins_context(asked)) == len(COHORT)


@given(keys=st.lists(WHOLE, unique=True, min_size=2))
def test_different_whole_numbers_have_different_blocks(keys):
    blocks = of_integers(np.array(keys))
    assert len(keys) == len({row.tobytes() for row in blocks})
    assert keys == [int.from_bytes(row.tobytes(), "little", signed=True) for row in blocks]


@given(keys=st.lists(st.binary(min_size=16, max_size=16), unique=True, min_size=2))
def test_a_key_of_16_bytes_is_its_own_block(keys):
    blocks = of_bytes(np.frombuffer(b"".join(keys), np.uint8).reshape(-1, 16))
    assert keys == [row.tobytes() for row in blocks]


@given(asked=USES, keys=st.lists(WHOLE, min_size=1, max_size=20))
def test_coins_are_the_cbc_mac_of_context_and_key(asked, keys):
    rows = of_integers(np.array(keys))
    coins = COINS.coins(COINS.state(coins_context(asked)), rows)
    for row, drawn in zip(rows, coins, strict=True):
        chained = Cipher(algorithms.AES(COINS.key), modes.CBC(bytes(16))).encryptor()
        assert chained.update(coins_context(asked) + row.tobytes())[-16:][:7] == drawn.tobytes()


@given(keys=st.lists(WHOLE, min_size=1, max_size=20))
def test_lots_are_the_cbc_mac_of_their_own_context(keys):
    rows = of_integers(np.array(keys))
    for row, lot in zip(rows, COINS.lots(rows).tolist(), strict=True):
        chained = Cipher(algorithms.AES(COINS.key), modes.CBC(bytes(16))).encryptor()
        assert int.from_bytes(chained.update(COHORT + row.tobytes())[-16:][:8], "big") == lot


@given(keys=st.lists(WHOLE, unique=True, min_size=2, max_size=50), cut=st.integers(0, 50))
def test_a_row_has_its_coins_whatever_rows_it_stands_among(keys, cut):
    rows, state = of_integers(np.array(keys)), COINS.state(coins_context(question(0, 0, [1.0])))
    whole, parts = COINS.coins(state, rows), [COINS.coins(state, part) for part in (rows[:cut], rows[cut:])]
    assert whole.tolist() == np.concatenate(parts).tolist()


def counts_of_bytes(drawn):
    """Chi squared of all bytes, against a uniform law with 255 degrees of freedom."""
    counts = np.bincount(drawn.ravel(), minlength=256)
    expected = drawn.size / 256
    return float(((counts - expected) ** 2 / expected).sum())


def test_coins_and_lots_of_successive_keys_are_uniform_and_go_their_own_ways():
    rows = of_integers(np.arange(200_000))
    item = COINS.coins(COINS.state(coins_context(question(0, 0, [1.0]))), rows)
    other = COINS.coins(COINS.state(coins_context(question(0, 0, [2.0]))), rows)
    lots = COINS.lots(rows).astype(">u8").view(np.uint8).reshape(-1, 8)[:, :7]
    for drawn in (item, other, lots, item ^ other, item ^ lots, item[1:] ^ item[:-1]):
        # chi squared exceeds 400 with a chance of 1.5e-8; the key is fixed, so it does always or never
        assert 255 / 2 < counts_of_bytes(drawn) < 400


def test_the_key_comes_from_the_operating_system_and_is_new_each_time():
    assert RowCoins.fresh().key != RowCoins.fresh().key
    assert 32 == len(RowCoins.fresh(os.urandom).key)


def test_nothing_shows_the_key():
    assert "RowCoins()" == repr(COINS)


@pytest.mark.parametrize("changed", [0, 31])
def test_another_key_gives_other_coins(changed):
    key = bytearray(COINS.key)
    key[changed] ^= 1
    rows = of_integers(np.arange(10))
    assert COINS.lots(rows).tolist() != RowCoins(bytes(key)).lots(rows).tolist()
