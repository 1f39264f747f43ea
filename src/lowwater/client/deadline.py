"""Deadline: one moment by which an exchange is over, however many steps it takes."""

import time
from collections.abc import Callable


class Deadline:
    """So many seconds from now."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._end = clock, clock() + seconds

    def left(self) -> float:
        """Seconds until then, always more than none."""
        seconds = self._end - self._clock()
        if seconds <= 0:
            raise TimeoutError("it took too long")
        return seconds
