"""Arrivals: how many answers came in each minute of the last hour, by outcome, and when the last did; in memory."""

import time
from collections import OrderedDict
from collections.abc import Callable

MINUTES = 60
_COUNTED = "counted"
SURVEYS = 1000
"""Surveys whose arrivals are remembered: those with the latest answers."""


class Arrivals:
    """Counts of one server since it started (`since`), on its event loop; too coarse to tell who answered when."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock, self.since = clock, clock()
        self._counts: OrderedDict[str, dict[tuple[int, str], int]] = OrderedDict()
        self._last: OrderedDict[str, float] = OrderedDict()

    def add(self, survey: str, outcome: str, count: int = 1) -> None:
        """Add `count` answers to a survey, in the current minute."""
        now = self._clock()
        key = (int(now // 60), outcome)
        if outcome == _COUNTED:
            self._last[survey] = now
        counts = self._counts.get(survey)
        if counts is None or key not in counts:
            counts = self._start(survey, key)
        counts[key] += count

    def _start(self, survey: str, key: tuple[int, str]) -> dict[tuple[int, str], int]:
        """The counts of a survey, with 0 for `key`, a minute and an outcome that are new to it."""
        counts = self._counts.setdefault(survey, {})
        _forget(counts, key[0])
        counts[key] = 0
        self._counts.move_to_end(survey)
        if len(self._counts) > SURVEYS:
            forgotten, _ = self._counts.popitem(last=False)
            self._last.pop(forgotten, None)
        return counts

    def note(self, survey: str) -> None:
        """Note that an answer was counted just now, by whatever server."""
        self._last[survey] = self._clock()
        self._last.move_to_end(survey)
        if len(self._last) > SURVEYS:
            self._last.popitem(last=False)

    def last(self, survey: str) -> float | None:
        """When the last answer was counted, as far as is known."""
        return self._last.get(survey)

    def of(self, survey: str) -> list[tuple[int, str, int]]:
        """Minutes since 1970, outcomes and counts, in order."""
        counts = self._counts.get(survey, {})
        _forget(counts, int(self._clock() // 60))
        return [(minute, outcome, count) for (minute, outcome), count in sorted(counts.items())]


def _forget(counts: dict[tuple[int, str], int], now: int) -> None:
    """Drop counts older than an hour, or later than `now`, which a clock that was ahead left."""
    for key in [key for key in counts if not now - MINUTES < key[0] <= now]:
        del counts[key]
