"""Randomizers: the coins turn where they should, and the loss charged is never below the true one."""

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


def yes_coins(randomizer: Randomizer, truth: bool) -> int:
    """How many of the 2**53 coins make randomize() say yes, found by asking it at the two coins where it turns."""
    turn = round(randomizer.p_yes(truth) * SCALE)
    assert turn == 0 or randomizer.randomize(truth, coins_for(turn - 1)), "no at the last coin below the threshold"
    assert turn == SCALE or not randomizer.randomize(truth, coins_for(turn)), "yes at the threshold"
    return turn


def check_randomizer(randomizer: Randomizer) -> None:
    """The coins turn where they should, and the loss charged is never below the true one."""
    yes, no = yes_coins(randomizer, True), yes_coins(randomizer, False)
    ratio = max(
        Fraction(yes, no), Fraction(no, yes), Fraction(SCALE - no, SCALE - yes), Fraction(SCALE - yes, SCALE - no)
    )
    assert ratio <= exp_from_below(randomizer.loss), "the loss charged is below the true loss"
    assert ratio > exp_from_below(Epsilon(randomizer.loss.nano - 1)), "the loss charged is more than rounded up"
