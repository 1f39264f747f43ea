"""Follow: every line of a survey's stream, over lost connections and restarted servers, until the survey is over."""

import time
from collections.abc import Callable, Iterator

from lowwater.client.analyst import Analyst
from lowwater.errors import BadStore, Moved, Unreachable
from lowwater.wire import ENDS, BeatLine, EventLine, StandingMessage, StreamLine

PATIENCE = 120.0
"""Seconds without a line after which a server is given up."""

_FIRST, _LONGEST = 0.2, 5.0  # seconds between two tries


class Follow:
    """One survey, followed from its first event on; `standing` is its first standing."""

    def __init__(
        self,
        analyst: Analyst,
        survey: str,
        *,
        patience: float = PATIENCE,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._analyst, self._survey, self._patience = analyst, survey, patience
        self._sleep, self._clock = sleep, clock
        self.standing: StandingMessage = analyst.standing(survey)
        self._after = 0

    def lines(self) -> Iterator[StreamLine]:
        """Every line; events come once each, in order, none missed."""
        tried, since = 0, self._clock()
        while True:
            try:
                for line in self._analyst.stream(self._survey, self._after):
                    tried, since = 0, self._clock()
                    yield line
                    if self._is_last(line):
                        return
            except (Unreachable, Moved, BadStore):
                if self._clock() - since > self._patience:
                    raise
            self._sleep(min(_LONGEST, _FIRST * 2**tried))
            tried += 1

    def _is_last(self, line: StreamLine) -> bool:
        """Remember where to resume, and return whether the survey is over.

        A survey that had ended at first is over at the first beat too: one of an older server has no such event.
        """
        if isinstance(line, EventLine):
            self._after = line.event.number
            return line.event.kind in ENDS
        return isinstance(line, BeatLine) and self.standing.ended is not None
