"""Runner: shares the time among campaigns; each works in slices, whose randomness follows from the seed.

A slice is told how many seconds are left of its campaign's share. What one campaign does not use, the next ones get.
"""

import random
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from campaigns.counts import Counts
from campaigns.ground import Ground

Slice = Callable[[random.Random, float], Counts]
"""One portion of work, from its randomness and the seconds that are left."""

Opening = Callable[[Ground], AbstractContextManager[Slice]]
"""Whatever a campaign needs for all its slices, for as long as it runs."""


@dataclass(frozen=True)
class Result:
    """What came of a campaign."""

    name: str
    slices: int
    seconds: float
    counts: Counts
    first: int | None = None
    """The slice of the first finding."""

    def more(self, number: int, seconds: float, counts: Counts) -> "Result":
        """The result after another slice of this number."""
        first = number if self.first is None and not counts.clean else self.first
        return Result(self.name, self.slices + 1, seconds, self.counts + counts.labelled(f"slice {number}"), first)


@dataclass(frozen=True)
class Runner:
    """The ground of all campaigns, the seed, their weights, the clock, and who is told after each slice."""

    ground: Ground
    seed: int
    weights: Mapping[str, float] = field(default_factory=dict)
    """How many times the share of others a campaign gets; once where it is not here."""
    clock: Callable[[], float] = time.monotonic
    tell: Callable[[Result], None] = lambda _result: None

    def run(self, campaigns: Mapping[str, Opening], seconds: float, only: int | None = None) -> list[Result]:
        """The result of each campaign; with `only`, of the slice of that number alone."""
        end, results = self.clock() + seconds, []
        for position, (name, opening) in enumerate(campaigns.items()):
            weights = [self.weights.get(campaign, 1.0) for campaign in list(campaigns)[position:]]
            share = max(0.0, end - self.clock()) * weights[0] / sum(weights)
            results.append(self._campaign(name, opening, share, only))
        return results

    def _campaign(self, name: str, opening: Opening, share: float, only: int | None) -> Result:
        since, number, going = self.clock(), only or 0, True
        result = Result(name, 0, 0.0, Counts())
        try:
            with opening(self.ground) as work:
                while going:
                    began = self.clock()
                    counts = work(self._chance(name, number), since + share - began)
                    now = self.clock()
                    result = result.more(number, now - since, counts)
                    self.tell(result)
                    number += 1
                    going = only is None and now + (now - began) <= since + share  # another one like this fits
        except Exception:  # what breaks one campaign is its finding, and keeps no other from its turn
            broken = Counts(failed=1, notes=(f"the campaign broke\n{traceback.format_exc()}",))
            result = result.more(number, self.clock() - since, broken)
            self.tell(result)
        return result

    def _chance(self, name: str, number: int) -> random.Random:
        return random.Random(f"{self.seed}/{name}/{number}")  # noqa: S311 (a campaign is to be repeated)
