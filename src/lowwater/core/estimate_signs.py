"""Estimate signs: how a picture draws a share, its limits, a value and a cell, in its panels and in its legend."""

from lowwater.core import svg


def limits(x: float, high: float, low: float, size: float) -> str:
    """The limits of a share as a bar; `size` is from 0 to 1."""
    return svg.upright(x, high, low, "muted", stroke_opacity=0.6, stroke_width=1 + 2 * size)


def share(x: float, y: float, size: float, words: str) -> str:
    """A share as a dot whose area grows with `size`, from 0 to 1, and the words that it shows to a pointer."""
    return svg.element("circle", svg.hint(words), cx=x, cy=y, r=2 + 5 * size, fill="ink", fill_opacity=0.75)


def value(x: float, y: float, left: float, right: float) -> str:
    """A value, with its likely error as a bar from `left` to `right`."""
    bar = svg.flat(y, left, right, "yellow", stroke_width=5, stroke_linecap="round")
    return bar + svg.element("circle", cx=x, cy=y, r=6, fill="yellow", stroke="ink", stroke_width=1.5)


def cell(y: float, left: float, right: float) -> str:
    """A cell as a bar from `left` to `right`."""
    return svg.element("rect", x=left, y=y - 7, width=max(right - left, 2), height=14, rx=3, fill="pale")
