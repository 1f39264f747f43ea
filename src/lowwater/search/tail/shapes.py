"""Shapes: the families of curves that are fitted to the shares near a minimum, with their prior weights.

With r rising from 0 at the minimum to 1 at the top of the fit, a shape is one of five:

- a power law, r**a;
- a bent law, r**a exp(-bend log(r)**2), thinner the nearer it comes to its end, as a lognormal law is;
- a cut exponential, (exp(growth r) - 1) / (exp(growth) - 1), whose tail would go on, had nobody cut it off;
- a cut normal law, likewise;
- a heap, 1 for every r above 0: people who share one number.
"""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lowwater.search.tail.cut_normal import cut_normal

Floats = npt.NDArray[np.float64]

HEAP = 1 / 64
"""The exponent of a heap, which has none: as small as a power law's would have to be."""

_NOBODY = -66.0  # the logarithm of ratios that stand for "before the minimum"
_MOST = 50.0  # the largest power of e in a cut exponential beyond its top, where shares are cut to 1 anyway
_NEAR = ((0.96, 0.25), (1.0, 0.5), (1.04, 0.25))  # parts of a known exponent, and their weights


class Shapes(NamedTuple):
    """Rows of shapes, the same for all runs.

    exponent, bend, growth, cut: what a shape is made of; HEAP is the exponent of a heap, and 1 that of a cut law. A
        normal law is `cut` that many deviations below its mean; 0 where a shape is another.
    width: the distance from the minimum at which a known law reaches everybody; 0 where the constant is fitted.
    prior: the prior weight.
    known: 1 for shapes that were known beforehand, 0 for others.
    """

    exponent: Floats
    bend: Floats
    growth: Floats
    cut: Floats
    width: Floats
    prior: Floats
    known: Floats

    @property
    def heap(self) -> npt.NDArray[np.bool_]:
        """Which shapes are heaps."""
        return np.asarray(self.exponent <= HEAP)

    @property
    def scale_free(self) -> npt.NDArray[np.bool_]:
        """Which shapes are the same but for a factor, wherever their top is: power laws and heaps of no known width."""
        return np.asarray((self.bend == 0) & (self.growth == 0) & (self.cut == 0) & (self.width == 0))

    @property
    def straight(self) -> int:
        """The number of shapes without a bend, which come first."""
        return int(np.count_nonzero(self.bend == 0))

    def at(self, rows: "npt.NDArray[np.int64] | npt.NDArray[np.bool_] | slice") -> "Shapes":
        """These rows alone."""
        return Shapes(*(column[rows] for column in self))

    def and_those(self, others: "Shapes", weight: float) -> "Shapes":
        """These shapes and `others`, which have the prior `weight` together; those without a bend first."""
        less, more = self._replace(prior=(1 - weight) * self.prior), others._replace(prior=weight * others.prior)
        both = Shapes(*(np.concatenate(columns) for columns in zip(less, more, strict=True)))
        return both.at(np.argsort(both.bend > 0, kind="stable"))

    def alike(self, most: int) -> Iterator[slice]:
        """Slices of at most `most` consecutive rows, each of one kind alone; power laws and bent ones are one kind."""
        kind = np.where(self.heap, 3, np.where(self.cut > 0, 2, self.growth > 0))
        ends = [0, *(np.flatnonzero(np.diff(kind)) + 1), kind.size]
        for start, end in itertools.pairwise(ends):
            yield from (slice(first, min(first + most, end)) for first in range(start, end, most))

    def curves(self, log: Floats) -> Floats:
        """The values of shapes that are `alike` at ratios with these logarithms, run by shape by cell by point."""
        if self.heap.any():
            return np.where(log > _NOBODY, np.ones_like(self.exponent)[:, None, None], 0.0)
        if self.cut.any():
            ratio = np.exp(log)
            return np.concatenate([cut_normal(ratio, each) for each in self.cut.tolist()], axis=1)
        if self.growth.any():
            growth = self.growth[:, None, None]
            grown = growth * np.exp(log)
            np.expm1(grown, out=grown)
            grown /= np.expm1(growth)
            return np.asarray(grown)
        exponent, bend = self.exponent[:, None, None], self.bend[:, None, None]
        power: Floats = exponent * log
        if bend.any():
            power -= bend * (log * log)
        np.exp(power, out=power)
        return power

    def shares(self, ratio: Floats) -> Floats:
        """The values of shapes that are run by draw, at ratios that are run by threshold by draw."""
        exponent, bend, growth, cut = (column[:, None, :] for column in self[:4])
        for deviations in np.unique(self.cut[self.cut > 0]).tolist():
            ratio = np.where(cut == deviations, cut_normal(ratio, deviations), ratio)
        grows = growth > 0
        if grows.any():
            safe = np.where(grows, growth, 1.0)
            ratio = np.where(grows, np.expm1(np.minimum(safe * ratio, _MOST)) / np.expm1(safe), ratio)
        power = np.where(exponent <= HEAP, ratio > 0, ratio**exponent)
        if not bend.any():
            return np.asarray(power)
        log = np.log(np.maximum(ratio, 1e-30))
        return np.asarray(power * np.exp(-bend * log * log))


def power_laws(exponents: Floats, bend: float = 0.0) -> Shapes:
    """Laws whose exponents have the prior density 1 / exponent in their logarithm."""
    none, prior = np.zeros_like(exponents), np.gradient(np.log(exponents)) / exponents
    return Shapes(exponents, none + bend, none, none, none, prior / prior.sum(), none)


def bent_laws(exponents: Floats, bends: tuple[float, ...]) -> Shapes:
    """Laws of these exponents with each of the bends, all bends of the same weight."""
    families = [power_laws(exponents, bend) for bend in bends]
    joined = Shapes(*(np.concatenate(columns) for columns in zip(*families, strict=True)))
    return joined._replace(prior=joined.prior / len(bends))


def cut_exponentials(growths: tuple[float, ...]) -> Shapes:
    """Exponentials that grow from the minimum to the top by these powers of e; the more they do, the less likely."""
    growth, none = np.array(growths), np.zeros(len(growths))
    return Shapes(none + 1, none, growth, none, none, 1 / growth / (1 / growth).sum(), none)


def cut_normals(deviations: tuple[float, ...]) -> Shapes:
    """Normal laws that are cut off these deviations below their means, all of the same weight."""
    cut, none = np.array(deviations), np.zeros(len(deviations))
    return Shapes(none + 1, none, none, cut, none, none + 1 / cut.size, none)


def a_heap() -> Shapes:
    """The one shape of a heap."""
    none = np.zeros(1)
    return Shapes(none + HEAP, none, none, none, none, none + 1, none)


def known_law(exponent: float, width: float = 0.0) -> Shapes:
    """Power laws of about this exponent, and of this width where it is known."""
    parts, prior = np.array(_NEAR).T
    none = np.zeros_like(parts)
    return Shapes(exponent * parts, none, none, none, none + width, prior, none + 1)
