"""Quantile grid: cells on which the density of a quantile is laid, by their edges, run by edge."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def middles(edges: Floats) -> Floats:
    """The middle of every cell."""
    return np.asarray((edges[:, 1:] + edges[:, :-1]) / 2)


def cumulated(mass: Floats) -> Floats:
    """The mass before every edge."""
    return np.concatenate([np.zeros((len(mass), 1)), np.cumsum(mass, axis=1)], axis=1)


def interpolated(at: Floats, edges: Floats, values: Floats) -> Floats:
    """The `values` at the `edges`, interpolated linearly at other places."""
    return np.stack([np.interp(*each) for each in zip(at, edges, values, strict=True)])


def regrouped(mass: Floats, edges: Floats, others: Floats) -> Floats:
    """The mass in the cells between `others`, where it is spread evenly over each cell between `edges`."""
    return np.diff(interpolated(others, edges, cumulated(mass)), axis=1)


def laid(edges: Floats, mass: Floats, count: int) -> Floats:
    """The edges of `count` cells of equal mass, within those cells that have any."""
    total = cumulated(mass)
    shares = np.arange(count + 1) / count
    inner = np.stack([np.interp(shares * sums[-1], sums, row) for sums, row in zip(total, edges, strict=True)])
    runs, cells = np.arange(len(mass)), mass.shape[1]
    inner[:, 0] = edges[runs, np.argmax(mass > 0, axis=1)]
    inner[:, -1] = edges[runs, cells - np.argmax(mass[:, ::-1] > 0, axis=1)]
    return inner


def mixed(*parts: tuple[float, Floats]) -> Floats:
    """The mean of densities, each normalized, with the weights given."""
    return np.asarray(sum(weight * mass / mass.sum(axis=1, keepdims=True) for weight, mass in parts))


def cell_of(edges: Floats, at: Floats) -> Ints:
    """The index of the cell that holds each place."""
    after = np.stack([np.searchsorted(row, place, side="right") for row, place in zip(edges, at, strict=True)])
    return np.asarray(np.clip(after - 1, 0, edges.shape[1] - 2))


def between_values(at: Floats, step: float) -> Floats:
    """The nearest places on [-1, 1] halfway between two values of data with a step."""
    return np.asarray(-1 + step * (np.rint((at + 1) / step - 0.5) + 0.5))
