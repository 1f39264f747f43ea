"""Confidence limits of a chance, from a tally: Clopper and Pearson's, by the exact binomial tail."""

import numpy as np
import numpy.typing as npt

from lowwater.core.tally import Tally
from lowwater.law.count import binomial_tails
from lowwater.law.normal import normal_quantile

Floats = npt.NDArray[np.float64]

_TURNS = 60  # no search for a limit takes more
_CLOSE = 1e-13  # deviations: a limit is at most this much too low, or its last digit is
_DIGIT = 2.0**-52
_ASIDE = 0.001  # of the bracket: how much nearer to its middle a chance is tried than the root is expected
_FAR = 9.0  # deviations of a share of 0 from the observed one, at least


def at_least(tally: Tally, miss: float) -> float:
    """The chance of a yes is at least this, wrong with probability at most `miss`."""
    return float(lower_limits(tally.yes, tally.total, miss))


def at_most(tally: Tally, miss: float) -> float:
    """The chance of a yes is at most this, wrong with probability at most `miss`."""
    return 1.0 - at_least(Tally.of(tally.total - tally.yes, tally.total), miss)


def lower_limits(yes: npt.ArrayLike, total: npt.ArrayLike, miss: npt.ArrayLike) -> Floats:
    """The chances of a yes are at least these, each wrong with probability at most its `miss`; 0 without a yes.

    Rounded down: at the limit, `yes` or more out of `total` have a probability of at most `miss`.
    """
    columns = np.broadcast_arrays(*(np.asarray(each, dtype=float) for each in (yes, total, miss)))
    distinct, place = np.unique(np.stack([each.ravel() for each in columns]), axis=1, return_inverse=True)
    return np.asarray(_limits(*distinct)[place.ravel()].reshape(columns[0].shape))


def _limits(count: Floats, totals: Floats, misses: Floats) -> Floats:
    """The lower limits of tallies that are all different: groups of one size have few tallies between them.

    `low` is always a chance that is proved, and `high` one that is not. The next chance tried is where the normal
    quantile of the tail, which is nearly linear in the chance, would reach that of `miss`, but nearer to the middle, so
    that both ends move; every fourth time it is the middle.
    """
    size = np.maximum(totals, 1)
    low, high = np.zeros(count.shape), count / size
    spread = np.sqrt(high * (1 - high) / size) + 1 / size
    below, above, aim = np.full(count.shape, -_FAR), np.zeros(count.shape), normal_quantile(misses)
    for turn in range(_TURNS):
        at = np.flatnonzero(high - low > np.maximum(_CLOSE * spread, _DIGIT * high))
        if not at.size:
            break
        part = (aim[at] - below[at]) / np.maximum(above[at] - below[at], 1e-300)
        part = 0.5 if turn % 4 == 3 else np.clip(part + np.where(part < 0.5, _ASIDE, -_ASIDE), _ASIDE, 1 - _ASIDE)
        chance = low[at] + (high - low)[at] * part
        if turn == 0:
            chance = np.clip(high[at] + aim[at] * spread[at], chance, high[at])
        tail = binomial_tails(count[at], totals[at], chance)
        proved, deviation = tail <= misses[at], normal_quantile(tail)
        low[at], below[at] = np.where(proved, chance, low[at]), np.where(proved, deviation, below[at])
        high[at], above[at] = np.where(proved, high[at], chance), np.where(proved, above[at], deviation)
    return np.where(count > 0, low, 0.0)


def limits(yes: Floats, total: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """The lower and the upper limits of the chances, wrong with probabilities of at most `low` and `high`."""
    misses = (np.broadcast_to(each, yes.shape) for each in (low, high))
    both = lower_limits(np.stack([yes, total - yes]), total, np.stack([*misses]))
    return both[0], 1.0 - both[1]
