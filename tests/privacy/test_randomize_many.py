"""Many truths at once are randomized bit for bit as one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import COINS, HONEST, SCALE, Randomizer, randomized_response
from lowwater.errors import BadRandomizer
from lowwater.law.randomize import randomize_many
from lowwater.testing.randomizers import coins_for


def table(parts):
    """A randomizer whose rows are a whole, shared out by these parts and turned by one from row to row."""
    shares = [SCALE * part // sum(parts) for part in parts]
    shares[0] += SCALE - sum(shares)
    return Randomizer(tuple(tuple(np.roll(shares, turn).tolist()) for turn in range(len(parts))))


RANDOMIZERS = [HONEST, *(randomized_response(Epsilon.of(nats)) for nats in ("0.01", 1, 15)), table([5, 3, 1, 7])]


@pytest.mark.parametrize("randomizer", RANDOMIZERS, ids=str)
@given(data=st.data())
def test_arrays_give_the_same_answers_bit_for_bit(randomizer, data):
    size = len(randomizer.table)
    people = st.lists(st.tuples(st.integers(0, size - 1), st.binary(min_size=COINS, max_size=COINS)), min_size=1)
    truths, coins = zip(*data.draw(people), strict=True)
    expected = [randomizer.randomize(truth, coin) for truth, coin in zip(truths, coins, strict=True)]
    rows = np.frombuffer(b"".join(coins), dtype=np.uint8).reshape(-1, COINS)
    assert expected == randomize_many(randomizer, np.array(truths), rows).tolist()


@pytest.mark.parametrize("randomizer", RANDOMIZERS, ids=str)
def test_so_do_the_coins_at_which_an_answer_turns(randomizer):
    turns = {
        min(max(part + off, 0), SCALE - 1) for row in randomizer.table for part in np.cumsum(row) for off in (-1, 0)
    }
    for truth in range(len(randomizer.table)):
        coins = [coins_for(int(turn)) for turn in sorted(turns)]
        rows = np.frombuffer(b"".join(coins), dtype=np.uint8).reshape(-1, COINS)
        expected = [randomizer.randomize(truth, coin) for coin in coins]
        assert expected == randomize_many(randomizer, np.full(len(coins), truth), rows).tolist()


@pytest.mark.parametrize("coins", [np.zeros((2, 6), np.uint8), np.zeros((3, 7), np.uint8), np.zeros((2, 7), np.int64)])
def test_coins_of_another_kind_are_refused(coins):
    with pytest.raises(BadRandomizer, match="a row of 7 bytes is needed for each of 2"):
        randomize_many(HONEST, np.array([0, 1]), coins)


@pytest.mark.parametrize("truths", [[-1, 0], [0, 2]])
def test_truths_that_the_table_does_not_know_are_refused(truths):
    with pytest.raises(BadRandomizer, match=f"truths from {truths[0]} to {truths[1]}; they lie from 0 to 1"):
        randomize_many(HONEST, np.array(truths), np.zeros((2, COINS), np.uint8))
