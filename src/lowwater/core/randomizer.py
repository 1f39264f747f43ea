"""Randomizer: the table from truth to answer.

Row i has the chances of each answer if the truth is i, in whole parts of 2**53. How an answer is drawn, its loss, the
debiasing and the law of a tally all follow from the table, so that device, server, simulator and proof cannot
disagree. Rounding always goes towards privacy: the chance of a flip is rounded up, and so is the loss that is charged.

With one threshold the table has two rows: the truth is 1 for yes and 0 for no. With several, a symmetric table gives
the truth with one chance and each other answer with another: then what is said below of a yes and a no holds for "is
the truth this answer?", asked of any one answer but 0.
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.linear_equations import solve
from lowwater.core.tally import Tally
from lowwater.errors import BadRandomizer, BadTally, NotPrivate

SCALE = 2**53
"""Parts in a whole: every probability is a whole number of these, and exact as a float."""

LARGEST = 16
"""Rows of a table, at most."""

COINS = 7
"""Random bytes used for one answer."""

MOST = Epsilon(15 * NANO)
"""The largest loss of a randomizer: above it 2**53 parts are too coarse for whole nano-nats."""

Table = tuple[tuple[int, ...], ...]

_DIGITS = Context(prec=60)
_MARGIN = Decimal("1e-30")  # far above the error of 60 digits, far below one nano-nat or part


@dataclass(frozen=True, slots=True)
class Randomizer:
    """Give answer j with chance table[i][j] / 2**53 if the truth is i."""

    table: Table

    def __post_init__(self) -> None:
        size = self._checked_size()
        for row in self.table:
            if any(type(part) is not int for part in row):
                raise BadRandomizer(f"the row {row!r}; all parts must be whole numbers")
            if len(row) != size or sum(row) != SCALE or min(row) < 0:
                raise BadRandomizer(f"the row {row}; {size} parts are needed, which sum to 2**53")
        if self.honest:
            return
        if any(0 in row for row in self.table):
            raise BadRandomizer(f"an answer that is never given in {self.table}; every part must be at least 1")
        if self.loss > MOST:
            raise BadRandomizer(f"this randomizer loses {self.loss} nats; at most {MOST} are allowed")

    def _checked_size(self) -> int:
        if not isinstance(self.table, tuple) or not all(isinstance(row, tuple) for row in self.table):
            raise BadRandomizer(f"table={self.table!r}; it must be a tuple of rows, each a tuple of parts")
        if not 2 <= len(self.table) <= LARGEST:
            raise BadRandomizer(f"a table of {len(self.table)} rows; it must have 2 to {LARGEST}")
        return len(self.table)

    @classmethod
    def binary(cls, if_yes: int, if_no: int) -> "Randomizer":
        """Answer yes with chance if_yes / 2**53 if the truth is yes, and if_no / 2**53 if it is no."""
        if type(if_yes) is not int or type(if_no) is not int:
            raise BadRandomizer(f"if_yes={if_yes!r}, if_no={if_no!r}; both must be whole numbers")
        if not (0 < if_no < if_yes < SCALE or (if_yes, if_no) == (SCALE, 0)):
            raise BadRandomizer(f"if_yes={if_yes}, if_no={if_no}; needed: 0 < if_no < if_yes < 2**53")
        return cls(((SCALE - if_no, if_no), (SCALE - if_yes, if_yes)))

    @classmethod
    def symmetric(cls, size: int, other: int) -> "Randomizer":
        """Give each answer but the truth with chance other / 2**53, of `size` answers in all."""
        if type(size) is not int or not 2 <= size <= LARGEST:
            raise BadRandomizer(f"{size!r} answers; there are 2 to {LARGEST}")
        if type(other) is not int or not 0 < other * size < SCALE:
            raise BadRandomizer(f"other={other!r}; needed: 0 < other < 2**53 / {size}")
        truth = SCALE - (size - 1) * other
        return cls(tuple(tuple(truth if i == j else other for j in range(size)) for i in range(size)))

    @property
    def is_symmetric(self) -> bool:
        """Whether the truth has one chance, and each other answer another."""
        size, other = len(self.table), self.table[0][1]
        return not self.honest and other * size < SCALE and self == Randomizer.symmetric(size, other)

    @property
    def honest(self) -> bool:
        """Whether every answer is the truth; such a table has no finite loss, and is for simulation only."""
        return all(row[truth] == SCALE for truth, row in enumerate(self.table))

    @property
    def loss(self) -> Epsilon:
        """What one answer reveals at most, rounded up."""
        if self.honest:
            raise NotPrivate("an honest answer reveals everything; it has no finite loss")
        return _loss(self.table)

    def randomize(self, truth: int, coins: bytes) -> int:
        """Turn a truth into an answer by seven bytes of coins: the first answer whose cumulative parts exceed them."""
        if len(coins) != COINS:
            raise BadRandomizer(f"{len(coins)} bytes of coins; exactly {COINS} are needed")
        uniform = int.from_bytes(coins, "big") >> 3  # 56 bits to 53
        return sum(uniform >= parts for parts in accumulate(self.table[truth]))

    def debias(self, tally: Tally) -> tuple[float, ...]:
        """The share of people of each truth, without bias: exact fractions, each rounded once."""
        if len(tally.counts) != len(self.table):
            raise BadTally(f"counts of {len(tally.counts)} answers, of a randomizer that gives {len(self.table)}")
        if tally.total == 0:
            raise _no_answers()
        seen = [Fraction(count * SCALE, tally.total) for count in tally.counts]
        shares = solve(tuple(zip(*self.table, strict=True)), seen)
        if shares is None:
            raise BadRandomizer("the rows of this randomizer cannot be told apart by their answers")
        return tuple(float(share) for share in shares)

    # For randomizers with two rows; of a symmetric one, a yes stands for any one answer but 0.

    @property
    def if_yes(self) -> int:
        """The parts of a yes if the truth is yes."""
        return self.table[1][1]

    @property
    def if_no(self) -> int:
        """The parts of a yes if the truth is no."""
        return self.table[0][1]

    def p_yes(self, truth: bool) -> float:
        """The chance of a yes, exact: a whole number of 2**-53 fits a float."""
        return self.table[truth][1] / SCALE

    def share(self, tally: Tally) -> float:
        """The share of people whose truth is yes, without bias, from the integers and one division."""
        if tally.total == 0:
            raise _no_answers()
        return (tally.yes * SCALE - tally.total * self.if_no) / (tally.total * (self.if_yes - self.if_no))

    def cut(self, level: float, total: int) -> int:
        """The least count of yes answers out of total whose debiased share is at least the level, but at least one."""
        rate = self.if_no + Fraction(level) * (self.if_yes - self.if_no)
        return max(1, -(-total * rate // SCALE))

    @property
    def variance(self) -> float:
        """The variance of a debiased share times the number of answers, if every truth is no."""
        return self.if_no * (SCALE - self.if_no) / (self.if_yes - self.if_no) ** 2


HONEST = Randomizer.binary(SCALE, 0)
"""Tell the truth: Algorithm 1 of the paper. For simulation only."""


@lru_cache(maxsize=4096, typed=True)  # 2.0 answers are not 2
def randomized_response(epsilon: Epsilon, size: int = 2) -> Randomizer:
    """Give each of `size` answers but the truth with chance 1 / (size - 1 + e**epsilon), rounded up.

    With two answers it is the best one-bit randomizer there is.
    """
    if not isinstance(epsilon, Epsilon) or not 0 < epsilon.nano <= MOST.nano:
        raise BadRandomizer(f"an answer of {epsilon} nats; it must be an Epsilon above 0 and at most {MOST}")
    if type(size) is not int or not 2 <= size <= LARGEST:
        raise BadRandomizer(f"{size!r} answers; there are 2 to {LARGEST}")
    nats = _DIGITS.divide(Decimal(epsilon.nano), Decimal(NANO))
    exact = _DIGITS.divide(Decimal(SCALE), _DIGITS.add(size - 1, _DIGITS.exp(nats)))
    return Randomizer.symmetric(size, _ceiling(exact))


def _no_answers() -> BadTally:
    return BadTally("no answers, so no share: a tally of 0 out of 0 cannot be debiased")


@lru_cache(maxsize=4096)
def _loss(table: Table) -> Epsilon:
    """The largest log-likelihood ratio of any answer between any two truths, rounded up to nano-nats."""
    ratio = max(Fraction(max(column), min(column)) for column in zip(*table, strict=True))
    if ratio == 1:
        return Epsilon(0)
    nats = _DIGITS.ln(_DIGITS.divide(Decimal(ratio.numerator), Decimal(ratio.denominator)))
    return Epsilon(_ceiling(_DIGITS.multiply(nats, Decimal(NANO))))


def _ceiling(value: Decimal) -> int:
    """Round up to a whole number, after a margin that covers the last digits' error."""
    return int(_DIGITS.add(value, _MARGIN).to_integral_value(ROUND_CEILING))
