"""Unit scale: the map between a domain and [-1, 1], with the end that is searched for at -1."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.search.knowledge import Knowledge
from lowwater.search.round_numbers import RoundNumbers, round_steps

Floats = npt.NDArray[np.float64]

_DIGITS = 12  # of a value, relative to the domain's width
_MOST_DECIMALS = 300  # powers of ten beyond that are no floats
_EDGE = 2.0**-38  # thresholds keep this distance from the ends, where no answer tells anything


@dataclass(frozen=True)
class UnitScale:
    """Maps values of the domain to [-1, 1] and back."""

    domain: Domain

    def unit(self, natural: Floats) -> Floats:
        """Map values of the domain to [-1, 1]."""
        near = natural - self.domain.lo if self.domain.direction == "minimum" else self.domain.hi - natural
        return np.asarray(2 * near / self.domain.width - 1)

    def natural(self, unit: Floats) -> Floats:
        """Map values on [-1, 1] to the domain."""
        far = (unit + 1) / 2 * self.domain.width
        return np.asarray(self.domain.lo + far if self.domain.direction == "minimum" else self.domain.hi - far)

    def rounded(self, unit: Floats) -> Floats:
        """Map points on [-1, 1] to values of the domain, without the last digits, which are not exact."""
        natural, decimals = self.natural(unit), _DIGITS - math.floor(math.log10(self.domain.width))
        return np.asarray(np.round(natural, decimals)) if abs(decimals) < _MOST_DECIMALS else natural

    def knowledge(self, known: Knowledge) -> Knowledge:
        """Map what is known about the domain's values to [-1, 1]."""
        per = 2 / self.domain.width
        return Knowledge(
            known.alpha,
            None if known.width is None else per * known.width,
            None if known.earlier is None else float(self.unit(np.array(known.earlier))),
            None if known.off is None else per * known.off,
            known.start,
        )

    @property
    def round_numbers(self) -> RoundNumbers:
        """The domain's round numbers on [-1, 1]."""
        width = self.domain.width
        return RoundNumbers(float(self.unit(np.array(0.0))), tuple(2 * step / width for step in round_steps(width)))

    def thresholds(self, unit: Floats) -> Floats:
        """Map points on [-1, 1] to thresholds of the domain; where data have a step, halfway between two values."""
        if self.domain.step is None or self.domain.values is None:
            return self.natural(np.clip(unit, -1 + _EDGE, 1 - _EDGE))
        steps = np.rint((unit + 1) / 2 * (self.domain.values - 1) + 0.5)
        return np.asarray(self.domain.edge(np.clip(steps, 1, self.domain.values - 1), self.domain.values))
