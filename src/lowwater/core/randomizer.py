"""Randomizer: the two-number table from truth to answer.

Both numbers are whole parts of 2**53. The chance to say yes, the loss, the debiasing and the law of a tally
all follow from them, so that device, server, simulator and proof cannot disagree. Rounding always goes
towards privacy: the coin that flips is rounded up, and so is the loss that is charged.
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from functools import lru_cache

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.tally import Tally
from lowwater.errors import BadRandomizer, BadTally, NotPrivate

SCALE = 2**53
"""Parts in a whole: every probability is a whole number of these, and exact as a float."""

COINS = 7
"""Random bytes used for one answer."""

MOST = Epsilon(15 * NANO)
"""No randomizer loses more than this: above it 2**53 parts are too coarse for whole nano-nats."""

_DIGITS = Context(prec=60)
_MARGIN = Decimal("1e-30")  # far above the error of 60 digits, far below what anyone can see


@dataclass(frozen=True, slots=True)
class Randomizer:
    """Answer yes with chance if_yes / 2**53 where the truth is yes, and if_no / 2**53 where it is no."""

    if_yes: int
    if_no: int

    def __post_init__(self) -> None:
        if type(self.if_yes) is not int or type(self.if_no) is not int:
            raise BadRandomizer(f"if_yes={self.if_yes!r}, if_no={self.if_no!r}; both must be whole numbers")
        if self.honest:
            return
        if not 0 < self.if_no < self.if_yes < SCALE:
            raise BadRandomizer(f"if_yes={self.if_yes}, if_no={self.if_no}; needed: 0 < if_no < if_yes < 2**53")
        if self.loss > MOST:
            raise BadRandomizer(f"this randomizer loses {self.loss} nats; at most {MOST} are allowed")

    @property
    def honest(self) -> bool:
        """True of the table that tells the truth, which has no finite loss and exists for simulation only."""
        return self.if_yes == SCALE and self.if_no == 0

    @property
    def loss(self) -> Epsilon:
        """What one answer reveals at most, rounded up."""
        if self.honest:
            raise NotPrivate("an honest answer reveals everything; it has no finite loss")
        return _loss(self.if_yes, self.if_no)

    def randomize(self, truth: bool, coins: bytes) -> bool:
        """Turn a truth into an answer with seven bytes of coins."""
        if len(coins) != COINS:
            raise BadRandomizer(f"{len(coins)} bytes of coins; exactly {COINS} are needed")
        uniform = int.from_bytes(coins, "big") >> 3  # 56 bits to 53
        return uniform < (self.if_yes if truth else self.if_no)

    def p_yes(self, truth: bool) -> float:
        """The chance of a yes, exact: a whole number of 2**-53 fits a float."""
        return (self.if_yes if truth else self.if_no) / SCALE

    def debias(self, tally: Tally) -> float:
        """The share of people whose truth is yes, without bias, from the integers and one division."""
        if tally.total == 0:
            raise BadTally("no answers, so no share: a tally of 0 out of 0 cannot be debiased")
        return (tally.yes * SCALE - tally.total * self.if_no) / (tally.total * (self.if_yes - self.if_no))

    def cut(self, level: float, total: int) -> int:
        """The least count of yes answers out of total whose debiased share is at least the level, but at least one."""
        rate = self.if_no + Fraction(level) * (self.if_yes - self.if_no)
        return max(1, -(-total * rate // SCALE))

    @property
    def variance(self) -> float:
        """The variance of a debiased share, times the number of answers, where every truth is no."""
        return self.if_no * (SCALE - self.if_no) / (self.if_yes - self.if_no) ** 2


HONEST = Randomizer(SCALE, 0)
"""Tell the truth: Algorithm 1 of the paper. For simulation only."""


@lru_cache(maxsize=4096)
def randomized_response(epsilon: Epsilon) -> Randomizer:
    """Flip the truth with chance 1 / (1 + e**epsilon), rounded up: the best one-bit randomizer there is."""
    if not isinstance(epsilon, Epsilon) or not 0 < epsilon.nano <= MOST.nano:
        raise BadRandomizer(f"an answer of {epsilon} nats; it must be an Epsilon above 0 and at most {MOST}")
    nats = _DIGITS.divide(Decimal(epsilon.nano), Decimal(NANO))
    exact = _DIGITS.divide(Decimal(SCALE), _DIGITS.add(1, _DIGITS.exp(nats)))
    flip = _ceiling(exact)
    return Randomizer(if_yes=SCALE - flip, if_no=flip)


@lru_cache(maxsize=4096)
def _loss(if_yes: int, if_no: int) -> Epsilon:
    """The larger log-likelihood ratio of the two answers, rounded up to nano-nats."""
    ratio = max(Fraction(if_yes, if_no), Fraction(SCALE - if_no, SCALE - if_yes))
    nats = _DIGITS.ln(_DIGITS.divide(Decimal(ratio.numerator), Decimal(ratio.denominator)))
    return Epsilon(_ceiling(_DIGITS.multiply(nats, Decimal(NANO))))


def _ceiling(number: Decimal) -> int:
    """Round up to a whole number, after a margin that covers the last digits' error."""
    return int(_DIGITS.add(number, _MARGIN).to_integral_value(ROUND_CEILING))
