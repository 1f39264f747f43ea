"""Band: the certain statements of one survey, from the closed questions of its search."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.statements import NOTHING, Certain, Few, Point
from lowwater.law.limits import limits
from lowwater.search.certain import Counts, Proofs, Prover
from lowwater.search.settling import CONFIDENCE, SHARES, SURE

Floats = npt.NDArray[np.float64]

Closed = Sequence[tuple[float, int, int]]
"""Closed questions: threshold, yes and total of each."""


def certain(prover: Prover, closed: Closed, domain: Domain) -> Certain:
    """What the closed questions (threshold, yes, total) prove."""
    if not closed:
        return NOTHING
    sign = 1.0 if domain.direction == "minimum" else -1.0
    columns = np.array(closed, dtype=float).T[:, None, :]
    counts = Counts(sign * columns[0], columns[1], columns[2])
    return stated(prover, prover.statements(counts), closed, domain)


def stated(prover: Prover, proofs: Proofs, closed: "Closed | Floats", domain: Domain) -> Certain:
    """The `proofs` of one run from its closed questions, as a statement on the domain."""
    if prover.randomizer.honest:
        return NOTHING
    sign = 1.0 if domain.direction == "minimum" else -1.0
    band = points(prover, closed)
    if prover.quantile is not None:
        least, most = _finite(sign * proofs.least), _finite(sign * proofs.most)
        least, most = (least, most) if sign > 0 else (most, least)
        return Certain(least=least, most=most, confidence=CONFIDENCE, band=band)
    somebody = _finite(sign * proofs.somebody)
    few = [(share, _finite(sign * at)) for share, at in zip(SHARES, proofs.few.T, strict=True)]
    proved = tuple(Few(share, threshold) for share, threshold in few if threshold is not None)
    return Certain(somebody, SURE if somebody is not None else None, proved, confidence=CONFIDENCE, band=band)


def points(prover: Prover, closed: "Closed | Floats") -> tuple[Point, ...]:
    """The share at every threshold and its limits, in the order of the questions; all limits hold together."""
    threshold, yes, total = np.array(closed, dtype=float).T
    low, high = (each[: len(closed)] for each in prover.misses)
    no, gap = prover.randomizer.p_yes(False), prover.randomizer.p_yes(True) - prover.randomizer.p_yes(False)
    chances = (yes / np.maximum(total, 1), *limits(yes, total, low, high))
    share, lower, upper = (np.clip((chance - no) / gap, 0.0, 1.0) for chance in chances)
    columns = zip(threshold.tolist(), total.tolist(), share.tolist(), lower.tolist(), upper.tolist(), strict=True)
    return tuple(Point(t, int(n), s, a, b) for t, n, s, a, b in columns if n > 0)


def _finite(value: Floats) -> float | None:
    """The one value of an array; None where it is infinite."""
    return float(value[0]) if np.isfinite(value[0]) else None
