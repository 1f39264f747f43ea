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

Band = tuple[Point, ...]
"""The share at every threshold with its limits."""


def certain(prover: Prover, closed: Closed, domain: Domain) -> Certain:
    """What the closed questions (threshold, yes, total) prove."""
    if not closed:
        return NOTHING
    sign = 1.0 if domain.direction == "minimum" else -1.0
    columns = np.array(closed, dtype=float).T[:, None, :]
    counts = Counts(sign * columns[0], columns[1], columns[2])
    return stated(prover, prover.statements(counts), points(prover, closed), domain)


def stated(prover: Prover, proofs: Proofs, band: Band, domain: Domain) -> Certain:
    """The `proofs` of one run and its band, as a statement on the domain."""
    if prover.randomizer.honest:
        return NOTHING
    sign = 1.0 if domain.direction == "minimum" else -1.0
    if prover.quantile is not None:
        least, most = _finite(sign * proofs.least), _finite(sign * proofs.most)
        least, most = (least, most) if sign > 0 else (most, least)
        return Certain(least=least, most=most, confidence=CONFIDENCE, band=band)
    somebody = _finite(sign * proofs.somebody)
    few = [(share, _finite(sign * at)) for share, at in zip(SHARES, proofs.few.T, strict=True)]
    proved = tuple(Few(share, threshold) for share, threshold in few if threshold is not None)
    return Certain(somebody, SURE if somebody is not None else None, proved, confidence=CONFIDENCE, band=band)


def points(prover: Prover, closed: Closed) -> Band:
    """The share at every threshold and its limits, in the order of the questions; all limits hold together."""
    (band,) = bands(prover, np.array(closed, dtype=float)[None])
    return band


def bands(prover: Prover, closed: Floats) -> list[Band]:
    """The bands of many runs, from their closed questions, run by question by (threshold, yes, total)."""
    if prover.randomizer.honest:
        return [()] * len(closed)
    threshold, yes, total = np.moveaxis(closed, 2, 0)
    low, high = (each[: closed.shape[1]] for each in prover.misses)
    no, gap = prover.randomizer.p_yes(False), prover.randomizer.p_yes(True) - prover.randomizer.p_yes(False)
    chances = (yes / np.maximum(total, 1), *limits(yes, total, low, high))
    columns = threshold, total, *(np.clip((chance - no) / gap, 0.0, 1.0) for chance in chances)
    rows = np.stack(columns, axis=2).tolist()
    return [tuple(Point(t, int(n), share, a, b) for t, n, share, a, b in row if n > 0) for row in rows]


def _finite(value: Floats) -> float | None:
    """The one value of an array; None where it is infinite."""
    return float(value[0]) if np.isfinite(value[0]) else None
