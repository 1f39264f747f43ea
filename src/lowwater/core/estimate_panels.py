"""Estimate panels: the answers with the fitted curve, the posterior, and the cell where there is neither."""

import itertools
from typing import TYPE_CHECKING

from lowwater.core import estimate_signs as signs
from lowwater.core import svg
from lowwater.core.axis import Axis, upwards
from lowwater.core.estimate_view import density, percents, searched, seen
from lowwater.core.estimate_words import percent, place
from lowwater.core.kind import Kind

if TYPE_CHECKING:
    from lowwater.core.estimate import Estimate
    from lowwater.core.statements import Point

SHARES, POSTERIOR, CELL = 250, 84, 44
"""The heights of the panels."""


def shares(estimate: "Estimate", axis: Axis, top: float) -> str:
    """The answers as shares with their limits, the fitted curve, and the value at the share that is searched for."""
    up = Axis(*percents(estimate, axis.lo, axis.hi), top + SHARES - 10, top + 6)
    points = seen(estimate, axis.lo, axis.hi)
    curve = [(axis.place(x), up.place(100 * share)) for x, share in estimate.fitted.curve]
    bars = (
        signs.limits(axis.place(point.threshold), up.place(100 * point.high), up.place(100 * point.low), size)
        for point, size in points
    )
    dots = (
        signs.share(axis.place(point.threshold), up.place(100 * point.share), size, _words(point, estimate.kind))
        for point, size in points
    )
    fit = [_path(curve, fill="none", stroke="teal", stroke_width=2.5, stroke_linejoin="round")] if curve else []
    drawn = [*bars, *fit, *dots, _value(estimate, axis, up.place(100 * searched(estimate)))]
    return upwards(up, axis.start, axis.end) + "\n" + _window(axis, top, SHARES, drawn)


def posterior(estimate: "Estimate", axis: Axis, top: float) -> str:
    """The posterior as a density, with the fitted limits."""
    fitted, bottom, drawn = estimate.fitted, top + POSTERIOR, []
    if fitted.low is not None and fitted.high is not None:
        left, right = axis.place(fitted.low), axis.place(fitted.high)
        drawn.append(svg.element("rect", x=left, y=top, width=max(right - left, 0), height=POSTERIOR, fill="faint"))
        drawn += [svg.upright(x, top, bottom, "teal") for x in (left, right)]
    if heights := density(fitted.posterior, axis.width / 200):
        outline = [(axis.place(x), bottom - (POSTERIOR - 8) * height) for x, height in heights]
        drawn.append(_path(outline, fill="teal", fill_opacity=0.3, stroke="teal", stroke_linejoin="round"))
    drawn.append(svg.upright(axis.place(estimate.value), top, bottom, "ink", stroke_dasharray="3 3"))
    return _window(axis, top, POSTERIOR, drawn)


def cell(estimate: "Estimate", axis: Axis, top: float) -> str:
    """The interval that the search has narrowed to, with the value in it."""
    left, right = (axis.place(end) for end in estimate.cell)
    middle = top + CELL / 2
    return _window(axis, top, CELL, [signs.cell(middle, left, right), _value(estimate, axis, middle)])


def _words(point: "Point", kind: Kind) -> str:
    """What a dot says to a pointer."""
    limits = f"between {percent(point.low)} and {percent(point.high)}"
    return f"{point.people:,} people asked at {place(point.threshold, kind)}: {percent(point.share)}, {limits}"


def _value(estimate: "Estimate", axis: Axis, y: float) -> str:
    number, error = estimate.value, estimate.likely_error or 0.0
    return signs.value(axis.place(number), y, axis.place(number - error), axis.place(number + error))


def _window(axis: Axis, top: float, height: float, drawn: list[str]) -> str:
    """What of `drawn` lies within the panel; a nested document clips without a name that pages could confuse."""
    left, width = axis.start, axis.end - axis.start
    box = f"{left:g} {top:g} {width:g} {height:g}"
    return svg.element("svg", "\n".join(drawn), x=left, y=top, width=width, height=height, viewBox=box)


def _path(points: list[tuple[float, float]], **attributes: svg.Attribute) -> str:
    """A smooth line from the first point along the others to the last: it bends at each towards the next midpoint."""
    middles = [((x + next_x) / 2, (y + next_y) / 2) for (x, y), (next_x, next_y) in itertools.pairwise(points)]
    bends = (f"Q{_place(point)} {_place(middle)}" for point, middle in zip(points[1:], middles[1:], strict=False))
    return svg.element("path", d=f"M{_place(points[0])}{''.join(bends)}L{_place(points[-1])}", **attributes)


def _place(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
