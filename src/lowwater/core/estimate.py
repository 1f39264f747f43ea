"""Estimate: what a search says: a value, and statements about its error that are told apart by what they rest on."""

import json
import math
from dataclasses import asdict, dataclass, replace
from os import PathLike
from typing import Any

from lowwater.core import estimate_picture, estimate_words
from lowwater.core.domain import Direction
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.kind import Kind, Moment, of_number
from lowwater.core.picture import Picture
from lowwater.core.statements import NOTHING, UNFITTED, Certain, Fitted, Whom
from lowwater.errors import BadEstimate


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and four statements: what is certain, what a model says, the likely error, and what could be done next.

    cell: the interval that the search has narrowed to; no confidence belongs to it.
    level: the share of people that the answers can tell from nobody; for a quantile, the quantile.
    likely_error: the expected error, by the answers; None where the search cannot tell.
    loss: what one person revealed at most; None: everything.
    caveats: what stands against a plan that was carried out anyway, or limits what is promised.
    kind: what its numbers stand for; the estimate speaks in dates where they are dates.
    """

    value: float
    cell: tuple[float, float]
    level: float
    loss: Epsilon | None
    direction: Direction = "minimum"
    quantile: float | None = None
    certain: Certain = NOTHING
    fitted: Fitted = UNFITTED
    likely_error: float | None = None
    what_next: str = ""
    simulated: bool = False
    caveats: tuple[str, ...] = ()
    kind: Kind = "number"

    def __post_init__(self) -> None:
        low, high = self.cell
        if not (math.isfinite(self.value) and low <= self.value <= high):
            raise BadEstimate(f"the value {self.value!r} does not lie in its cell [{low!r}, {high!r}]")
        if self.likely_error is not None and not self.likely_error >= 0:
            raise BadEstimate(f"likely_error={self.likely_error!r}; it cannot be negative")

    def of(self, whom: Whom, caveats: tuple[str, ...] = ()) -> "Estimate":
        """The same estimate, whose certain statements speak of `whom`, with these caveats beside it."""
        return replace(self, certain=replace(self.certain, whom=whom), caveats=caveats)

    @property
    def natural(self) -> Moment:
        """The value as its kind has it: a date, a moment, a time of day, a duration; a number stays one."""
        return of_number(self.kind, self.value)

    def fields(self) -> dict[str, Any]:
        """The estimate as JSON has it, wherever it is written: every digit kept, the loss in nats."""
        loss = None if self.loss is None else self.loss.nano / NANO
        lists = {"cell": list(self.cell), "caveats": list(self.caveats)}
        fields = asdict(self) | lists | {"certain": self.certain.fields(), "fitted": self.fitted.fields()}
        if self.kind == "number":  # what every reader takes for granted
            del fields["kind"]
        return fields | {"loss": loss}

    @classmethod
    def of_fields(cls, fields: dict[str, Any]) -> "Estimate":
        """The estimate that `fields` gave."""
        loss = None if fields["loss"] is None else Epsilon(round(fields["loss"] * NANO))
        statements = {"certain": Certain.of_fields(fields["certain"]), "fitted": Fitted.of_fields(fields["fitted"])}
        tuples = {"cell": tuple(fields["cell"]), "caveats": tuple(fields["caveats"])}
        return cls(**fields | statements | tuples | {"loss": loss})

    def to_json(self) -> str:
        """The estimate as one line of JSON."""
        return json.dumps(self.fields(), allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> "Estimate":
        """The estimate that `to_json` wrote."""
        return cls.of_fields(json.loads(text))

    def facts(self) -> dict[str, str]:
        """What it says, statement by statement, in words."""
        return estimate_words.facts(self)

    def plot(self, path: str | PathLike[str] | None = None) -> Picture:
        """The picture of the estimate, which a notebook shows; it is also written to `path`, if given, as SVG."""
        picture = estimate_picture.draw(self)
        if path is not None:
            picture.save(path)
        return picture

    def _repr_html_(self) -> str:
        """What a notebook shows: a table of what it says, and the picture."""
        return estimate_picture.html(self)

    def __float__(self) -> float:
        return self.value

    def __format__(self, form: str) -> str:
        """The value in this form, as of a number; without one, all that `str` says."""
        return format(self.value, form) if form else str(self)

    def __str__(self) -> str:
        return estimate_words.sentence(self)
