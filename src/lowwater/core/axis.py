"""Axis: numbers to places in a picture, round numbers along them, and how both are drawn."""

import math
from dataclasses import dataclass
from functools import cached_property

from lowwater.core import svg
from lowwater.core.kind import DAY, Kind, in_words

CHARACTER = 7.0
"""The width of a character in a picture, on the generous side."""

_WHOLE = 9  # numbers with more digits before the point have an exponent instead
_FAR = 50  # widths beyond an axis, at most, at which numbers have places, so that these stay finite


@dataclass(frozen=True)
class Axis:
    """The numbers from `lo` to `hi` laid out between two places; numbers that are too close together are spread."""

    lo: float
    hi: float
    start: float
    end: float
    kind: Kind = "number"

    def __post_init__(self) -> None:
        lo, hi = spread(self.lo, self.hi)
        object.__setattr__(self, "lo", lo)
        object.__setattr__(self, "hi", hi)

    @property
    def width(self) -> float:
        """The length of the interval of numbers."""
        return self.hi - self.lo

    def place(self, number: float) -> float:
        """The place of a number, at most `_FAR` widths beyond the ends."""
        near = min(max(number, self.lo - _FAR * self.width), self.hi + _FAR * self.width)
        return self.start + (near - self.lo) / self.width * (self.end - self.start)

    @cached_property
    def step(self) -> float:
        """The least of 1, 2 and 5 times a power of ten whose labels have room along the axis."""
        tens = math.floor(math.log10(self.width))
        steps = (float(f"{digit}e{power}") for power in range(tens - 1, tens + 2) for digit in (1, 2, 5))
        return next(step for step in steps if self._room(step))

    def _room(self, step: float) -> bool:
        """Whether labels at every `step` have room, which across takes their length and upwards their height."""
        longest = max((len(self._label(number, step)) for number in self._numbers(step)), default=0)
        size = 40 if self.end < self.start else longest * CHARACTER + 36
        return self.width / step * size <= abs(self.end - self.start)

    def _numbers(self, step: float) -> list[float]:
        return [index * step for index in range(math.ceil(self.lo / step), math.floor(self.hi / step) + 1)]

    def _label(self, number: float, step: float) -> str:
        """The number with as many digits as tell neighbours apart, or what it stands for."""
        if self.kind != "number":
            text = in_words(self.kind, number, "{:,.4g}".format)
            return text.partition(" ")[0] if step >= DAY and self.kind in ("datetime", "instant") else text
        power = math.floor(math.log10(max(abs(self.lo), abs(self.hi))))
        digits = power - math.floor(math.log10(step)) + 1
        return f"{number:,.{max(digits, 6, power + 1 if power < _WHOLE else 0)}g}"

    def ticks(self) -> list[tuple[float, str]]:
        """Places of round numbers, and their labels."""
        return [(self.place(number), self._label(number, self.step)) for number in self._numbers(self.step)]


def spread(lo: float, hi: float) -> tuple[float, float]:
    """The interval, or a wider one where doubles hardly tell its ends apart."""
    size = max(abs(lo), abs(hi))
    if hi - lo > 1e-12 * size and hi - lo > 1e-300:
        return lo, hi
    wider = size / 10 if size > 1e-299 else 1.0
    return lo - wider, hi + wider


def across(axis: Axis, y: float, edge: float) -> str:
    """An axis along the bottom of a picture that ends `edge` behind it, with the labels that have room below it."""
    parts = [svg.flat(y, axis.start, axis.end, "muted")]
    for x, label in axis.ticks():
        parts.append(svg.upright(x, y, y + 5, "muted"))
        if x + len(label) * CHARACTER / 2 < axis.end + edge:
            parts.append(svg.text(x, y + 20, label, "muted", text_anchor="middle"))
    return "\n".join(parts)


def upwards(axis: Axis, left: float, right: float) -> str:
    """Faint lines across at round numbers, with their labels, percents, on the left."""
    parts = []
    for y, label in axis.ticks():
        parts += [
            svg.flat(y, left, right, "faint"),
            svg.text(left - 8, y + 4, f"{label} %", "muted", text_anchor="end"),
        ]
    return "\n".join(parts)
