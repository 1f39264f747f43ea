"""Randomize: many truths at once, bit for bit as a device randomizes one."""

from itertools import accumulate

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import COINS, Randomizer
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
