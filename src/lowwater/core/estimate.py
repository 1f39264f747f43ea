"""Estimate: what a search says, always with its level, its loss, and an honest word about its error."""

import json
import math
from dataclasses import asdict, dataclass
from typing import Any

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.errors import BadEstimate


@dataclass(frozen=True, slots=True)
class Estimate:
    """The value found, where the search stands, and what may be said about the error.

    A limit of None means that no such limit can be given; `rests_on` says what the others rest on. The forecast error
    is from before anybody answered, and holds only if what it `assumes` does. `caveats` say what stands against a plan
    that was carried out anyway.
    """

    value: float
    cell: tuple[float, float]
    lower: float | None
    upper: float | None
    confidence: float | None
    rests_on: str
    level: float
    loss: Epsilon | None
    forecast_error: float | None = None
    assumes: str = ""
    simulated: bool = False
    caveats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        low, high = self.cell
        if not (math.isfinite(self.value) and low <= self.value <= high):
            raise BadEstimate(f"the value {self.value!r} does not lie in its cell [{low!r}, {high!r}]")
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise BadEstimate(f"confidence={self.confidence!r}; it lies between 0 and 1")
        if self.forecast_error is not None and not self.forecast_error >= 0:
            raise BadEstimate(f"forecast_error={self.forecast_error!r}; it cannot be negative")
        if (self.forecast_error is None) != (not self.assumes):
            raise BadEstimate(f"forecast_error={self.forecast_error!r}, assumes={self.assumes!r}; give both or neither")

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """The lower and the upper limit; None where there is none."""
        return (self.lower, self.upper)

    def fields(self) -> dict[str, Any]:
        """The estimate as JSON has it, wherever it is written: every digit kept, the loss in nats."""
        loss = None if self.loss is None else self.loss.nano / NANO
        return asdict(self) | {"cell": list(self.cell), "loss": loss, "caveats": list(self.caveats)}

    @classmethod
    def of_fields(cls, fields: dict[str, Any]) -> "Estimate":
        """The estimate that `fields` gave."""
        loss = None if fields["loss"] is None else Epsilon(round(fields["loss"] * NANO))
        return cls(**fields | {"loss": loss, "cell": tuple(fields["cell"]), "caveats": tuple(fields["caveats"])})

    def to_json(self) -> str:
        """The estimate as one line of JSON."""
        return json.dumps(self.fields(), allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> "Estimate":
        """The estimate that `to_json` wrote."""
        return cls.of_fields(json.loads(text))

    def facts(self) -> dict[str, str]:
        """What it says, statement by statement: the one place that puts an estimate into words."""
        low, high = self.cell
        facts = {"value": f"{_number(self.value)}  (between {_number(low)} and {_number(high)})"}
        if self.forecast_error is not None:
            facts["forecast error"] = f"{_number(float(f'{self.forecast_error:.3g}'))}, if {self.assumes}"
        if self.confidence is not None and self.interval != (None, None):
            share = math.floor(1000 * self.confidence) / 10  # never rounded up
            facts["limit"] = f"{_limits(*self.interval)}, with confidence {share:g} %"
        facts["rests on"] = self.rests_on
        facts["level"] = _number(float(f"{self.level:.3g}"))
        facts["one person"] = "revealed " + ("everything" if self.loss is None else f"at most {self.loss.in_nats()}")
        if self.caveats:
            facts["but"] = "; ".join(self.caveats)
        if self.simulated:
            facts["simulated"] = "the coins came from a seed, which anyone can repeat: this estimate is not private"
        return facts

    def __float__(self) -> float:
        return self.value

    def __format__(self, form: str) -> str:
        """The value in this form, as of a number; without one, all that `str` says."""
        return format(self.value, form) if form else str(self)

    def __str__(self) -> str:
        facts = self.facts()
        names = [name for name in ("forecast error", "limit", "level", "one person", "but") if name in facts]
        said = [f"{name} {facts[name]}" for name in names]
        return "; ".join([_number(self.value), *said]) + (" (simulated)" if self.simulated else "")


def _number(value: float) -> str:
    """A number with as many digits as anyone reads."""
    return f"{value:,.6g}"


def _limits(lower: float | None, upper: float | None) -> str:
    """The limits that an estimate has, one or both."""
    if lower is None:
        return f"at most {_number(upper or 0.0)}"
    return f"at least {_number(lower)}" if upper is None else f"between {_number(lower)} and {_number(upper)}"
