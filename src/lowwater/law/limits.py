"""Confidence limits of a chance, from a tally: Clopper and Pearson's, by the exact binomial tail."""

import numpy as np
import numpy.typing as npt

from lowwater.core.tally import Tally
from lowwater.law.count import binomial_tails

Floats = npt.NDArray[np.float64]

_HALVINGS = 44
_FAR = 9.0  # deviations below the observed share where the search for a limit begins


def at_least(tally: Tally, miss: float) -> float:
    """The chance of a yes is at least this, wrong with probability at most `miss`."""
    return float(lower_limits(tally.yes, tally.total, miss))


def at_most(tally: Tally, miss: float) -> float:
    """The chance of a yes is at most this, wrong with probability at most `miss`."""
    return 1.0 - at_least(Tally.of(tally.total - tally.yes, tally.total), miss)


def lower_limits(yes: npt.ArrayLike, total: npt.ArrayLike, miss: npt.ArrayLike) -> Floats:
    """The chances of a yes are at least these, each wrong with probability at most its `miss`; 0 without a yes.

    Found by halving, and rounded down: at the limit, `yes` or more of the `total` are at most as likely as `miss`.
    """
    columns = np.broadcast_arrays(*(np.asarray(each, dtype=float) for each in (yes, total, miss)))
    distinct, place = np.unique(np.stack([each.ravel() for each in columns]), axis=1, return_inverse=True)
    return np.asarray(_halved(*distinct)[place.ravel()].reshape(columns[0].shape))


def _halved(count: Floats, totals: Floats, misses: Floats) -> Floats:
    """The lower limits of tallies that are all different: groups of one size have few tallies between them."""
    size = np.maximum(totals, 1)
    high = count / size
    far = np.maximum(high - _FAR * (np.sqrt(high * (1 - high) / size) + 1 / size), 0.0)
    low = np.where(binomial_tails(count, totals, far) <= misses, far, 0.0)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        rare = binomial_tails(count, totals, middle) <= misses
        low, high = np.where(rare, middle, low), np.where(rare, high, middle)
    return np.where(count > 0, low, 0.0)


def limits(yes: Floats, total: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """The lower and the upper limits of the chances, wrong with probabilities of at most `low` and `high`."""
    misses = (np.broadcast_to(each, yes.shape) for each in (low, high))
    both = lower_limits(np.stack([yes, total - yes]), total, np.stack([*misses]))
    return both[0], 1.0 - both[1]
