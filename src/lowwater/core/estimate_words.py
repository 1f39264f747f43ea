"""Estimate in words: the one place that puts an estimate into sentences."""

import math
from typing import TYPE_CHECKING

from lowwater.core.domain import Direction
from lowwater.core.epsilon import Epsilon
from lowwater.core.kind import Kind, in_words, span_in_words
from lowwater.core.statements import Certain, Few, Fitted, Whom

if TYPE_CHECKING:
    from lowwater.core.estimate import Estimate

_OF_WHOM: dict[Whom, str] = {
    "population": "of the population that people were drawn from",
    "unasked": "of those not asked yet when the question's round began",
    "answered": "of those who answered the question",
}
"""Of whom the shares speak, in words."""

HONEST = "if answers are honest, and nobody dropped out because of the number"
"""What the certain statements need."""


def facts(estimate: "Estimate") -> dict[str, str]:
    """What an estimate says, by the name of each statement."""
    words = {"value": first_line(estimate)}
    if certain := certain_words(estimate):
        words["certain"] = f"{certain}; {HONEST}"
    words["fitted"] = fitted_words(estimate.fitted, estimate.kind)
    if estimate.what_next:
        words["what next"] = estimate.what_next
    words["level"] = rough(estimate.level)
    words["one person"] = "revealed everything" if estimate.loss is None else loss_words(estimate.loss)
    if estimate.caveats:
        words["but"] = "; ".join(estimate.caveats)
    if estimate.simulated:
        words["simulated"] = "the coins came from a seed, which anyone can repeat: this estimate is not private"
    return words


def sentence(estimate: "Estimate") -> str:
    """The estimate in one line: its value and likely error, what is certain, the loss and the caveats."""
    words = facts(estimate)
    certain = [certain_words(estimate, whom=False)] if certain_words(estimate) else []
    but = [f"but {words['but']}"] if estimate.caveats else []
    rest = [_brief_loss(estimate.loss), *but]
    return "; ".join([words["value"], *certain, *rest]) + (" (simulated)" if estimate.simulated else "")


def loss_words(loss: Epsilon) -> str:
    """What one person revealed: the chances first, then the number."""
    return f"{loss.in_words()} ({loss.in_nats()})"


def _brief_loss(loss: Epsilon | None) -> str:
    return "one person revealed everything" if loss is None else f"about one person {loss.in_chance()}"


def first_line(estimate: "Estimate") -> str:
    """The value, and by how much it is likely to be off."""
    if estimate.likely_error is None:
        return f"{place(estimate.value, estimate.kind)}, error unknown"
    return f"{place(estimate.value, estimate.kind)}, likely off by about {off(estimate.likely_error, estimate.kind)}"


def goal(direction: Direction, quantile: float | None) -> str:
    """What is searched for."""
    return f"the {direction}" if quantile is None else f"the {quantile:g} quantile"


def before(direction: Direction) -> str:
    """The side of a threshold that a question asks about."""
    return "at or below" if direction == "minimum" else "at or above"


def certain_words(estimate: "Estimate", *, whom: bool = True) -> str:
    """What is certain, in words; empty where nothing is."""
    certain, where, kind = estimate.certain, before(estimate.direction), estimate.kind
    parts = []
    if certain.somebody is not None and certain.sure is not None:
        parts.append(f"somebody is {where} {place(certain.somebody, kind)} ({percent(certain.sure)} sure)")
    few = [f"at most {percent(few.share)} are {where} {place(few.threshold, kind)}" for few in telling(certain.few)]
    shares = [*few, *_between(certain, kind)]
    if shares and certain.confidence is not None:
        people = f" {_OF_WHOM[certain.whom]}" if whom else ""
        parts.append(f"{', '.join(shares)}{people} ({percent(certain.confidence)} sure of it all)")
    return "; ".join(parts)


def telling(few: tuple[Few, ...]) -> list[Few]:
    """The statements that another one with a smaller share does not contain."""
    return [each for i, each in enumerate(few) if all(each.threshold != smaller.threshold for smaller in few[:i])]


def _between(certain: Certain, kind: Kind) -> list[str]:
    """The limits of a quantile, in words."""
    low, high = certain.least, certain.most
    if low is None or high is None:
        return [f"it is at least {place(low, kind)}"] if low is not None else _at_most(high, kind)
    return [f"it lies between {place(low, kind)} and {place(high, kind)}"]


def _at_most(high: float | None, kind: Kind) -> list[str]:
    return [] if high is None else [f"it is at most {place(high, kind)}"]


def fitted_words(fitted: Fitted, kind: Kind = "number") -> str:
    """The limits by the model with what they assume, or why there are none."""
    if fitted.low is None or fitted.high is None or fitted.confidence is None:
        return f"no limits: {fitted.withheld}"
    limits = f"between {place(fitted.low, kind)} and {place(fitted.high, kind)}"
    return f"{limits} with probability {percent(fitted.confidence)}, if {fitted.assumes}"


def place(value: float, kind: Kind) -> str:
    """A number as what it stands for."""
    return in_words(kind, value, number)


def off(error: float, kind: Kind) -> str:
    """An error, to three digits, with its unit where it has one."""
    return span_in_words(kind, error, rough)


def number(value: float) -> str:
    """A number with as many digits as anyone reads."""
    return f"{value:,.6g}"


def rough(value: float) -> str:
    """A number to three digits; more would claim a precision that it lacks."""
    return number(float(f"{value:.3g}"))


def percent(share: float) -> str:
    """A share in percent, never rounded up."""
    return f"{math.floor(round(share * 1e6, 3)) / 1e4:g} %"
