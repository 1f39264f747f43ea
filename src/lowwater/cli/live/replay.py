"""Following: a search, taken from round to round by tallies, wherever they come from.

The plan and the tallies are all that a search is made of. So whoever has both can follow it, and find the same estimate
as the server that ran it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from lowwater.cli.text.narrowing import Step
from lowwater.cli.text.words import Facts
from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.search.plan import Plan
from lowwater.wire import StandingMessage


class Following:
    """A search as far as it has come, and every step of it."""

    def __init__(self, plan: Plan, *, simulated: bool = False) -> None:
        self.plan, self.steps, self._simulated = plan, list[Step](), simulated
        self._strategy = plan.strategy()
        self._state = self._strategy.start()

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is asked next; nothing where the search has ended."""
        return self._strategy.ask(self._state)

    @property
    def estimate(self) -> Estimate:
        """What the search says by now."""
        estimate = self.plan.with_forecast(self._strategy.estimate(self._state))
        return replace(estimate, simulated=self._simulated)

    def take(self, tallies: tuple[Tally, ...]) -> Step:
        """One round further."""
        before, questions = self.estimate.cell, self.questions
        self._state = self._strategy.advance(self._state, tallies)
        after = self.estimate
        self.steps.append(Step(before, questions, tallies, after.cell, after.value))
        return self.steps[-1]

    def catch_up(self, standing: StandingMessage) -> Iterator[Step]:
        """Through the rounds of a live survey that were closed since it was last looked at."""
        rounds: dict[int, list[Tally]] = {}
        for asked in sorted(standing.questions, key=lambda asked: (asked.round, asked.number)):
            if asked.yes is not None and asked.total is not None:
                rounds.setdefault(asked.round, []).append(Tally.of(asked.yes, asked.total))
        for number in range(len(self.steps), len(rounds)):
            yield self.take(tuple(rounds[number]))


@dataclass(frozen=True)
class Followed:
    """A search that has ended, and what else there is to tell: in words, as JSON, and at the very end."""

    search: Following
    facts: Facts
    fields: dict[str, Any] = field(default_factory=dict)
    afterwards: str = ""
