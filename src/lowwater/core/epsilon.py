"""Epsilon: a privacy loss as a whole number of nano-nats.

Whole numbers add up exactly, so that the parts of a grant never sum past the whole: one nat in three parts
is three times 333,333,333 nano-nats, and the nano-nat left over is nobody's.
"""

import math
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from lowwater.errors import BadEpsilon

NANO = 10**9
"""Nano-nats in a nat."""


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
        try:
            exact = Decimal(str(nats)) if not isinstance(nats, bool) else Decimal("NaN")
        except InvalidOperation:
            exact = Decimal("NaN")
        if not exact.is_finite() or exact * NANO < 1:
            raise BadEpsilon(f"epsilon={nats!r}; give a positive number of nats, such as 1.0")
        return cls(int(exact * NANO))

    def part(self, parts: int) -> "Epsilon":
        """One of so many equal parts, rounded down: the parts never sum past the whole."""
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

    def in_words(self) -> str:
        """What a loss means for one person, as posterior odds."""
        odds = math.exp(min(float(self), 700.0))
        even = 100 * odds / (1 + odds)
        return (
            f"whatever anyone believed about a person beforehand, the odds move by a factor of at most {odds:,.4g}: "
            f"an even chance (50 %) becomes at most {_percent(even)} %"
        )


def _percent(value: float) -> str:
    """A percentage that never rounds up to certainty."""
    return f"{value:.3g}" if value < 99 else f"{math.floor(value * 10**7) / 10**7:.9g}"
