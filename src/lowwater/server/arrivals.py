"""Arrivals: how many answers came in each minute of the last hour, by what became of them; in memory alone."""

import time
from collections import OrderedDict
from collections.abc import Callable

MINUTES = 60
SURVEYS = 1000
"""Surveys whose arrivals are remembered: those that somebody answered in the latest minutes."""


class Arrivals:
    """Counts of one server since it started, on its event loop; too coarse to tell who answered when."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._counts: OrderedDict[str, dict[tuple[int, str], int]] = OrderedDict()

    def add(self, survey: str, outcome: str, many: int = 1) -> None:
        """Count answers to a survey."""
        key = (int(self._clock() // 60), outcome)
        counts = self._counts.get(survey)
        if counts is None or key not in counts:
            counts = self._begun(survey, key)
        counts[key] += many

    def _begun(self, survey: str, key: tuple[int, str]) -> dict[tuple[int, str], int]:
        """The counts of a survey, with a nought for a minute and an outcome that are new to it."""
        counts = self._counts.setdefault(survey, {})
        _forget(counts, key[0])
        counts[key] = 0
        self._counts.move_to_end(survey)
        if len(self._counts) > SURVEYS:
            self._counts.popitem(last=False)
        return counts

    def of(self, survey: str) -> list[tuple[int, str, int]]:
        """Minutes since 1970, outcomes and how many, in order."""
        counts = self._counts.get(survey, {})
        _forget(counts, int(self._clock() // 60))
        return [(minute, outcome, many) for (minute, outcome), many in sorted(counts.items())]


def _forget(counts: dict[tuple[int, str], int], now: int) -> None:
    """Drop what is older than an hour, or of a clock that was ahead."""
    for key in [key for key in counts if not now - MINUTES < key[0] <= now]:
        del counts[key]
