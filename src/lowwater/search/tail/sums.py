"""Sums: what a fit of power laws and heaps needs to know of the points, for all limits of a range guard in one pass.

A power law whose ratio is 1 at another top differs by a factor alone, so that its sums do, too. The next of evenly
spaced exponents is reached by a product, which costs a quarter of a power.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.tail.shapes import Shapes

Floats = npt.NDArray[np.float64]

_BEFORE = -1e5  # the logarithm of ratios that stand for "before the minimum": every power of them is 0
_EVENLY = 16  # exponents that are whole multiples of a sixteenth are products of each other
_KEPT = 32  # runs whose curves fit the processor's cache


class Sums(NamedTuple):
    """Weighted sums over points, run by limit by shape by cell: of share times curve, and of the curve's square."""

    cross: Floats
    squares: Floats


def sums(threshold: Floats, minimum: Floats, top: Floats, shapes: Shapes, weight: Floats, weighted: Floats) -> Sums:
    """The sums of shapes without a scale; weights and weighted shares are run by limit by point."""
    size = (len(minimum), weight.shape[1], shapes.exponent.size, minimum.shape[1])
    cross, squares = np.empty(size), np.empty(size)
    for start in range(0, len(minimum), _KEPT):
        few = slice(start, start + _KEPT)
        log = logarithms(threshold[few], minimum[few], top[few])
        for index, curve in enumerate(curves(shapes, log)):
            by_point = curve.transpose(0, 2, 1)
            np.matmul(weighted[few], by_point, out=cross[few, :, index])
            np.matmul(weight[few], by_point * by_point, out=squares[few, :, index])
    return Sums(cross, squares)


def logarithms(threshold: Floats, minimum: Floats, top: Floats) -> Floats:
    """The logarithms of points' parts of the way from a minimum to the top, run by cell by point."""
    span = (top[:, None] - minimum)[:, :, None]
    return logarithm(np.minimum((threshold[:, None, :] - minimum[:, :, None]) / span, 1.0))


def logarithm(ratio: Floats) -> Floats:
    """The logarithm of positive ratios, and for others a number of which every power is 0."""
    return np.log(ratio, out=np.full(ratio.shape, _BEFORE), where=ratio > 0)


def curves(shapes: Shapes, log: Floats) -> Iterator[Floats]:
    """The curves of unbent shapes at ratios with these logarithms, one after the other in the same array."""
    curve, before, factors = np.empty_like(log), 0.0, dict[float, Floats]()
    special = shapes.heap | (shapes.growth > 0) | (shapes.cut > 0)
    for index, exponent in enumerate(shapes.exponent.tolist()):
        if special[index]:
            yield shapes.at(slice(index, index + 1)).curves(log[:, None])[:, 0]
            continue
        if before and not (_EVENLY * before) % 1 and not (_EVENLY * exponent) % 1:
            way = exponent - before
            if way not in factors:
                factors[way] = np.exp(way * log)
            curve *= factors[way]
        else:
            np.exp(np.multiply(exponent, log, out=curve), out=curve)
        before = exponent
        yield curve
