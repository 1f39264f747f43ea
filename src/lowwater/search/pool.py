"""Pool: shares made monotone in the threshold (isotonic regression), with their significance.

The pooled share at a threshold is the max-min of window means: the maximum over windows' starts at or before it of the
minimum over ends at or after it. Arrays have a row for each run and a column for each question.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

KNOWN = 1e12
"""The weight, in people, of what needs no asking: everyone is at or below the domain's end."""


NOBODY = 1e-9
"""The weight of a question that nobody answered."""

SIGNIFICANT = 4.5
"""Pooled standard deviations above zero that prove somebody is there; fewer are unsafe."""


class Answers(NamedTuple):
    """The answers of every question, run by question: threshold, debiased share of yes, number of people."""

    threshold: Floats
    share: Floats
    people: Floats

    def as_key(self) -> tuple[tuple[bytes, ...], int]:
        """The columns and the number of runs, as a cache can compare them."""
        return tuple(column.tobytes() for column in self), len(self.threshold)

    @classmethod
    def of_key(cls, columns: tuple[bytes, ...], runs: int) -> "Answers":
        """The answers of which these are the columns."""
        return cls(*(np.frombuffer(column).reshape(runs, -1) for column in columns))

    def and_those(self, threshold: Floats, share: Floats, people: float | Floats) -> "Answers":
        """These answers, and those of one more question, which asked `people` of every run."""
        more = (threshold, share, np.full(len(threshold), people, dtype=float))
        return Answers(*(np.column_stack(pair) for pair in zip(self, more, strict=True)))


class Points(NamedTuple):
    """The answers sorted by threshold, with the domain's end as last column.

    pooled: the monotone estimate of the share.
    significance: by how many standard deviations the share lies above zero.
    """

    threshold: Floats
    share: Floats
    people: Floats
    pooled: Floats
    significance: Floats

    def of(self, runs: Ints) -> "Points":
        """The points of the given runs."""
        return Points(*(column[runs] for column in self))


def pool(answers: Answers, variance: float) -> Points:
    """Sort by threshold and estimate the shares by isotonic regression; `variance` is that of one debiased answer."""
    threshold, share, people = _merged(_sorted(answers))
    weight, total = np.maximum(_window_sums(people), 0.0), _window_sums(people * share)
    pooled = np.clip(_max_min(total / np.where(weight > 0, weight, 1.0)), 0.0, 1.0)
    significance = deviations_above_zero(share, people, variance)
    last = np.ones((len(threshold), 1))
    return Points(
        np.hstack([threshold, last]),
        np.hstack([share, last]),
        np.hstack([people, KNOWN * last]),
        np.hstack([pooled, last]),
        np.hstack([significance, 99.0 * last]),
    )


def _sorted(answers: Answers) -> Answers:
    order = np.argsort(answers.threshold, axis=1, kind="stable")
    return Answers(*(np.take_along_axis(column, order, axis=1) for column in answers))


def _merged(answers: Answers) -> Answers:
    """Merge questions with equal thresholds; the columns left over move to the domain's start with weight NOBODY."""
    threshold, share, people = (column.copy() for column in answers)
    for at in range(1, threshold.shape[1]):
        again = np.flatnonzero(threshold[:, at] == threshold[:, at - 1])
        before, here = people[again, at - 1], people[again, at]
        share[again, at] = (before * share[again, at - 1] + here * share[again, at]) / (before + here)
        people[again, at] = before + here
        threshold[again, at - 1], share[again, at - 1], people[again, at - 1] = -1.0, 0.0, NOBODY
    return _sorted(Answers(threshold, share, people))


def deviations_above_zero(share: Floats, people: Floats, variance: float) -> Floats:
    """By how many standard deviations each share lies above zero: the max-min over windows of their z-scores."""
    weight, total = np.maximum(_window_sums(people), 0.0), _window_sums(people * share)
    return _max_min(total / np.sqrt(weight * variance + 1))


def _window_sums(column: Floats) -> Floats:
    """The sum over every window, run by start by end; `_max_min` ignores entries whose end is before their start."""
    sums = np.concatenate([np.zeros((len(column), 1)), np.cumsum(column, axis=1)], axis=1)
    return np.asarray(sums[:, None, 1:] - sums[:, :-1, None])


def _max_min(windows: Floats) -> Floats:
    """For every i, the maximum over starts j <= i of the minimum over ends l >= i of `windows[:, j, l]`."""
    size = windows.shape[1]
    before = np.tri(size, k=-1, dtype=bool)  # ends before starts
    windows = np.where(before, np.inf, windows)
    least = np.minimum.accumulate(windows[:, :, ::-1], axis=2)[:, :, ::-1]
    return np.asarray(np.where(before, -np.inf, least).max(axis=1))
