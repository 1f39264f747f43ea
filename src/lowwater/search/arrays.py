"""Arrays of states for strategies that have none, by a loop over the runs.

A new search is one small file with four methods; this makes it fit the simulator and the exact evaluator, which
use arrays only. A search that offers arrays of its own is used as it is.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.errors import NotExact
from lowwater.search.strategy import ArrayStrategy, ExactArrayStrategy, ExactStrategy, Round, States, Strategy


def arrays_of(strategy: "Strategy[Any] | ArrayStrategy") -> ArrayStrategy:
    """The strategy itself where it offers arrays, else a loop over its scalar methods."""
    return strategy if isinstance(strategy, ArrayStrategy) else Looped(strategy)


def run_many(
    search: ArrayStrategy,
    runs: int,
    people: int,
    yes_of: Callable[[Round, int], npt.NDArray[np.int64]],
    look: Callable[[States], None] = lambda _states: None,
) -> States:
    """Ask, count and advance all `runs` until none has more questions: run() over arrays of states.

    `people` is the total of a round that asks everyone. `yes_of(round, total)` gives the counts of yes out of `total`
    answers each, run by question, or where questions have several thresholds those of each answer, run by question by
    answer; `look` is called with the states after every round.
    """
    states = search.start_many(runs)
    while (asked := search.ask_many(states)) is not None:
        total = asked.people or people
        states = search.advance_many(states, yes_of(asked, total), total)
        look(states)
    return states


def has_cuts(strategy: "Strategy[Any] | ArrayStrategy") -> bool:
    """Whether the strategy offers its cuts, so that the exact law of its estimate can be computed."""
    return isinstance(strategy, ExactArrayStrategy if isinstance(strategy, ArrayStrategy) else ExactStrategy)


@dataclass(frozen=True)
class Looped:
    """A scalar strategy, looped over an array of its states."""

    strategy: Strategy[Any]

    def start_many(self, runs: int) -> States:
        """`runs` copies of the state before the first round."""
        return _objects([self.strategy.start()] * runs)

    def ask_many(self, states: States) -> Round | None:
        """The next round of all runs; a finished run repeats another run's thresholds and ignores the answers."""
        asked = [self.strategy.ask(state) for state in states]
        pattern = next((questions for questions in asked if questions), None)
        if pattern is None:
            return None
        kind = _kind(pattern)
        if any(questions and _kind(questions) != kind for questions in asked):
            raise NotExact(
                "the runs of one round ask different numbers of questions or people; a round asks as many in any state"
            )
        thresholds = np.array([[question.thresholds for question in questions or pattern] for questions in asked])
        single = thresholds.shape[2] == 1
        return Round(thresholds[:, :, 0] if single else thresholds, pattern[0].randomizer, pattern[0].people)

    def advance_many(self, states: States, yes: npt.NDArray[np.int64], total: int) -> States:
        """All states after a round; finished ones stay."""
        return _objects([self._advance(state, row, total) for state, row in zip(states, yes, strict=True)])

    def _advance(self, state: Any, row: npt.NDArray[np.int64], total: int) -> Any:
        if not self.strategy.ask(state):
            return state
        if row.ndim > 1:
            return self.strategy.advance(state, tuple(Tally(tuple(counts)) for counts in row.tolist()))
        return self.strategy.advance(state, tuple(Tally.of(int(yes), total) for yes in row))

    def estimate_many(self, states: States) -> npt.NDArray[np.float64]:
        """The estimates of all runs."""
        return np.array([self.strategy.estimate(state).value for state in states])

    def cuts_many(self, states: States, total: int) -> npt.NDArray[np.int64]:
        """The cuts of every state, a row each; short rows are filled with total + 1, which no count reaches."""
        if not isinstance(self.strategy, ExactStrategy):
            raise NotExact(
                f"{type(self.strategy).__name__} offers no cuts, so its law is unknown; simulate with runs= (or --runs)"
            )
        rows = [self.strategy.cuts(state, total) for state in states]
        longest = max(len(row) for row in rows)
        return np.array([(*row, *[total + 1] * (longest - len(row))) for row in rows], dtype=np.int64)


def _kind(questions: tuple[Question, ...]) -> Hashable:
    """What the runs of one round must have in common: number of questions, randomizer, people."""
    kinds = {(question.randomizer, question.people) for question in questions}
    if len(kinds) > 1:
        raise NotExact("the questions of one round differ in their randomizer or number of people; make them alike")
    return len(questions), kinds.pop()


def _objects(states: list[Any]) -> States:
    """A one-dimensional object array of the states, even where they are tuples."""
    array = np.empty(len(states), dtype=object)
    array[:] = states
    return array
