"""Estimate view: which part of the numbers and of the shares a picture of an estimate shows."""

import itertools
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lowwater.core.estimate import Estimate
    from lowwater.core.statements import Curve, Point

_REACH = 0.3  # the largest difference from the share searched for that is shown
_ROOM = 3  # what is shown beyond the marks, in multiples of their extent, at most
_MARGIN = 0.06


def numbers(estimate: "Estimate") -> tuple[float, float]:
    """The numbers from a bit before all marks to where the share is `_REACH` away from the one searched for."""
    sign = 1 if estimate.direction == "minimum" else -1
    marks = [sign * mark for mark in _marks(estimate)]
    near, far = min(marks), max(marks)
    span = far - near or math.inf
    shown = [sign * x for x, share in _rising(estimate) if abs(share - searched(estimate)) <= _REACH]
    first = near if estimate.quantile is None else max(min([near, *shown]), near - _ROOM * span)
    last = min(max([far, *shown]), far + _ROOM * span)
    margin = _MARGIN * (last - first)
    first, last = (first - margin, last + margin) if math.isfinite(last - first + 2 * margin) else (first, last)
    return (first, last) if sign > 0 else (-last, -first)


def searched(estimate: "Estimate") -> float:
    """The share at or before what is searched for."""
    return 0.0 if estimate.quantile is None else estimate.quantile


def _marks(estimate: "Estimate") -> list[float]:
    """The numbers that must be seen."""
    certain, fitted = estimate.certain, estimate.fitted
    ends = [certain.somebody, certain.least, certain.most, fitted.low, fitted.high]
    limits = [end for end in ends if end is not None]
    points = [few.threshold for few in certain.few] + [value for value, _ in fitted.posterior]
    cell = [] if _rising(estimate) or points else list(estimate.cell)
    return [estimate.value, *limits, *points, *cell]


def _rising(estimate: "Estimate") -> list[tuple[float, float]]:
    """Points of the fitted curve, or of the band where nothing is fitted."""
    return list(estimate.fitted.curve) or [(point.threshold, point.share) for point in estimate.certain.band]


def seen(estimate: "Estimate", lo: float, hi: float) -> list[tuple["Point", float]]:
    """The points of the band from `lo` to `hi`, the largest last, each with its size: 1 for a quarter of all people."""
    points = [point for point in estimate.certain.band if lo <= point.threshold <= hi]
    points.sort(key=lambda point: point.people)
    quarter = max(1, sum(point.people for point in points)) / 4
    return [(point, min(1.0, math.sqrt(point.people / quarter))) for point in points]


def percents(estimate: "Estimate", lo: float, hi: float) -> tuple[float, float]:
    """The percents that the shares between the numbers `lo` and `hi` take."""
    points = [point for point, _ in seen(estimate, lo, hi)]
    shares = [point.share for point in points] + [share for x, share in estimate.fitted.curve if lo <= x <= hi]
    least, most = min([searched(estimate), *shares]), max([searched(estimate), *shares])
    if least == most:
        most = min([1.0, *(point.high for point in points)])
    margin = 0.2 * (most - least)
    return 100 * max(0.0, least - margin), 100 * min(1.0, most + margin)


def density(posterior: "Curve", narrowest: float) -> list[tuple[float, float]]:
    """The density between the points of a posterior, as a share of its peak; they are `narrowest` apart or more."""
    apart: list[tuple[float, float]] = []
    for value, probability in sorted(posterior):
        if not apart or value - apart[-1][0] >= narrowest:
            apart.append((value, probability))
    steps = [(x + (y - x) / 2, (q - p) / (y - x)) for (x, p), (y, q) in itertools.pairwise(apart)]
    peak = max((height for _, height in steps), default=0.0)
    heights = [(x, height / peak) for x, height in steps if peak > 0]
    return [(apart[0][0], 0.0), *heights, (apart[-1][0], 0.0)] if heights else []
