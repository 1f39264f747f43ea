"""Statements: what an estimate says about its error, told apart by what each rests on.

`Certain` rests on the answers and the randomizer alone, `Fitted` on a model. Both speak of the end that is searched
for: "before" a threshold is below it for a minimum, and above it for a maximum.
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from lowwater.errors import BadEstimate

Whom = Literal["population", "unasked", "answered"]
"""Of whom shares speak.

population: people are drawn independently from it
unasked: a fixed crowd, drawn at random; those not asked yet when the question's round began
answered: people come as they like; those who answered that question
"""


Curve = tuple[tuple[float, float], ...]
"""Points of a curve."""


@dataclass(frozen=True, slots=True)
class Point:
    """One question of the band: its threshold, the answers, the share at or before it, and the share's limits."""

    threshold: float
    people: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Few:
    """At most this share of people are at or before the threshold."""

    share: float
    threshold: float


@dataclass(frozen=True, slots=True)
class Certain:
    """What holds whatever the numbers are like, if people answer honestly.

    somebody: somebody is at or before this threshold, with confidence `sure`.
    few: thresholds that few people are at or before.
    least, most: the limits of a quantile; None where there is none.
    band: the limits of the share at every threshold; `few`, `least`, `most` and they hold together with `confidence`.
    """

    somebody: float | None = None
    sure: float | None = None
    few: tuple[Few, ...] = ()
    least: float | None = None
    most: float | None = None
    confidence: float | None = None
    band: tuple[Point, ...] = ()
    whom: Whom = "population"

    def __post_init__(self) -> None:
        for name in ("sure", "confidence"):
            _check_share(name, getattr(self, name))

    def fields(self) -> dict[str, Any]:
        """The statement as JSON has it."""
        lists = {"few": [asdict(few) for few in self.few], "band": [asdict(point) for point in self.band]}
        return asdict(self) | lists

    @classmethod
    def of_fields(cls, fields: dict[str, Any]) -> "Certain":
        """The statement that `fields` gave."""
        few = tuple(Few(**each) for each in fields["few"])
        band = tuple(Point(**each) for each in fields["band"])
        return cls(**fields | {"few": few, "band": band})


@dataclass(frozen=True, slots=True)
class Fitted:
    """The limits by the model and what they assume, or the reason why they are withheld.

    curve: points of the fitted curve, each a threshold and the share at or before it.
    posterior: points of the posterior, each a value and the probability that the true one is at or below it.
    """

    low: float | None = None
    high: float | None = None
    confidence: float | None = None
    assumes: str = ""
    withheld: str = "this search fits no model"
    curve: Curve = ()
    posterior: Curve = ()

    def __post_init__(self) -> None:
        _check_share("confidence", self.confidence)
        if (self.low is None) != (self.high is None) or (self.low is None) != bool(self.withheld):
            raise BadEstimate(
                f"low={self.low!r}, high={self.high!r}, withheld={self.withheld!r}; give both limits, or the reason"
            )

    def fields(self) -> dict[str, Any]:
        """The statement as JSON has it."""
        curves = {name: [list(point) for point in getattr(self, name)] for name in ("curve", "posterior")}
        return asdict(self) | curves

    @classmethod
    def of_fields(cls, fields: dict[str, Any]) -> "Fitted":
        """The statement that `fields` gave."""
        return cls(**fields | {name: tuple((x, y) for x, y in fields[name]) for name in ("curve", "posterior")})


def _check_share(name: str, share: float | None) -> None:
    if share is not None and not 0 <= share <= 1:
        raise BadEstimate(f"{name}={share!r}; it lies between 0 and 1")


NOTHING = Certain()
"""No certain statement."""

UNFITTED = Fitted()
"""No fitted statement."""
