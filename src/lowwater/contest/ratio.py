"""Ratio: one entrant's errors over another's, as a geometric mean over cells with its standard error."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from lowwater.study.task import Numbers

Row = dict[str, Numbers]
"""The numbers of every entrant who ran in one cell, by name."""

LEAST = 1e-6
"""Of the domain [-1, 1]: errors below this are as good as none, and compared as if they were this large."""


def error_of(numbers: Numbers) -> float:
    """The error of one entrant in one cell, at least LEAST."""
    return max(float(numbers["error"]), LEAST)


def worst_of(numbers: Numbers) -> float:
    """The error on the worst population of a cell: in results that do not tell it apart, `error` is that."""
    return float(numbers["worst" if "worst" in numbers else "error"])


def error_ratio(row: Row, name: str, other: str) -> float:
    """One entrant's error over another's."""
    return error_of(row[name]) / error_of(row[other])


def mean(ratios: Sequence[float]) -> float:
    """The geometric mean."""
    return float(np.exp(np.mean(np.log(ratios))))


def over_bound(measured: Sequence[Numbers]) -> float:
    """The geometric mean of errors over the lower bounds of their cells."""
    return mean([error_of(numbers) / numbers["bound"] for numbers in measured])


def ratio(rows: Iterable[Row], name: str, other: str) -> float:
    """The geometric mean of one entrant's error over another's, over the cells in which both ran."""
    ratios = [error_ratio(row, name, other) for row in rows if name in row and other in row]
    return mean(ratios) if ratios else math.nan


def ratio_error(rows: Iterable[Row], name: str, other: str) -> float:
    """The standard error of `ratio`, by the delta method; draws differ between entrants and cells."""
    both = [row for row in rows if name in row and other in row]
    if not both:
        return math.nan
    if name == other:
        return 0.0
    entrants = [numbers for row in both for numbers in (row[name], row[other])]
    return ratio(both, name, other) * mean_log_error(entrants, len(both))


def mean_log_error(measured: Iterable[Numbers], cells: int) -> float:
    """The standard error of the mean over `cells` of the log of errors that were measured independently."""
    return math.sqrt(sum(_log_error(numbers) ** 2 for numbers in measured)) / cells


def _log_error(numbers: Numbers) -> float:
    """The standard error of the log of one error; none for an error that counts as LEAST."""
    return float(numbers["standard_error"]) / numbers["error"] if numbers["error"] > LEAST else 0.0
