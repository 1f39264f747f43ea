"""Uniforms: pseudorandom numbers from a seed and the answers, the same for one run as for many at once.

A search that draws must be repeatable from its state alone. Its answers are hashed, one after another, into a
64-bit word (the finalizer of splitmix64), from which the uniforms are derived.
"""

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]

_STEP = np.uint64(0x9E3779B97F4A7C15)


def uniforms(seed: int, answers: npt.NDArray[np.int64], count: int) -> npt.NDArray[np.float64]:
    """`count` uniforms on [0, 1) for each row of `answers`, run by uniform."""
    word = np.full(len(answers), seed % 2**64, dtype=np.uint64)
    with np.errstate(over="ignore"):
        for column in answers.T:
            word = _mixed(word + _STEP + column.astype(np.uint64))
        words = [_mixed(word + _STEP * np.uint64(index + 1)) for index in range(count)]
    return np.array(words, dtype=np.uint64).reshape(count, len(answers)).T.astype(float) * 2.0**-64


def _mixed(word: Words) -> Words:
    """Apply the finalizer of splitmix64."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))
