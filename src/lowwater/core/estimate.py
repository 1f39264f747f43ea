"""Estimate: what a search says, always with its level, its loss, and an honest word about its error."""

import json
import math
from dataclasses import dataclass

from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadEstimate


@dataclass(frozen=True, slots=True)
class Estimate:
    """The value found, where the search stands, and what may be said about the error.

    A limit of None means that no such limit can be given; `rests_on` says what the others rest on. The expected error
    is a forecast from before anybody answered, and holds only if what it `assumes` does.
    """

    value: float
    cell: tuple[float, float]
    lower: float | None
    upper: float | None
    confidence: float | None
    rests_on: str
    level: float
    loss: Epsilon | None
    expected_error: float | None = None
    assumes: str = ""
    simulated: bool = False

    def __post_init__(self) -> None:
        low, high = self.cell
        if not (math.isfinite(self.value) and low <= self.value <= high):
            raise BadEstimate(f"the value {self.value!r} does not lie in its cell [{low!r}, {high!r}]")
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise BadEstimate(f"confidence={self.confidence!r}; it lies between 0 and 1")
        if self.expected_error is not None and not self.expected_error >= 0:
            raise BadEstimate(f"expected_error={self.expected_error!r}; it cannot be negative")
        if (self.expected_error is None) != (not self.assumes):
            raise BadEstimate(f"expected_error={self.expected_error!r}, assumes={self.assumes!r}; give both or neither")

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """The lower and the upper limit; None where there is none."""
        return (self.lower, self.upper)

    def to_json(self) -> str:
        """The estimate as JSON, every digit kept."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps(fields | {"loss": None if self.loss is None else self.loss.nano}, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> "Estimate":
        """The estimate that `to_json` wrote."""
        fields = json.loads(text)
        loss = None if fields["loss"] is None else Epsilon(fields["loss"])
        return cls(**fields | {"loss": loss, "cell": tuple(fields["cell"])})

    def __str__(self) -> str:
        parts = [f"{self.value:.6g}, level {self.level:.3g}"]
        if self.expected_error is not None:
            parts.append(f"expected error {self.expected_error:.3g} if {self.assumes}")
        if self.confidence is not None and self.interval != (None, None):
            parts.append(f"{_limits(*self.interval)} with confidence {math.floor(1000 * self.confidence) / 1000:g}")
        parts.append("honest answers" if self.loss is None else f"each person revealed at most {self.loss.in_nats()}")
        return "; ".join(parts) + (" (simulated)" if self.simulated else "")


def _limits(lower: float | None, upper: float | None) -> str:
    if lower is None:
        return f"at most {upper:.6g}"
    return f"at least {lower:.6g}" if upper is None else f"between {lower:.6g} and {upper:.6g}"
