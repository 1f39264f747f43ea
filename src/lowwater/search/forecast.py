"""Forecast: what a plan expects of itself before anybody answers."""

import math
from dataclasses import dataclass
from typing import Any

from lowwater.errors import BadPlan


@dataclass(frozen=True)
class Forecast:
    """What to expect of a plan.

    error: the expected absolute error, if what the forecast `assumes` holds.
    assumes: the assumption, in words.
    level: the level of the last round, or of all answers together.
    answering: how many people are expected to answer.
    caveats: what speaks against the plan.
    """

    error: float
    assumes: str
    level: float
    answering: int
    caveats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, value in (("error", self.error), ("level", self.level)):
            if not isinstance(value, (int, float)) or not 0 <= value < math.inf:
                raise BadPlan(f"a forecast with {name}={value!r}; it must be a number, 0 or more")

    @classmethod
    def of_fields(cls, fields: dict[str, Any]) -> "Forecast":
        """Read a forecast from the `fields` of its JSON; older plans call its error `expected_error`."""
        error = fields.pop("expected_error", None)
        old = {} if error is None else {"error": error}
        return cls(**(fields | old | {"caveats": tuple(fields["caveats"])}))
