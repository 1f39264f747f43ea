"""Arrays of states for strategies that have none, by a loop over the runs.

A new search is one small file with four methods; this makes it fit the simulator and the exact evaluator, which
use arrays only. A search that offers arrays of its own is used as it is.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.errors import NotExact
from lowwater.search.strategy import ArrayStrategy, Each, ExactArrayStrategy, ExactStrategy, Round, States, Strategy


def arrays_of(strategy: "Strategy[Any] | ArrayStrategy") -> ArrayStrategy:
    """The strategy itself where it offers arrays, else a loop over its scalar methods."""
    return strategy if isinstance(strategy, ArrayStrategy) else Looped(strategy)


@runtime_checkable
class StatingStrategy(ArrayStrategy, Protocol):
    """An array strategy that states its estimates in full, and advances by a round that was asked before."""

    def record(self, states: States, asked: Round, yes: npt.NDArray[np.int64], totals: tuple[int, ...]) -> States:
        """All states after the round `asked`."""
        ...

    def estimates_many(self, states: States, each: Each = map) -> list[Estimate]:
        """The estimates of all runs with their statements; `each` maps a function, perhaps side by side."""
        ...


def stating(strategy: "Strategy[Any]") -> StatingStrategy:
    """The strategy itself where its arrays state estimates in full, else a loop over its scalar methods."""
    return strategy if isinstance(strategy, StatingStrategy) else Looped(strategy)


def run_many(
    search: ArrayStrategy,
    runs: int,
    people: int,
    yes_of: Callable[[Round, tuple[int, ...]], npt.NDArray[np.int64]],
    look: Callable[[States], None] = lambda _states: None,
) -> States:
    """Ask, count and advance all `runs` until none has more questions: run() over arrays of states.

    `people` is the total of a round that asks everyone. `yes_of(round, totals)` gives the counts of yes out of the
    `totals` of each question, run by question, or where questions have several thresholds those of each answer, run by
    question by answer; `look` is called with the states after every round.
    """
    states = search.start_many(runs)
    while (asked := search.ask_many(states)) is not None:
        totals = asked.totals(people)
        states = search.advance_many(states, yes_of(asked, totals), totals)
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
        return Round(thresholds[:, :, 0] if single else thresholds, pattern[0].randomizer, _sizes(pattern))

    def advance_many(self, states: States, yes: npt.NDArray[np.int64], totals: tuple[int, ...]) -> States:
        """All states after a round; finished ones stay."""
        return _objects([self._advance(state, row, totals) for state, row in zip(states, yes, strict=True)])

    def _advance(self, state: Any, row: npt.NDArray[np.int64], totals: tuple[int, ...]) -> Any:
        if not self.strategy.ask(state):
            return state
        if row.ndim > 1:
            return self.strategy.advance(state, tuple(Tally(tuple(counts)) for counts in row.tolist()))
        return self.strategy.advance(state, tuple(map(Tally.of, row.tolist(), totals)))

    def estimate_many(self, states: States) -> npt.NDArray[np.float64]:
        """The estimates of all runs."""
        return np.array([self.strategy.estimate(state).value for state in states])

    def estimates_many(self, states: States, each: Each = map) -> list[Estimate]:
        """The estimates of all runs with their statements."""
        return list(each(self.strategy.estimate, states))

    def record(self, states: States, _asked: Round, yes: npt.NDArray[np.int64], totals: tuple[int, ...]) -> States:
        """All states after the round `asked`, which the strategy knows again by the states."""
        return self.advance_many(states, yes, totals)

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
    if len({question.randomizer for question in questions}) > 1:
        raise NotExact("the questions of one round differ in their randomizer; make them alike")
    return len(questions), questions[0].randomizer, _sizes(questions)


def _sizes(questions: tuple[Question, ...]) -> tuple[int, ...] | None:
    """How many people each question of a round asks; None where the round asks everyone."""
    sizes = tuple(question.people for question in questions if question.people is not None)
    if sizes and len(sizes) < len(questions):
        raise NotExact("one question of a round asks everyone and another a cohort; make them alike")
    return sizes or None


def _objects(states: list[Any]) -> States:
    """A one-dimensional object array of the states, even where they are tuples."""
    array = np.empty(len(states), dtype=object)
    array[:] = states
    return array
