"""Cells: the grid of minima, by their distance below an upper limit, for many runs at once.

Where numbers may be anything, edges are spaced geometrically. Where they have a step, a law of whole steps begins half
a step below its first value, so that every value is one place for the minimum: near the upper limit each has a cell
of its own, further below a cell holds several. Edges are run by edge, rising from the upper limit.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_LEAST = 0.02  # the first cell's width, in parts of the gap below the upper limit
_WIDE = 1.02  # cells whose far edge is this many times further are halved geometrically
_BOTTOM = 2.0**-40  # the smallest distance of the grid


def first_edges(upper: Floats, below: Floats, grid: int, step: float) -> Floats:
    """Edges of `grid` cells from the upper limit to the domain's start, and of one more cell for the start itself.

    `step` is 0 where there is none.
    """
    edges = _lattice_edges(upper, grid, step) if step else _geometric_edges(upper, below, grid)
    return np.concatenate([edges, edges[:, -1:]], axis=1)


def _geometric_edges(upper: Floats, below: Floats, grid: int) -> Floats:
    least = np.minimum(np.maximum(_LEAST * (upper - below), _BOTTOM), (upper + 1) / 2)
    edges = least[:, None] * ((upper + 1) / least)[:, None] ** np.linspace(0.0, 1.0, grid)
    return np.concatenate([np.zeros((len(upper), 1)), edges], axis=1)


def _lattice_edges(upper: Floats, grid: int, step: float) -> Floats:
    """Edges between values; the cells left over at the far end have no width."""
    start = _start(upper, step)
    most = np.rint((upper + 1) / step - start) + 1
    spaced = np.rint(most[:, None] ** np.linspace(0.0, 1.0, grid))
    index = np.minimum(np.maximum(spaced, np.arange(1, grid + 1)), most[:, None])
    return np.asarray(step * (start[:, None] + np.concatenate([np.zeros((len(upper), 1)), index], axis=1)))


def _start(upper: Floats, step: float) -> Floats:
    """The first edge in steps: one half below a threshold, which lies between two values; 0 below the domain's end."""
    steps = (upper + 1) / step
    return np.where(np.abs(steps - np.rint(steps)) > 0.25, 0.5, 0.0)


def middles(edges: Floats, step: float) -> Floats:
    """The distance that stands for each cell."""
    near, far = edges[:, :-1], edges[:, 1:]
    if not step:
        return between(near, far, np.full(near.shape, 0.5))
    inside = edges[:, :1] + step / 2, edges[:, -1:] - step / 2  # cells without width may lie at the ends
    return np.clip((near + far) / 2, *inside)


def between(near: Floats, far: Floats, part: Floats) -> Floats:
    """A distance within a cell, a `part` of the way from `near` to `far`: geometrically, in cells that are wide."""
    wide = (near > 0) & (far > _WIDE * near)
    safe = np.where(wide, near, 1.0)
    return np.where(wide, safe * (np.where(wide, far, 1.0) / safe) ** part, near + (far - near) * part)


def zoomed_edges(edges: Floats, weight: Floats, grid: int, step: float) -> Floats:
    """New edges: every fourth of the old ones, and for the rest quantiles of the mass `weight`, run by cell."""
    edges, weight, count = edges[:, :-1], weight[:, :-1], 3 * grid // 4
    cumulative = np.concatenate([np.zeros((len(weight), 1)), np.cumsum(weight, axis=1)], axis=1)
    marks = np.arange(1, count) / count
    quantiles = [np.interp(marks * row[-1], row, edge) for row, edge in zip(cumulative, edges, strict=True)]
    spread = np.sort(np.concatenate([edges[:, ::4], np.array(quantiles)], axis=1), axis=1)
    spread = np.concatenate([spread, edges[:, -1:], edges[:, -1:]], axis=1)
    return edges[:, :1] + step * np.rint((spread - edges[:, :1]) / step) if step else spread
