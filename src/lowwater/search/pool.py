"""Pool: shares that must rise with the threshold, made to, by pooling neighbours; and how sure they are."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

KNOWN = 1e12
"""The weight, in people, of what needs no asking: everyone is at or below the domain's end."""


NOBODY = 1e-9
"""The weight of a question that nobody answered."""


class Seen(NamedTuple):
    """What was asked and answered, a row for each run: thresholds, debiased shares, people."""

    threshold: Floats
    share: Floats
    people: Floats


class Points(NamedTuple):
    """The same in the order of the thresholds, with the domain's end; pooled levels, and their significance."""

    threshold: Floats
    share: Floats
    people: Floats
    level: Floats
    significance: Floats

    def of(self, runs: Ints) -> "Points":
        """Some of the runs."""
        return Points(*(column[runs] for column in self))


def pool(seen: Seen, variance: float) -> Points:
    """Sort by threshold; every level is the max over starts of the min over ends of the windows' mean share."""
    threshold, share, people = _merged(_sorted(seen))
    weight, total = np.maximum(_windows(people), 0.0), _windows(people * share)
    level = np.clip(_rising(total / np.where(weight > 0, weight, 1.0)), 0.0, 1.0)
    significance = surely_above(share, people, variance)
    last = np.ones((len(threshold), 1))
    return Points(
        np.hstack([threshold, last]),
        np.hstack([share, last]),
        np.hstack([people, KNOWN * last]),
        np.hstack([level, last]),
        np.hstack([significance, 99.0 * last]),
    )


def _sorted(seen: Seen) -> Seen:
    order = np.argsort(seen.threshold, axis=1, kind="stable")
    return Seen(*(np.take_along_axis(column, order, axis=1) for column in seen))


def _merged(seen: Seen) -> Seen:
    """Questions at the same threshold made one; what is left of the others stands at the domain's start, unasked."""
    threshold, share, people = (column.copy() for column in seen)
    for at in range(1, threshold.shape[1]):
        again = np.flatnonzero(threshold[:, at] == threshold[:, at - 1])
        before, here = people[again, at - 1], people[again, at]
        share[again, at] = (before * share[again, at - 1] + here * share[again, at]) / (before + here)
        people[again, at] = before + here
        threshold[again, at - 1], share[again, at - 1], people[again, at - 1] = -1.0, 0.0, NOBODY
    return _sorted(Seen(threshold, share, people))


def surely_above(share: Floats, people: Floats, variance: float) -> Floats:
    """How many deviations every threshold's share lies above nought, by the windows that end at it or later."""
    weight, total = np.maximum(_windows(people), 0.0), _windows(people * share)
    return _rising(total / np.sqrt(weight * variance + 1))


def _windows(column: Floats) -> Floats:
    """Sums over every window: row by start, column by end; windows that end before they start hold infinity later."""
    sums = np.concatenate([np.zeros((len(column), 1)), np.cumsum(column, axis=1)], axis=1)
    return np.asarray(sums[:, None, 1:] - sums[:, :-1, None])


def _rising(windows: Floats) -> Floats:
    """The max over starts j <= i of the min over ends l >= i."""
    size = windows.shape[1]
    before = np.tri(size, k=-1, dtype=bool)  # ends before starts
    windows = np.where(before, np.inf, windows)
    least = np.minimum.accumulate(windows[:, :, ::-1], axis=2)[:, :, ::-1]
    return np.asarray(np.where(before, -np.inf, least).max(axis=1))
