"""Randomizers: the coins turn where they should, and the loss charged is never below the true one."""

import itertools
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import COINS, SCALE, Randomizer


def exp_from_below(loss: Epsilon) -> Fraction:
    """A fraction that is at most e**loss, and within 40 digits of it."""
    digits = Context(prec=60, rounding=ROUND_FLOOR)
    found = digits.exp(digits.divide(Decimal(loss.nano), Decimal(NANO)))
    return Fraction(found) * (1 - Fraction(1, 10**40))


def coins_for(uniform: int) -> bytes:
    """The coins whose 53 bits are this number."""
    return (uniform << 3).to_bytes(COINS, "big")


def coins_of(randomizer: Randomizer, truth: int) -> list[int]:
    """How many of the 2**53 coins give each answer, found by asking randomize() at the coins where it turns."""
    turns = [0, *itertools.accumulate(randomizer.table[truth])]
    assert turns[-1] == SCALE, "the parts of a row are no whole"
    for answer, (first, after) in enumerate(itertools.pairwise(turns)):
        ends = (first, after - 1) if after > first else ()
        assert all(randomizer.randomize(truth, coins_for(end)) == answer for end in ends), "a coin gives another answer"
    return [after - first for first, after in itertools.pairwise(turns)]


def check_randomizer(randomizer: Randomizer) -> None:
    """The coins turn where they should, and the loss charged is never below the true one."""
    table = [coins_of(randomizer, truth) for truth in range(len(randomizer.table))]
    ratio = max(Fraction(one, other) for column in zip(*table, strict=True) for one in column for other in column)
    assert ratio <= exp_from_below(randomizer.loss), "the loss charged is below the true loss"
    assert ratio > exp_from_below(Epsilon(randomizer.loss.nano - 1)), "the loss charged is more than rounded up"
