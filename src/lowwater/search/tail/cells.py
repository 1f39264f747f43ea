"""Cells: the grid of minima, by their distance below an upper limit, for many runs at once.

Where numbers may be anything, edges are spaced geometrically. Where they have a step, a value has two places for its
minimum: half a step below it, where a law of whole steps begins, and at the value itself, where a law does whose
numbers were rounded. Near the upper limit each place has a cell of its own, further below a cell holds several. Edges
are run by edge, rising from the upper limit.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_LEAST = 0.02  # the first cell's width, in parts of the gap below the upper limit
_WIDE = 1.02  # cells whose far edge is this many times further are halved geometrically
_BOTTOM = 2.0**-40  # the smallest distance of the grid


def first_edges(upper: Floats, below: Floats, grid: int, step: float, start: float = -1.0) -> Floats:
    """Edges of `grid` cells from the upper limit to the first minimum, `start`, and of one more cell for that itself.

    `step` is 0 where there is none.
    """
    edges = _lattice_edges(upper, grid, step) if step else _geometric_edges(upper, below, grid, start)
    return np.concatenate([edges, edges[:, -1:]], axis=1)


def _geometric_edges(upper: Floats, below: Floats, grid: int, start: float) -> Floats:
    least = np.minimum(np.maximum(_LEAST * (upper - below), _BOTTOM), (upper - start) / 2)
    edges = least[:, None] * ((upper - start) / least)[:, None] ** np.linspace(0.0, 1.0, grid)
    return np.concatenate([np.zeros((len(upper), 1)), edges], axis=1)


def _lattice_edges(upper: Floats, grid: int, step: float) -> Floats:
    """Edges between places, which are half a step apart; the cells left over at the far end have no width."""
    most = np.rint(2 * (upper + 1) / step) + 1
    spaced = np.rint(most[:, None] ** np.linspace(0.0, 1.0, grid))
    index = np.minimum(np.maximum(spaced, np.arange(1, grid + 1)), most[:, None])
    return np.asarray(step / 2 * (0.5 + np.concatenate([np.zeros((len(upper), 1)), index], axis=1)))


def middles(edges: Floats, step: float) -> Floats:
    """The distance that stands for each cell."""
    near, far = edges[:, :-1], edges[:, 1:]
    if not step:
        return between(near, far, np.full(near.shape, 0.5))
    inside = edges[:, :1] + step / 4, edges[:, -1:] - step / 4  # cells without width may lie at the ends
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
    return edges[:, :1] + step / 2 * np.rint((spread - edges[:, :1]) / (step / 2)) if step else spread
