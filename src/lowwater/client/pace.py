"""Pace: how long a device waits for its question, and how long between check-ins."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

_YEAR = 366 * 86400.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How a device waits, in seconds.

    `patience`: how long to wait for a question in all.
    `margin`: what must be left of a lease to answer within it.
    `shortest`: the least pause between two check-ins.
    """

    patience: float = 600.0
    margin: float = 2.0
    shortest: float = 1.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.SystemRandom().random

    def pause(self, asked: float) -> float:
        """Seconds to wait: `asked` by the server and up to a quarter more, so that devices do not all come at once."""
        return min(_YEAR, max(self.shortest, asked)) * (1 + self.chance() / 4)
