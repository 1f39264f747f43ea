"""Retry: exponential backoff with full jitter, so that devices do not all come at once.

Whatever a server does, it ends: tries and the pauses between them take at most `within` seconds, and the pauses that a
server asks for at most PATIENT seconds more, or what is left of the allowance over all requests.
"""

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.policy import HTTP
from typing import TypeVar

from lowwater.errors import LowwaterError

Reply = TypeVar("Reply")

FIRST, LONGEST = 0.5, 30.0
"""The longest first pause and the longest pause, in seconds."""

PATIENT = 120.0
"""Seconds of Retry-After, summed over one request, beyond which it is not tried again."""

_DATE = 64  # longer than any date; the parser is slow on long texts


class TryAgain(Exception):
    """A failure that another try may avoid: the error to raise in the end, and the seconds to wait before that try."""

    def __init__(self, error: LowwaterError, after: float = 0.0) -> None:
        super().__init__(str(error))
        self.error, self.after = error, after


@dataclass(slots=True)
class Allowance:
    """Seconds of Retry-After that are left over all requests."""

    seconds: float = math.inf

    def take(self, seconds: float) -> bool:
        """Subtract `seconds` if they are left, and return whether they were."""
        enough = seconds <= self.seconds
        self.seconds -= seconds if enough else 0.0
        return enough


@dataclass(frozen=True, slots=True)
class Retrying:
    """How often to try, for how many seconds (`within`), and with which allowance; `chance` draws the jitter."""

    tries: int = 6
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.SystemRandom().random
    within: float = 25.0
    clock: Callable[[], float] = time.monotonic
    allowance: Allowance = field(default_factory=Allowance)

    def __call__(self, act: Callable[[float], Reply]) -> Reply:
        """Call `act` with the seconds left, again after each TryAgain, until tries, time or allowance run out."""
        until, asked, tried = self.clock() + self.within, 0.0, 0
        while True:
            try:
                return act(until - self.clock())
            except TryAgain as again:
                tried += 1
                asked += again.after
                until += again.after  # a pause that the server asks for does not count
                if tried >= self.tries or asked > PATIENT or not self._pause(again.after, tried, until):
                    raise again.error from again.__cause__

    def _pause(self, after: float, tried: int, until: float) -> bool:
        """Sleep `after` seconds and the jitter, if time and allowance last, and return whether they did."""
        pause = after + self.chance() * min(LONGEST, FIRST * 2 ** (tried - 1))
        lasts = self.clock() + pause < until and self.allowance.take(after)
        if lasts:
            self.sleep(pause)
        return lasts


def seconds_after(header: str | None, clock: Callable[[], float] = time.time) -> float:
    """The seconds from now that a Retry-After header asks for, as a number or a date; 0 if it cannot be read."""
    text = (header or "").strip()
    if len(text) > _DATE:
        return 0.0
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        date: datetime = HTTP.header_factory("Date", text).datetime
        return max(0.0, (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - clock())
    except Exception:  # whatever the parser raises on a server's text, it is no date
        return 0.0
