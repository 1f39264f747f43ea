"""Estimates on the wire: a value and its statements; the fields are those of `Estimate.fields`."""

from dataclasses import asdict, dataclass

from lowwater.core.domain import Direction
from lowwater.core.estimate import Estimate
from lowwater.core.statements import Whom
from lowwater.wire.message import Message


@dataclass(frozen=True)
class PointMessage(Message):
    """One question of the band: its threshold, its answers, the share at or before it, and the share's limits."""

    threshold: float
    people: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class FewMessage(Message):
    """At most this share of people are at or before the threshold."""

    share: float
    threshold: float


@dataclass(frozen=True)
class CertainMessage(Message):
    """What holds whatever the numbers are like, if people answer honestly."""

    somebody: float | None
    sure: float | None
    few: tuple[FewMessage, ...]
    least: float | None
    most: float | None
    confidence: float | None
    band: tuple[PointMessage, ...]
    whom: Whom


@dataclass(frozen=True)
class FittedMessage(Message):
    """The limits by the model and what they assume, or the reason why they are withheld; points of two curves."""

    low: float | None
    high: float | None
    confidence: float | None
    assumes: str
    withheld: str
    curve: tuple[tuple[float, ...], ...]
    posterior: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class EstimateMessage(Message):
    """The estimate of a search, so far."""

    value: float
    cell: tuple[float, ...]
    level: float
    loss: float | None
    direction: Direction
    quantile: float | None
    certain: CertainMessage
    fitted: FittedMessage
    likely_error: float | None
    what_next: str
    simulated: bool
    caveats: tuple[str, ...]

    @classmethod
    def of(cls, estimate: Estimate) -> "EstimateMessage":
        """The message of an estimate."""
        return cls.read(estimate.fields())

    def estimate(self) -> Estimate:
        """The estimate that the message holds."""
        return Estimate.of_fields(asdict(self))
