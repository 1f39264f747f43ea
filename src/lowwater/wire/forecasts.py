"""Forecasts on the wire: a plan asked for beforehand, and what it would give, or why it cannot work."""

from dataclasses import dataclass
from typing import Any, ClassVar

from lowwater.core.plain_options import PlainOptions
from lowwater.errors import BadMessage
from lowwater.wire.estimates import EstimateMessage
from lowwater.wire.message import VERSION, Message
from lowwater.wire.standings import ForecastMessage
from lowwater.wire.terms import TermsMessage


@dataclass(frozen=True)
class TailMessage(Message):
    """What is known about the numbers near the end searched for; without a width they spread over the whole domain."""

    lenient: ClassVar[bool] = True

    alpha: float = 1.0
    width: float | None = None


@dataclass(frozen=True, kw_only=True)
class PlanMessage(PlainOptions, Message):
    """Plan a survey: people, epsilon in nats, the domain (lo, hi), the plain options of a plan, and what is known.

    With `anyway`, a plan that cannot work is given all the same, with its caveats.
    """

    lenient: ClassVar[bool] = True

    people: int
    epsilon: float
    domain: tuple[float, ...]
    tail: TailMessage | None = None
    after: EstimateMessage | None = None
    anyway: bool = False

    def check(self) -> None:
        """Refuse a domain that has not two ends."""
        if len(self.domain) != 2:
            raise BadMessage(f"domain={list(self.domain)[:3]!r}; it has two ends, [lo, hi]")


@dataclass(frozen=True)
class NeededMessage(Message):
    """About how many people an error takes."""

    error: float
    people: int


@dataclass(frozen=True)
class RefusalMessage(Message):
    """Why a plan cannot work, and about how many people would beat a guess, then reach smaller errors."""

    reason: str
    reasons: tuple[str, ...]
    people: tuple[NeededMessage, ...]


@dataclass(frozen=True)
class PlannedMessage(Message):
    """A plan as Plan.to_json writes it, with its forecast and what one person reveals; or its refusal."""

    plan: dict[str, Any] | None
    forecast: ForecastMessage | None
    reveals: str | None
    why: str | None
    caveats: tuple[str, ...]
    refusal: RefusalMessage | None
    version: str = VERSION


@dataclass(frozen=True)
class PreviewMessage(Message):
    """The terms that a survey would have if it were opened now, and their hash."""

    terms: TermsMessage
    hash: str
    version: str = VERSION
