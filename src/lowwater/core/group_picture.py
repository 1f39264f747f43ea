"""Group picture: the estimates of all groups, one a line, along one axis."""

from typing import TYPE_CHECKING

from lowwater.core import svg
from lowwater.core.axis import CHARACTER, Axis, across
from lowwater.core.estimate_words import first_line, goal
from lowwater.core.picture import Picture

if TYPE_CHECKING:
    from lowwater.core.estimate import Estimate
    from lowwater.core.group_estimates import GroupEstimate, GroupEstimates

_WIDTH, _EDGE, _RIGHT, _LINE, _TOP = 760, 16, 24, 22, 64
_LONGEST = 28  # characters of a group's name


def draw(groups: "GroupEstimates") -> Picture:
    """Each group's value with its likely error, the fitted limits behind it, and its people; refused ones say so."""
    left = _EDGE + CHARACTER * max(len(_name(each)) for each in groups) + 12
    stated = [each.estimate for each in groups if each.estimate is not None]
    numbers = [number for estimate in stated for number in _numbers(estimate)] or [0.0, 1.0]
    margin = 0.06 * (max(numbers) - min(numbers))
    kind = stated[0].kind if stated else "number"
    axis = Axis(min(numbers) - margin, max(numbers) + margin, left, _WIDTH - _RIGHT, kind)
    body = [_head(groups, stated)]
    for index, each in enumerate(groups):
        body.append(_line(each, axis, _TOP + _LINE * index + _LINE / 2))
    bottom = _TOP + _LINE * len(groups)
    body.append(across(axis, bottom + 6, _RIGHT))
    return Picture(svg.document(_WIDTH, bottom + 40, _title(stated), str(groups), "\n".join(body)))


def _title(stated: list["Estimate"]) -> str:
    what = goal(stated[0].direction, stated[0].quantile) if stated else "nothing"
    return f"{what} in every group".capitalize()


def _head(groups: "GroupEstimates", stated: list["Estimate"]) -> str:
    """The title, and what the signs mean."""
    simulated = " (simulated)" if groups.simulated else ""
    signs = "dot: the estimate; thick: its likely error; thin: the fitted limits"
    title = svg.text(_EDGE, 28, _title(stated) + simulated, font_size=16, font_weight=600)
    return title + "\n" + svg.text(_EDGE, 48, signs, "muted", font_size=12)


def _numbers(estimate: "Estimate") -> list[float]:
    """The numbers that must be seen."""
    error, fitted = estimate.likely_error or 0.0, estimate.fitted
    limits = [limit for limit in (fitted.low, fitted.high) if limit is not None]
    return [estimate.value - error, estimate.value + error, *limits]


def _name(group: "GroupEstimate") -> str:
    name = str(group.group)
    short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    return f"{short} ({group.people:,})"


def _line(group: "GroupEstimate", axis: Axis, y: float) -> str:
    """One group: its name and people on the left, its estimate along the axis, or why there is none."""
    label = svg.text(axis.start - 8, y + 4, _name(group), text_anchor="end", font_size=12)
    if group.estimate is None:
        return label + "\n" + svg.text(axis.start, y + 4, "refused: too few people", "muted", font_size=12)
    estimate, parts = group.estimate, [label, svg.flat(y, axis.start, axis.end, "faint")]
    low, high = estimate.fitted.low, estimate.fitted.high
    if low is not None and high is not None:
        parts.append(svg.flat(y, axis.place(low), axis.place(high), "teal"))
    error, value = estimate.likely_error or 0.0, axis.place(estimate.value)
    ends = [axis.place(estimate.value - error), axis.place(estimate.value + error)]
    parts.append(svg.element("rect", x=ends[0], y=y - 2, width=max(ends[1] - ends[0], 0), height=4, fill="teal"))
    dot = svg.element("circle", svg.element("title", svg.escape(first_line(estimate))), cx=value, cy=y, r=4, fill="ink")
    return "\n".join([*parts, dot])
