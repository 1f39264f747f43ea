"""Retrying: again after a pause that doubles, and is random from nought on, so that devices do not all come at once."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.policy import HTTP
from typing import TypeVar

from lowwater.errors import LowwaterError

Found = TypeVar("Found")

FIRST, LONGEST = 0.5, 30.0
"""Seconds that the first pause lasts at most, and that any does."""

PATIENT = 120.0
"""Seconds that a server may ask to stay away, and still be asked again by itself."""


class TryAgain(Exception):
    """Something that may go better next time, the error it is where it does not, and how long to stay away."""

    def __init__(self, error: LowwaterError, after: float = 0.0) -> None:
        super().__init__(str(error))
        self.error, self.after = error, after


@dataclass(frozen=True, slots=True)
class Retrying:
    """How often to try, how to wait, and what the pauses are drawn from."""

    tries: int = 6
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.SystemRandom().random

    def __call__(self, act: Callable[[], Found]) -> Found:
        """Act until it succeeds, fails for good, or has been tried often enough."""
        tried = 0
        while True:
            try:
                return act()
            except TryAgain as again:
                tried += 1
                if tried >= self.tries or again.after > PATIENT:
                    raise again.error from again.__cause__
                self.sleep(again.after + self.chance() * min(LONGEST, FIRST * 2 ** (tried - 1)))


def seconds_after(header: str | None, clock: Callable[[], float] = time.time) -> float:
    """What Retry-After says, in seconds from now: a number, a date, or nothing that can be read."""
    try:
        return float(max(0, int(header or 0)))
    except (ValueError, OverflowError):
        date = HTTP.header_factory("Date", header).datetime
        return 0.0 if date is None else max(0.0, date.timestamp() - clock())
