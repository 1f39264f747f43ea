"""Strategy: the search as a state machine, and run(), the whole engine.

A strategy never sees people, values or epsilon. It asks questions, takes tallies, and moves an explicit state
that can be stored, compared, hashed and forked. The same object drives the exact evaluator, the simulator, the
library call and the live server.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
import numpy.typing as npt

from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.tally import Tally
from lowwater.errors import NobodyAnswered

State = TypeVar("State", bound=Hashable)
State_contra = TypeVar("State_contra", bound=Hashable, contravariant=True)

States = npt.NDArray[Any]
"""The states of many runs: an array whose first axis is the run."""

Given = TypeVar("Given")
Made = TypeVar("Made")


class Each(Protocol):
    """The builtin `map`, or that of an executor, which does several at a time."""

    def __call__(self, function: Callable[[Given], Made], values: Iterable[Given], /) -> Iterable[Made]:
        """The results of the function, in the order of the values."""
        ...


class Strategy(Protocol[State]):
    """A search. Its states are hashable and made of what JSON can hold."""

    def start(self) -> State:
        """The state before the first round."""
        ...

    def ask(self, state: State) -> tuple[Question, ...]:
        """The questions of the next round, each for a cohort of its own; none: the search is finished."""
        ...

    def advance(self, state: State, tallies: tuple[Tally, ...]) -> State:
        """The state after a round; a round without answers leaves it as it was."""
        ...

    def estimate(self, state: State) -> Estimate:
        """The estimate in this state, at any time."""
        ...


@dataclass(frozen=True)
class Round:
    """One round of many runs: thresholds, run by question, one randomizer, and how many people each question asks.

    `people` is None where the round asks everyone. Where a question has several thresholds, they are run by question by
    threshold, the smallest first.
    """

    thresholds: npt.NDArray[np.float64]
    randomizer: Randomizer
    people: tuple[int, ...] | None

    def size(self, question: int) -> int | None:
        """How many people this question asks; None: everyone."""
        return None if self.people is None else self.people[question]

    def totals(self, everyone: int) -> tuple[int, ...]:
        """How many people each question asks, where a question to everyone asks `everyone`."""
        return (everyone,) * self.thresholds.shape[1] if self.people is None else self.people


@runtime_checkable
class ArrayStrategy(Protocol):
    """A strategy that also moves arrays of states; a law test proves it equal to the scalar one."""

    def start_many(self, runs: int) -> States:
        """`runs` copies of the state before the first round."""
        ...

    def ask_many(self, states: States) -> Round | None:
        """The next round of all runs; None: all are finished."""
        ...

    def advance_many(self, states: States, yes: npt.NDArray[np.int64], totals: tuple[int, ...]) -> States:
        """All states after a round with counts `yes`, run by question, out of the `totals` of each question.

        Where a question has several thresholds, `yes` counts each answer, run by question by answer.
        """
        ...

    def estimate_many(self, states: States) -> npt.NDArray[np.float64]:
        """The estimates of all runs."""
        ...


@runtime_checkable
class ExactArrayStrategy(ArrayStrategy, Protocol):
    """An array strategy of one-question rounds that offers the counts of yes at which successors change."""

    def cuts_many(self, states: States, total: int) -> npt.NDArray[np.int64]:
        """The cuts of every state, a row each, or one row for all."""
        ...


@runtime_checkable
class ExactStrategy(Protocol[State_contra]):
    """A strategy of one-question rounds that offers the counts of yes at which its successor changes."""

    def cuts(self, state: State_contra, total: int) -> tuple[int, ...]:
        """The counts at which the next state changes, in rising order."""
        ...


def run(strategy: Strategy[State], tally_of: Callable[[Question], Tally]) -> Estimate:
    """Ask, tally and advance until the strategy has no more questions."""
    return run_rounds(strategy, lambda questions: tuple(map(tally_of, questions)))


def run_rounds(strategy: Strategy[State], tallies_of: Callable[[tuple[Question, ...]], tuple[Tally, ...]]) -> Estimate:
    """The same, where all questions of a round are tallied together."""
    state = strategy.start()
    while questions := strategy.ask(state):
        tallies = tallies_of(questions)
        if not any(tally.total for tally in tallies):
            raise NobodyAnswered(f"nobody answered round {questions[0].round}; ask again, or close the survey")
        state = strategy.advance(state, tallies)
    return strategy.estimate(state)
