"""Level: the share of people that sends a search left, or that all answers together can tell from zero.

It is computed from the number of people who answered, so people who drop out need no special case: with fewer answers
the level rises. Comparisons are made on whole counts, so that the scalar search, the arrays and the exact evaluator
turn at the very same count.
"""

import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.core.tally import Tally
from lowwater.errors import BadPlan
from lowwater.law.count import binomial_tail

Floats = npt.NDArray[np.float64]


class Level(Protocol):
    """A rule that computes a round's level from its number of answers, and the least count that reaches it."""

    kind: ClassVar[str]

    def level(self, progress: float, total: int, randomizer: Randomizer) -> float:
        """The share that sends the search left; progress runs from 0 in the first round to 1 in the last."""
        ...

    def cut(self, progress: float, total: int, randomizer: Randomizer) -> int:
        """The least count of yes that sends the search left."""
        ...


@dataclass(frozen=True)
class Quantile:
    """Left iff the share is at least p: the search for a quantile. With p = 0: left iff there is any yes at all."""

    p: float
    kind: ClassVar[str] = "quantile"

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise BadPlan(f"a quantile of {self.p!r}; it lies between 0 and 1")

    def level(self, progress: float, total: int, randomizer: Randomizer) -> float:  # noqa: ARG002
        """The quantile itself."""
        return self.p

    def cut(self, progress: float, total: int, randomizer: Randomizer) -> int:
        """The least count of yes that sends the search left."""
        return randomizer.cut(self.level(progress, total, randomizer), total)


@dataclass(frozen=True)
class Concentration:
    """The paper's level gamma = sqrt(4 e (1 + e) h / ((e - 1)**2 N)), e = exp(epsilon / L): Theorem 2."""

    h: float
    kind: ClassVar[str] = "concentration"

    def __post_init__(self) -> None:
        if not 0 < self.h < math.inf:
            raise BadPlan(f"h={self.h!r}; it must be a positive number")

    def level(self, progress: float, total: int, randomizer: Randomizer) -> float:  # noqa: ARG002
        """Gamma, with e taken from the randomizer's integers."""
        e = randomizer.p_yes(True) / randomizer.p_yes(False)
        return math.sqrt(4 * e * (1 + e) * self.h / ((e - 1) ** 2 * total))

    def cut(self, progress: float, total: int, randomizer: Randomizer) -> int:
        """The least count of yes that sends the search left."""
        return randomizer.cut(self.level(progress, total, randomizer), total)


@dataclass(frozen=True)
class Deviations:
    """A level of `first` standard deviations above zero in the first round, changing linearly to `last` in the last.

    Late rounds take fewer, because a late mistake costs less.
    """

    first: float = 3.5
    last: float = 2.0
    kind: ClassVar[str] = "deviations"

    def __post_init__(self) -> None:
        if not (0 < self.last < math.inf and 0 < self.first < math.inf):
            raise BadPlan(f"{self.first!r} to {self.last!r} standard deviations; both must be positive")

    def level(self, progress: float, total: int, randomizer: Randomizer) -> float:
        """The root g of g = c sqrt((v + g) / n), with c standard deviations of a share that is g itself."""
        c = self.first + (self.last - self.first) * progress
        return (c**2 + math.sqrt(c**4 + 4 * c**2 * total * randomizer.variance)) / (2 * total)

    def cut(self, progress: float, total: int, randomizer: Randomizer) -> int:
        """The least count of yes that sends the search left."""
        return randomizer.cut(self.level(progress, total, randomizer), total)


@dataclass(frozen=True)
class ExactTail:
    """The least count that noise alone reaches with probability at most `delta`, by the exact binomial tail."""

    delta: float = 0.001
    kind: ClassVar[str] = "exact-tail"

    def __post_init__(self) -> None:
        if not 1e-12 <= self.delta < 1:
            raise BadPlan(f"delta={self.delta!r}; it must lie between 1e-12 and 1")

    def level(self, progress: float, total: int, randomizer: Randomizer) -> float:
        """The debiased share at the cut."""
        cut = self.cut(progress, total, randomizer)
        return randomizer.share(Tally.of(min(cut, total), total)) if cut <= total else 1.0

    def cut(self, progress: float, total: int, randomizer: Randomizer) -> int:  # noqa: ARG002
        """k* = min {k : P(Bin(n, p_no) >= k) <= delta}."""
        return _least_rare(self.delta, total, randomizer)


LEVELS: dict[str, Any] = {rule.kind: rule for rule in (Quantile, Concentration, Deviations, ExactTail)}
"""Every rule, by the name it has in a plan's JSON."""


@lru_cache(maxsize=4096)
def _least_rare(delta: float, total: int, randomizer: Randomizer) -> int:
    """The least count that noise alone reaches with probability at most `delta`, by bisection."""
    low, high = 0, total + 1  # at low the tail is above delta, at high it is not
    while high - low > 1:
        middle = (low + high) // 2
        rare = false_alarm(middle, total, randomizer) <= delta
        low, high = (low, middle) if rare else (middle, high)
    return high


def false_alarm(cut: int, total: int, randomizer: Randomizer) -> float:
    """The probability of `cut` or more yes answers out of `total` where nobody's truth is yes."""
    return float(binomial_tail(cut, total, randomizer.p_yes(False)))


def pooled_level(deviations: float, people: Floats, variance: float) -> Floats:
    """The share that all answers of `people` together tell from zero by `deviations` standard deviations.

    The root g of g = c sqrt((v + g) / n), as in Deviations, for an array of people.
    """
    square = deviations**2
    return np.asarray((square + np.sqrt(square**2 + 4 * square * people * variance)) / (2 * people))


def to_json(level: Level) -> dict[str, Any]:
    """A level as plain JSON."""
    return {"kind": level.kind, **asdict(level)}  # type: ignore[call-overload]


def from_json(fields: dict[str, Any]) -> Level:
    """Read a level from its JSON; refuse an unknown kind or field with BadPlan."""
    rest = dict(fields)
    rule = LEVELS.get(rest.pop("kind", None))
    if rule is None:
        raise BadPlan(f"level {fields!r}; its kind must be one of {', '.join(sorted(LEVELS))}")
    try:
        level: Level = rule(**rest)
    except TypeError as error:
        raise BadPlan(f"level {fields!r}: {error}") from None
    return level
