"""Randomizers: coins give the answers of the table, and the loss charged is the true one, rounded up."""

import itertools
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction

import numpy as np

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import COINS, SCALE, Randomizer
from lowwater.law.randomize import randomize_many


def exp_from_below(loss: Epsilon) -> Fraction:
    """A fraction that is at most e**loss, and within 40 digits of it."""
    digits = Context(prec=60, rounding=ROUND_FLOOR)
    power = digits.exp(digits.divide(Decimal(loss.nano), Decimal(NANO)))
    return Fraction(power) * (1 - Fraction(1, 10**40))


def coins_for(uniform: int) -> bytes:
    """The coins whose 53 bits are `uniform`."""
    return (uniform << 3).to_bytes(COINS, "big")


def coins_of(randomizer: Randomizer, truth: int) -> list[int]:
    """How many of the 2**53 coins give each answer, checked with randomize() at the coins where it changes."""
    turns = [0, *itertools.accumulate(randomizer.table[truth])]
    assert turns[-1] == SCALE, "the parts of a row are no whole"
    for answer, (first, after) in enumerate(itertools.pairwise(turns)):
        for coins in [coins_for(end) for end in (first, after - 1) if after > first]:
            rows = np.frombuffer(coins, dtype=np.uint8)[None, :]
            assert randomizer.randomize(truth, coins) == answer, "a coin gives another answer"
            assert randomize_many(randomizer, np.array([truth]), rows) == [answer], "arrays give another answer"
    return [after - first for first, after in itertools.pairwise(turns)]


def check_randomizer(randomizer: Randomizer) -> None:
    """Check that the coins give the answers of the table, and that the loss charged is the true one, rounded up."""
    table = [coins_of(randomizer, truth) for truth in range(len(randomizer.table))]
    ratio = max(Fraction(max(column), min(column)) for column in zip(*table, strict=True))
    assert ratio <= exp_from_below(randomizer.loss), "the loss charged is below the true loss"
    assert ratio > exp_from_below(Epsilon(randomizer.loss.nano - 1)), "the loss charged is more than rounded up"
