"""Retrying: again after a pause that doubles, and is random from nought on, so that devices do not all come at once.

Whatever a server does, it ends: tries and the pauses between them take `within` seconds at most, and the pauses that a
server asks for come to PATIENT seconds at most, or to what is left of an allowance over all requests.
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
"""Seconds that the first pause lasts at most, and that any does."""

PATIENT = 120.0
"""Seconds that a server may ask to stay away in one request, and still be asked again by itself."""

_DATE = 64  # letters that no date needs; the parser takes long over long ones


class TryAgain(Exception):
    """Something that may go better next time, the error it is where it does not, and how long to stay away."""

    def __init__(self, error: LowwaterError, after: float = 0.0) -> None:
        super().__init__(str(error))
        self.error, self.after = error, after


@dataclass(slots=True)
class Allowance:
    """Seconds that a server may still ask to stay away, over all requests."""

    seconds: float = math.inf

    def take(self, seconds: float) -> bool:
        """Whether there are so many; they are gone then."""
        enough = seconds <= self.seconds
        self.seconds -= seconds if enough else 0.0
        return enough


@dataclass(frozen=True, slots=True)
class Retrying:
    """How often to try and for how long, how to wait, and what the pauses are drawn from."""

    tries: int = 6
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.SystemRandom().random
    within: float = 25.0
    clock: Callable[[], float] = time.monotonic
    allowance: Allowance = field(default_factory=Allowance)

    def __call__(self, act: Callable[[float], Reply]) -> Reply:
        """Act until it succeeds, fails for good, or was tried often or long enough; a try hears how long it has."""
        until, asked, tried = self.clock() + self.within, 0.0, 0
        while True:
            try:
                return act(until - self.clock())
            except TryAgain as again:
                tried += 1
                asked += again.after
                until += again.after  # what the server asks for is not held against the tries
                if tried >= self.tries or asked > PATIENT or not self._waited(again.after, tried, until):
                    raise again.error from again.__cause__

    def _waited(self, after: float, tried: int, until: float) -> bool:
        """Pause as long as the server asks and chance adds, where time and allowance last."""
        pause = after + self.chance() * min(LONGEST, FIRST * 2 ** (tried - 1))
        lasts = self.clock() + pause < until and self.allowance.take(after)
        if lasts:
            self.sleep(pause)
        return lasts


def seconds_after(header: str | None, clock: Callable[[], float] = time.time) -> float:
    """What Retry-After says, in seconds from now: a number, a date, or nothing that can be read."""
    text = (header or "").strip()
    if len(text) > _DATE:
        return 0.0
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        date: datetime = HTTP.header_factory("Date", text).datetime
        return max(0.0, (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - clock())
    except Exception:  # a stranger's text: whatever the parser stumbles over, it is no date
        return 0.0
