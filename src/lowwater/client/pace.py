"""Pace: how long a device waits for its question, by which clock, and how politely."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

_YEAR = 366 * 86400.0


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds to wait for a question in all, to have left of a lease before speaking, and between two check-ins."""

    patience: float = 600.0
    margin: float = 2.0
    shortest: float = 1.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.SystemRandom().random

    def pause(self, asked: float) -> float:
        """The pause that a server asked for, stretched at random, so that devices do not all come back at once."""
        return min(_YEAR, max(self.shortest, asked)) * (1 + self.chance() / 4)
