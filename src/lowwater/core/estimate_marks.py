"""Estimate marks: the numbers that an estimate states, each with a line and a label of its own above the panels."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lowwater.core import svg
from lowwater.core.axis import CHARACTER, Axis
from lowwater.core.estimate_words import before, off, percent, place, telling
from lowwater.core.kind import Kind

if TYPE_CHECKING:
    from lowwater.core.estimate import Estimate

ROW = 20


@dataclass(frozen=True, slots=True)
class Mark:
    """A number that is stated, its name and what it says."""

    number: float
    name: str
    words: str
    colour: str = "orange"
    kind: Kind = "number"

    @property
    def label(self) -> str:
        """The mark in words."""
        return f"{self.name} {place(self.number, self.kind)}{self.words}"


def marks(estimate: "Estimate") -> list[Mark]:
    """The value, U and L, and the limits of a quantile."""
    certain, where = estimate.certain, before(estimate.direction)
    error = "" if estimate.likely_error is None else f", likely off by {off(estimate.likely_error, estimate.kind)}"
    stated = [Mark(estimate.value, "estimate", error, "ink")]
    if certain.somebody is not None and certain.sure is not None:
        stated.append(Mark(certain.somebody, "U", f": somebody is {where}, {percent(certain.sure)} sure"))
    stated += [
        Mark(few.threshold, f"L{100 * few.share:g}", f": at most {percent(few.share)} are {where}")
        for few in telling(certain.few)
    ]
    limits = (("at least", certain.least), ("at most", certain.most))
    stated += [Mark(limit, name, "") for name, limit in limits if limit is not None]
    return [replace(mark, kind=estimate.kind) for mark in stated]


def labels(stated: list[Mark], axis: Axis, top: float, bottom: float) -> str:
    """Each mark in a row of its own from `top` on, with a line from there to `bottom`."""
    rows = [(mark, right, top + ROW * row) for row, (mark, right) in enumerate(_rows(stated, axis))]
    lines = [_line(mark, axis, y, bottom) for mark, _, y in rows]
    return "\n".join([*lines, *(_label(mark, axis, y, right=right) for mark, right, y in rows)])


def _rows(stated: list[Mark], axis: Axis) -> list[tuple[Mark, bool]]:
    """The marks from the top row down, each with whether its label stands on the right of its line.

    Where all labels have room on one side, this order keeps every line off the labels of the rows below.
    """
    rising = sorted(stated, key=lambda mark: mark.number)
    if all(_fits_right(mark, axis) for mark in stated):
        return [(mark, True) for mark in rising]
    if all(axis.place(mark.number) >= len(mark.label) * CHARACTER for mark in stated):
        return [(mark, False) for mark in reversed(rising)]
    left = [(mark, False) for mark in reversed(rising) if not _fits_right(mark, axis)]
    return left + [(mark, True) for mark in rising if _fits_right(mark, axis)]


def _fits_right(mark: Mark, axis: Axis) -> bool:
    return axis.place(mark.number) + len(mark.label) * CHARACTER <= axis.end


def _line(mark: Mark, axis: Axis, top: float, bottom: float) -> str:
    return svg.upright(axis.place(mark.number), top, bottom, mark.colour, stroke_dasharray="3 3")


def _label(mark: Mark, axis: Axis, top: float, *, right: bool) -> str:
    x = axis.place(mark.number) + (6 if right else -6)
    halo: dict[str, svg.Attribute] = {"stroke": "paper", "stroke_width": 4, "paint_order": "stroke"}
    return svg.text(x, top + 11, mark.label, mark.colour, text_anchor="start" if right else "end", **halo)
