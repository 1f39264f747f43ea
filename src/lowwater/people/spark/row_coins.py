"""Row coins: the cohort and the coins of every row, by AES under a key that lives as long as one run.

The bytes of a row are the CBC-MAC of its block: AES over the context, then over the row's key. For messages of one
length it is a pseudorandom function if AES is one; so bytes look like fresh coins to whoever lacks the key, and a task
that is tried again draws the same. The last step alone differs from row to row, so that a row costs one AES block.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from lowwater.core.randomizer import COINS
from lowwater.people.spark.block import COHORT, SIZE, Words

KEY = 32
"""Bytes of the key: AES-256."""

Entropy = Callable[[int], bytes]
"""As many random bytes as it is asked for."""


@dataclass(frozen=True, slots=True)
class RowCoins:
    """The bytes of every row under one key, which no repr shows."""

    key: bytes = field(repr=False)

    @classmethod
    def fresh(cls, entropy: Entropy = os.urandom) -> "RowCoins":
        """Row coins under a new key from the operating system."""
        return cls(entropy(KEY))

    def lots(self, rows: Words) -> npt.NDArray[np.uint64]:
        """A uniform number below 2**64 for each row, which draws its cohort."""
        return self._bytes(self.state(COHORT), rows).view(">u8")[:, 0].astype(np.uint64)

    def coins(self, states: Words, rows: Words) -> npt.NDArray[np.uint8]:
        """Seven bytes of coins for each row, each after the `state` of its context."""
        return self._bytes(states, rows)[:, :COINS]

    def state(self, context: bytes) -> Words:
        """The state of the CBC-MAC after a context: one row of two words, as secret as the key."""
        chained = Cipher(algorithms.AES(self.key), modes.CBC(bytes(SIZE))).encryptor().update(context)
        return np.frombuffer(chained[-SIZE:], dtype="<u8").reshape(1, 2)

    def _bytes(self, states: Words, rows: Words) -> npt.NDArray[np.uint8]:
        """The last step of the CBC-MAC, for many rows at once: ECB, for each row is a message of its own."""
        cipher = Cipher(algorithms.AES(self.key), modes.ECB())  # noqa: S305 - no message is encrypted
        last = (states ^ rows).view(np.uint8).reshape(-1)
        return np.frombuffer(cipher.encryptor().update(last.data), dtype=np.uint8).reshape(-1, SIZE)
