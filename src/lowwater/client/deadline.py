"""Deadline: a moment by which a whole exchange must end, however many calls it takes."""

import time
from collections.abc import Callable


class Deadline:
    """The moment `seconds` from now."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._end = clock, clock() + seconds

    def left(self) -> float:
        """Seconds until the deadline, more than 0; raise TimeoutError once it has passed."""
        seconds = self._end - self._clock()
        if seconds <= 0:
            raise TimeoutError("it took too long")
        return seconds
