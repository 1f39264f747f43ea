"""Replay: a search advanced round by round with given tallies.

A search depends on its plan and its tallies alone, so a replay of both gives the same estimate as the server that ran
it.
"""

from collections.abc import Iterator
from dataclasses import replace

from lowwater.cli.text.step import Step
from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.statements import Whom
from lowwater.core.tally import Tally
from lowwater.search.plan import Plan
from lowwater.wire import StandingMessage


class Replay:
    """The state of a search, and its `steps` so far; its shares speak of `whom`, and `simulated` marks its estimate."""

    def __init__(self, plan: Plan, whom: Whom, *, simulated: bool = False) -> None:
        self.plan, self.whom, self.steps, self._simulated = plan, whom, list[Step](), simulated
        self._strategy = plan.strategy()
        self._state = self._strategy.start()

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions of the next round; none where the search has ended."""
        return self._strategy.ask(self._state)

    @property
    def estimate(self) -> Estimate:
        """The estimate after the rounds so far."""
        estimate = self.plan.with_caveats(self._strategy.estimate(self._state), self.whom)
        return replace(estimate, simulated=self._simulated)

    def take(self, tallies: tuple[Tally, ...]) -> Step:
        """Advance the search by one round with its `tallies`."""
        before, questions = self.estimate.cell, self.questions
        self._state = self._strategy.advance(self._state, tallies)
        after = self.estimate
        self.steps.append(Step(before, questions, tallies, after.cell, after.value))
        return self.steps[-1]

    def catch_up(self, message: StandingMessage) -> Iterator[Step]:
        """Advance through the rounds of a live survey that closed since the last message, and yield their steps."""
        rounds: dict[int, list[Tally]] = {}
        for asked in sorted(message.questions, key=lambda asked: (asked.round, asked.index)):
            if asked.withheld:
                break  # without its tally, nobody can replay what followed
            if asked.counts is not None:
                rounds.setdefault(asked.round, []).append(Tally(asked.counts))
        for round_index in range(len(self.steps), len(rounds)):
            yield self.take(tuple(rounds[round_index]))
