"""Shapes: the families of curves that are fitted to the shares near a minimum, with their prior weights.

With r rising from 0 at the minimum to 1 at the top of the fit, a shape is r**a exp(-bend log(r)**2). Without a bend it
is a power law; a bend makes the tail thinner the nearer it comes to its end, as a lognormal law is.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_NEAR = ((0.96, 0.25), (1.0, 0.5), (1.04, 0.25))  # parts of a known exponent, and their weights


class Shapes(NamedTuple):
    """Rows of shapes, the same for all runs.

    exponent, bend: what a shape is made of.
    width: the distance from the minimum at which a known law reaches everybody; 0 where the constant is fitted.
    prior: the prior weight.
    known: 1 for shapes that were known beforehand, 0 for others.
    """

    exponent: Floats
    bend: Floats
    width: Floats
    prior: Floats
    known: Floats

    @property
    def straight(self) -> int:
        """The number of shapes without a bend, which come first."""
        return int(np.count_nonzero(self.bend == 0))

    def at(self, rows: "npt.NDArray[np.int64] | slice") -> "Shapes":
        """These rows alone."""
        return Shapes(*(column[rows] for column in self))

    def and_those(self, others: "Shapes", weight: float) -> "Shapes":
        """These shapes and `others`, which have the prior `weight` together; those without a bend first."""
        less, more = self._replace(prior=(1 - weight) * self.prior), others._replace(prior=weight * others.prior)
        both = Shapes(*(np.concatenate(columns) for columns in zip(less, more, strict=True)))
        return both.at(np.argsort(both.bend > 0, kind="stable"))

    def curves(self, log: Floats) -> Floats:
        """The values of all shapes at ratios with these logarithms, run by shape by cell by point."""
        exponent, bend = (column[:, None, None] for column in self[:2])
        power: Floats = exponent * log
        if bend.any():
            power -= bend * (log * log)
        np.exp(power, out=power)
        return power

    def shares(self, ratio: Floats) -> Floats:
        """The values of shapes that are run by draw, at ratios that are run by threshold by draw."""
        exponent, bend = (column[:, None, :] for column in self[:2])
        power = ratio**exponent
        if not bend.any():
            return np.asarray(power)
        log = np.log(np.maximum(ratio, 1e-30))
        return np.asarray(power * np.exp(-bend * log * log))


def power_laws(exponents: Floats, bend: float = 0.0) -> Shapes:
    """Laws whose exponents have the prior density 1 / exponent in their logarithm."""
    none, prior = np.zeros_like(exponents), np.gradient(np.log(exponents)) / exponents
    return Shapes(exponents, none + bend, none, prior / prior.sum(), none)


def bent_laws(exponents: Floats, bends: tuple[float, ...]) -> Shapes:
    """Laws of these exponents with each of the bends, all bends of the same weight."""
    families = [power_laws(exponents, bend) for bend in bends]
    joined = Shapes(*(np.concatenate(columns) for columns in zip(*families, strict=True)))
    return joined._replace(prior=joined.prior / len(bends))


def known_law(exponent: float, width: float = 0.0) -> Shapes:
    """Power laws of about this exponent, and of this width where it is known."""
    parts, prior = np.array(_NEAR).T
    none = np.zeros_like(parts)
    return Shapes(exponent * parts, none, none + width, prior, none + 1)
