"""Confidence limits of a chance, from a tally: Clopper and Pearson's, by the exact binomial tail."""

from lowwater.core.tally import Tally
from lowwater.law.count import binomial_tail

_HALVINGS = 60


def at_least(tally: Tally, miss: float) -> float:
    """The chance of a yes is at least this, wrong with probability at most miss."""
    if tally.yes == 0:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        rare = float(binomial_tail(tally.yes, tally.total, middle)) <= miss
        low, high = (middle, high) if rare else (low, middle)
    return low


def at_most(tally: Tally, miss: float) -> float:
    """The chance of a yes is at most this, wrong with probability at most miss."""
    return 1.0 - at_least(Tally.of(tally.total - tally.yes, tally.total), miss)
