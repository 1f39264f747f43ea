"""Pace: how many answers come in a second, from the answers of a round at each look."""

from collections import deque

WINDOW = 10.0
"""Seconds over which the rate is a mean."""


class Pace:
    """The answers of one survey over the last seconds; a new round starts its count at 0."""

    def __init__(self) -> None:
        self._round, self._answered, self._total = -1, 0, 0
        self._looks: deque[tuple[float, int]] = deque()

    def look(self, round_index: int, answered: int, now: float) -> bool:
        """Note that the open round has `answered` answers at `now`; return whether these are more than before."""
        known = self._round >= 0
        more = answered - self._answered if round_index == self._round else answered
        self._round, self._answered = round_index, answered
        self._total += max(0, more) if known else 0
        self._looks.append((now, self._total))
        while len(self._looks) > 2 and self._looks[1][0] <= now - WINDOW:
            self._looks.popleft()
        return known and more > 0

    @property
    def rate(self) -> float:
        """Answers a second."""
        (first, before), (last, after) = self._looks[0], self._looks[-1]
        return round((after - before) / (last - first), 3) if last > first else 0.0
