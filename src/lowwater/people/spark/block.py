"""Block: what AES turns into coins: which row, and what its coins are for.

Two answers whose coins are the same have no bound on their loss, so everything that tells two uses of coins apart is in
the block: purpose, round, question and thresholds in a context of nine AES blocks, and the row's key in a tenth. All
are of one length, and different uses give different bytes.
"""

import struct
from typing import Literal

import numpy as np
import numpy.typing as npt

from lowwater.core.question import Question
from lowwater.core.randomizer import LARGEST

Purpose = Literal["cohort", "coins"]
"""What bytes are for: to draw a row's cohort, or as the coins of its answer."""

Words = npt.NDArray[np.uint64]
"""Blocks of 16 bytes, a row of two little-endian words each."""

SIZE = 16
"""Bytes of an AES block, and of a key that is no whole number."""

_PURPOSES: dict[Purpose, int] = {"cohort": 1, "coins": 2}
_HEAD = struct.Struct(">BB6xQQ")  # purpose, number of thresholds, round, question
_MOST = LARGEST - 1  # thresholds
CONTEXT = _HEAD.size + 8 * _MOST
"""Bytes of a context: nine blocks."""

COHORT = _HEAD.pack(_PURPOSES["cohort"], 0, 0, 0) + bytes(8 * _MOST)
"""The context of cohorts: a row draws one for the whole run, so that it answers once."""


def coins_context(question: Question) -> bytes:
    """The context of the coins of one question: different rounds, questions or thresholds, different bytes."""
    thresholds = question.thresholds
    head = _HEAD.pack(_PURPOSES["coins"], len(thresholds), question.round, question.index)
    return head + struct.pack(f">{len(thresholds)}d", *thresholds) + bytes(8 * (_MOST - len(thresholds)))


def of_integers(keys: npt.NDArray[np.int64]) -> Words:
    """The blocks of keys that are whole numbers: 16 bytes each, with their sign."""
    words = np.empty((keys.size, 2), dtype="<i8")
    words[:, 0] = keys
    words[:, 1] = keys >> 63
    return words.view("<u8")


def of_bytes(keys: npt.NDArray[np.uint8]) -> Words:
    """The blocks of keys of 16 bytes, a row of bytes each: the keys themselves."""
    return np.ascontiguousarray(keys).view("<u8")
