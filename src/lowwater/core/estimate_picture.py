"""Estimate picture: an estimate drawn, from the words at its top to the numbers along its bottom."""

import textwrap
from typing import TYPE_CHECKING

from lowwater.core import estimate_panels as panels
from lowwater.core import svg
from lowwater.core.axis import Axis, across
from lowwater.core.estimate_legend import legend
from lowwater.core.estimate_marks import ROW, labels, marks
from lowwater.core.estimate_view import numbers, seen
from lowwater.core.estimate_words import facts, first_line, fitted_words, goal, sentence
from lowwater.core.picture import Picture
from lowwater.core.svg import escape

if TYPE_CHECKING:
    from lowwater.core.estimate import Estimate

_WIDTH, _EDGE, _LEFT, _RIGHT = 760, 16, 62, 24
_LINE, _CHARACTERS = 17, 116


def draw(estimate: "Estimate") -> Picture:
    """The estimate as a picture: the answers with the fitted curve above, the posterior below, or what there is."""
    axis = Axis(*numbers(estimate), _LEFT, _WIDTH - _RIGHT, estimate.kind)
    words, y = _head(estimate)
    body = [*words, legend(estimate, _EDGE, y)]
    stated, top = marks(estimate), y + 14
    y = top + ROW * len(stated) + 4
    panel, height = _first(estimate, axis, y)
    body += [labels(stated, axis, top, y + height), panel]
    y += height
    if estimate.fitted.posterior or estimate.fitted.low is not None:
        lines, y = _lines(f"fitted: {fitted_words(estimate.fitted, estimate.kind)}", y + 24, "teal")
        body += [*lines, panels.posterior(estimate, axis, y - 8)]
        y += panels.POSTERIOR - 8
    body.append(across(axis, y, _RIGHT))
    if beyond := _beyond(estimate, axis):
        y += _LINE + 2
        body.append(svg.text(axis.end, y + 20, beyond, "muted", text_anchor="end", font_size=12))
    return Picture(svg.document(_WIDTH, y + 34, _title(estimate), sentence(estimate), "\n".join(filter(None, body))))


def html(estimate: "Estimate") -> str:
    """The estimate as a notebook shows it: a table of what it says, then the picture."""
    rows = "".join(f"<tr>{_cell('th', name)}{_cell('td', words)}</tr>" for name, words in facts(estimate).items())
    return f"<table>{rows}</table>\n{draw(estimate)}"


def _cell(tag: str, words: str) -> str:
    """A cell of a table; notebooks would put it to the right."""
    return f'<{tag} style="text-align:left;vertical-align:top">{escape(words)}</{tag}>'


def _title(estimate: "Estimate") -> str:
    simulated = " (simulated)" if estimate.simulated else ""
    return f"{goal(estimate.direction, estimate.quantile)}: {first_line(estimate)}{simulated}".capitalize()


def _head(estimate: "Estimate") -> tuple[list[str], float]:
    """The title and what stands against the plan, and where the picture goes on."""
    title = svg.text(_EDGE, 28, _title(estimate), font_size=16, font_weight=600)
    if not estimate.caveats:
        return [title], 54
    lines, y = _lines(f"but {'; '.join(estimate.caveats)}", 50, "orange")
    return [title, *lines], y + 8


def _lines(words: str, y: float, fill: str) -> tuple[list[str], float]:
    """Words over as many lines as they take, and where the next line would stand."""
    lines = textwrap.wrap(words, _CHARACTERS)
    drawn = [svg.text(_EDGE, y + _LINE * index, line, fill, font_size=12) for index, line in enumerate(lines)]
    return drawn, y + _LINE * len(lines)


def _first(estimate: "Estimate", axis: Axis, y: float) -> tuple[str, float]:
    """The answers and the curve, or the cell where there are neither, and the height they take."""
    if estimate.certain.band or estimate.fitted.curve:
        return panels.shares(estimate, axis, y), panels.SHARES
    return panels.cell(estimate, axis, y), panels.CELL


def _beyond(estimate: "Estimate", axis: Axis) -> str:
    """How many questions the picture leaves out, in words."""
    asked = len(estimate.certain.band)
    hidden = asked - len(seen(estimate, axis.lo, axis.hi))
    return f"{hidden} of {asked} questions lie beyond these numbers" if hidden else ""
