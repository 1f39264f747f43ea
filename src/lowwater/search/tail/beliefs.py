"""Tail prior: what the tail fit believes before anybody answers, while it searches, reports, and doubts its report.

Most minima may be anywhere, and their tails are power laws. But people choose a domain with a reason: the minimum is at
its very start more often than at any other place, and then the tail may be thinner than any power law.

Beside power laws there are heaps of people who share one number, and exponentials that are cut off. What a shape wins
where people follow it, others lose, which it explains as well: the weights are small.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from lowwater.search.knowledge import Knowledge
from lowwater.search.tail.prior import Prior
from lowwater.search.tail.shapes import Shapes, a_heap, bent_laws, cut_exponentials, cut_normals, known_law, power_laws

FLATTEST, STEEPEST = 1 / 16, 5.5
"""The exponents tried. Beyond the largest nobody is near the minimum, and no share tells where it is."""

BENDS = (0.125, 0.5, 2.0, 8.0)
"""Bends of tails that begin at the domain's start: those of lognormal laws of deviations 2, 1, 1/2 and 1/4."""

GROWTHS = (1.5, 3.0, 4.5, 6.5)
"""By which powers of e the densities of cut exponentials grow from the minimum to the top of a fit."""

CUTS = (2.0, 3.0)
"""How many deviations below their means normal laws are cut off."""

_FEW = np.array([*range(1, 9), *range(10, 21, 2), *range(24, 33, 4), 40, 48, 56, 64, 80, 88]) / 16
_MANY = np.geomspace(FLATTEST, STEEPEST, 64)


def _straight(exponents: npt.NDArray[np.float64], growing: float = 0.03) -> Shapes:
    """Power laws of these exponents, and beside them a heap and, `growing`, exponentials that are cut off."""
    return power_laws(exponents).and_those(a_heap(), 0.06).and_those(cut_exponentials(GROWTHS), growing)


SEARCHING = Prior(_straight(_FEW).and_those(bent_laws(_FEW[::3], BENDS), 0.02), start=0.05, in_gap=0.25, heaped=8.0)
"""The prior while the search runs. A minimum right below the upper limit is doubted: a search that closes in on one too
early asks nobody further below. But where only large shares can be seen, it goes after noise below people who share
one number, unless it believes in heaps."""


def _for_estimates(limited: float) -> Prior:
    """The prior for the estimate, with the weight `limited` for normal laws cut at two deviations."""
    cuts = cut_normals(CUTS)._replace(prior=np.array([limited, 0.002]) / (limited + 0.002))
    shapes = _straight(_MANY, 0.015).and_those(cuts, limited + 0.002)
    return Prior(shapes.and_those(bent_laws(_MANY[::2], BENDS), 0.002), start=0.06)


REPORTING = _for_estimates(0.002)
"""The prior for the estimate. A bent law explains what a steep power law does, but from the domain's start, and an
estimate there is far off where it does not hold: the answers have to speak for it. Cut exponentials, half as likely as
in the search, explain the beginnings of steep power laws."""

COUNTING = _for_estimates(0.02)
"""The prior for the estimate where numbers have a step: ages and amounts often follow a bell that a rule cut off."""

DOUBTING = Prior(_straight(_MANY).and_those(bent_laws(_MANY[::2], BENDS), 0.3), start=0.15)
"""The prior for what is said about the error, in which the domain's start and bent tails have more weight."""

TRUST = 0.9
"""The prior weight of what is known."""


def informed(prior: Prior, step: float, known: Knowledge) -> Prior:
    """The prior for numbers with this step (0: none), and with what is known on [-1, 1]."""
    shapes, start = prior.shapes, prior.start if known.start else 0.0
    if known.alpha is not None:
        shapes = shapes.and_those(known_law(known.alpha, known.width or 0.0), TRUST)
    if known.earlier is None or known.off is None:
        return replace(prior, shapes=shapes, start=start, step=step)
    return replace(
        prior, shapes=shapes, start=start, step=step, earlier=known.earlier - step / 4, off=known.off, trust=TRUST
    )
