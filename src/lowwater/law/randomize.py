"""Randomize: many truths at once, bit for bit as a device randomizes one; and the chances of all answers."""

from itertools import accumulate

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import COINS, SCALE, Randomizer
from lowwater.errors import BadRandomizer

_PLACES = np.uint64(256) ** np.arange(COINS - 1, -1, -1, dtype=np.uint64)


def randomize_many(
    randomizer: Randomizer, truths: npt.NDArray[np.int64], coins: npt.NDArray[np.uint8]
) -> npt.NDArray[np.int64]:
    """The answers to `truths`, by a row of seven bytes of `coins` for each of them."""
    if coins.dtype != np.uint8 or coins.shape != (truths.size, COINS):
        raise BadRandomizer(f"coins of shape {coins.shape}; a row of {COINS} bytes is needed for each of {truths.size}")
    if truths.size and not 0 <= truths.min() <= truths.max() < len(randomizer.table):
        raise BadRandomizer(
            f"truths from {truths.min()} to {truths.max()}; they lie from 0 to {len(randomizer.table) - 1}"
        )
    uniform = (coins.astype(np.uint64) @ _PLACES) >> np.uint64(3)  # 56 bits to 53
    parts = np.array([list(accumulate(row)) for row in randomizer.table], dtype=np.uint64)
    return np.asarray(np.count_nonzero(uniform[:, None] >= parts[truths], axis=1), dtype=np.int64)


def chances(randomizer: Randomizer) -> npt.NDArray[np.float64]:
    """The chance of every answer to every truth, truth by answer."""
    return np.array(randomizer.table, dtype=float) / SCALE


def truth_shares(shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The share of people of every truth, from those within each threshold, which are on the last axis in any order.

    The truth is how many of the thresholds a number is within.
    """
    ends = np.zeros((*shares.shape[:-1], 1))
    rising = np.concatenate([ends, np.sort(shares, axis=-1), ends + 1], axis=-1)
    return np.maximum(np.diff(rising, axis=-1), 0.0)[..., ::-1]


def answer_shares(shares: npt.NDArray[np.float64], randomizer: Randomizer) -> npt.NDArray[np.float64]:
    """The expected share of every answer, from the shares of people within each threshold.

    The sum is over truths one by one: a product of matrices has other last digits on other processors, and then other
    counts are drawn from the same seed.
    """
    truths = np.moveaxis(truth_shares(shares), -1, 0)
    parts = [share[..., None] * row for share, row in zip(truths, chances(randomizer), strict=True)]
    return np.asarray(sum(parts[1:], start=parts[0]))
