"""Epsilon: a privacy loss as a whole number of nano-nats.

Whole numbers add up exactly, so that the parts of a grant never sum past the whole: one nat in three parts
is three times 333,333,333 nano-nats, and the nano-nat left over is nobody's.
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, InvalidOperation
from fractions import Fraction

from lowwater.errors import BadEpsilon

NANO = 10**9
"""Nano-nats in a nat."""

_PLAIN = 30  # nats beyond which odds are no longer worth printing
_DIGITS = Context(prec=40)
_MARGIN = Decimal("1e-20")


@dataclass(frozen=True, order=True, slots=True)
class Epsilon:
    """What answers reveal, or what a person allows them to reveal, in nano-nats."""

    nano: int

    def __post_init__(self) -> None:
        if type(self.nano) is not int or self.nano < 0:
            raise BadEpsilon(f"a loss of {self.nano!r} nano-nats; it must be a whole number, 0 or more")

    @classmethod
    def of(cls, nats: "int | float | str | Decimal | Epsilon") -> "Epsilon":
        """Read a positive number of nats, exactly as written, rounded down to whole nano-nats."""
        if isinstance(nats, Epsilon):
            return nats
        exact = _decimal(nats)
        if not exact.is_finite() or not -9 <= exact.adjusted() <= 9 or exact <= 0:
            raise BadEpsilon(f"epsilon={_short(nats)}; give a positive number of nats, such as 1.0")
        return cls(int(Fraction(exact) * NANO))  # a fraction: no context of decimals can round it up

    def part(self, parts: int) -> "Epsilon":
        """One of `parts` equal parts, rounded down: the parts never sum past the whole."""
        if parts < 1:
            raise BadEpsilon(f"{parts} parts; a grant is split in 1 part or more")
        return Epsilon(self.nano // parts)

    def __add__(self, other: "Epsilon") -> "Epsilon":
        return Epsilon(self.nano + other.nano)

    def __sub__(self, other: "Epsilon") -> "Epsilon":
        if other > self:
            raise BadEpsilon(f"{other} nats cannot be taken from {self}")
        return Epsilon(self.nano - other.nano)

    def __mul__(self, times: int) -> "Epsilon":
        return Epsilon(self.nano * times)

    def __float__(self) -> float:
        return self.nano / NANO

    def __str__(self) -> str:
        whole, rest = divmod(self.nano, NANO)
        return f"{whole}.{rest:09d}".rstrip("0").rstrip(".")

    def in_nats(self) -> str:
        """The number with its unit."""
        return f"{self} nat" if self.nano == NANO else f"{self} nats"

    def in_words(self) -> str:
        """What a loss means for one person, as posterior odds, rounded towards the worse."""
        if self.nano > _PLAIN * NANO:
            return f"the odds of a guess about a person move by a factor of up to e**{self}: no privacy to speak of"
        return (
            "whatever anyone believed about a person beforehand, the odds move by a factor of at most "
            f"{Context(prec=4, rounding=ROUND_CEILING).plus(self._factor).normalize():,f}: {self.in_chance()}"
        )

    def in_chance(self) -> str:
        """What a loss makes of an even chance at most, rounded towards the worse."""
        if self.nano > _PLAIN * NANO:
            return "an even chance (50 %) becomes near certainty"
        doubt = Context(prec=3, rounding=ROUND_FLOOR).divide(Decimal(100), _DIGITS.add(1, self._factor))
        return f"an even chance (50 %) becomes at most {(100 - doubt).normalize():f} %"

    @property
    def _factor(self) -> Decimal:
        """The factor by which odds move at most, rounded up."""
        return _DIGITS.add(_DIGITS.exp(_DIGITS.divide(Decimal(self.nano), Decimal(NANO))), _MARGIN)


def _decimal(nats: object) -> Decimal:
    """A number exactly as written; NaN for anything that is none."""
    try:
        return Decimal(str(nats)) if not isinstance(nats, bool) else Decimal("NaN")
    except (InvalidOperation, ValueError):
        return Decimal("NaN")


def _short(value: object) -> str:
    """The first 60 characters of a value's repr."""
    try:
        return repr(value)[:60]
    except ValueError:  # an integer of thousands of digits
        return "a number too long to print"
