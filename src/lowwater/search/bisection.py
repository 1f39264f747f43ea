"""Bisection: halve the cell of the minimum until the rounds are used up.

Three searches share it: the paper's Algorithm 1 (honest answers), its Algorithm 2 (everyone answers every round with
a part of the grant) and bisection over cohorts (everyone answers once with the whole grant). They differ in the
randomizer, in whom a round asks, and in the level, all three of which the plan decides.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.statements import NOTHING, Certain
from lowwater.core.tally import Tally
from lowwater.search.level import Level, Quantile, false_alarm
from lowwater.search.search import Request, Setting, finest_rounds
from lowwater.search.strategy import Round, States
from lowwater.search.what_next import lower_level

Cell = tuple[tuple[int, ...], int, int]
"""A state: the total of each round so far, and the cell's left and right edge as indices on the finest grid."""


def bisection(setting: Setting) -> "Bisection":
    """The bisection strategy of a setting."""
    return Bisection(setting.domain, setting.rounds, setting.randomizer, setting.cohort, setting.level)


def halvings(request: Request, usual: int) -> int:
    """The rounds of a bisection: as requested, else `usual`; never more than the domain's values need."""
    rounds = min(usual, finest_rounds(request.domain)) if request.rounds is None else request.rounds
    values = request.domain.values
    return rounds if values is None else min(rounds, max(1, math.ceil(math.log2(values))))


@dataclass(frozen=True)
class Bisection:
    """Ask at the middle of the cell; go left where the share of yes reaches the level."""

    domain: Domain
    rounds: int
    randomizer: Randomizer
    people: int | None
    level: Level

    @cached_property
    def cells(self) -> int:
        """The number of cells of the finest grid: one for each value where data have a step."""
        return self.domain.values or 2**self.rounds

    def start(self) -> Cell:
        """The whole domain."""
        return (), 0, self.cells

    def ask(self, state: Cell) -> tuple[Question, ...]:
        """Is your number at most the middle of the cell?"""
        answered, left, right = state
        if len(answered) == self.rounds or right - left == 1:
            return ()
        threshold = self.domain.edge((left + right) // 2, self.cells)
        return (Question(len(answered), 0, (threshold,), self.randomizer, self.people),)

    def advance(self, state: Cell, tallies: tuple[Tally, ...]) -> Cell:
        """Keep the left half where the count of yes reaches the cut, else the right half."""
        (tally,) = tallies
        if tally.total == 0:
            return state
        answered, left, right = state
        (cut,) = self.cuts(state, tally.total)
        middle = (left + right) // 2
        left, right = (left, middle) if tally.yes >= cut else (middle, right)
        return (*answered, tally.total), left, right

    def cuts(self, state: Cell, total: int) -> tuple[int, ...]:
        """The least count of yes that sends the search left."""
        return (self.level.cut(self._progress(len(state[0])), total, self.randomizer),)

    def estimate(self, state: Cell) -> Estimate:
        """The middle of the cell; the minimum lies beyond its far edge only after a false alarm."""
        answered, left, right = state
        domain = self.domain
        near, far = domain.edge(left, self.cells), domain.edge(right, self.cells)
        value = domain.middle(min(near, far), max(near, far))
        cell = (max(min(near, far), domain.lo), min(max(near, far), domain.hi))
        return Estimate(
            value=value,
            cell=cell,
            level=self._level(answered),
            loss=None if self.randomizer.honest else self.randomizer.loss * self._answers(len(answered)),
            direction=domain.direction,
            quantile=self._quantile,
            certain=self._certain(answered, min(max(far, domain.lo), domain.hi)),
            what_next=self._what_next(answered),
        )

    def _what_next(self, answered: tuple[int, ...]) -> str:
        """How a lower level could be reached; nothing where no noise hides it, or nobody answered yet."""
        if self.randomizer.honest or not answered or self._quantile is not None:
            return ""
        return lower_level(max(answered) if self.people is None else sum(answered))

    @property
    def _quantile(self) -> float | None:
        """The quantile searched for; None for the minimum or maximum."""
        return self.level.p if isinstance(self.level, Quantile) and self.level.p > 0 else None

    def _certain(self, answered: tuple[int, ...], far: float) -> Certain:
        """Somebody is at or before the far edge, unless a round was a false alarm."""
        if self._quantile is not None or not answered:
            return NOTHING
        doubt = sum(self._false_alarm(round_index, total) for round_index, total in enumerate(answered))
        return Certain(somebody=far, sure=max(0.0, 1.0 - doubt)) if doubt < 1 else NOTHING

    def _false_alarm(self, round_index: int, total: int) -> float:
        """The probability that a round goes left where nobody is."""
        if self.randomizer.honest:
            return 0.0
        cut = self.level.cut(self._progress(round_index), total, self.randomizer)
        return false_alarm(cut, total, self.randomizer)

    def _level(self, answered: tuple[int, ...]) -> float:
        """The level of the last round played; before the first, the whole population."""
        if not answered:
            return 1.0
        return self.level.level(self._progress(len(answered) - 1), answered[-1], self.randomizer)

    def _answers(self, rounds: int) -> int:
        """The most answers one person has given after `rounds` rounds."""
        return rounds if self.people is None else min(rounds, 1)

    def _progress(self, round_index: int) -> float:
        """The progress of a round, from 0 for the first to 1 for the last."""
        return round_index / max(1, self.rounds - 1)

    # Arrays of states: a row holds the number of rounds played, the left edge and the right edge.

    def start_many(self, runs: int) -> States:
        """`runs` copies of the whole domain."""
        return np.tile(np.array([0, 0, self.cells], dtype=np.int64), (runs, 1))

    def ask_many(self, states: States) -> Round | None:
        """The next round of all runs, at the middles of their cells."""
        played, left, right = states.T
        if played[0] == self.rounds or np.all(right - left == 1):
            return None
        thresholds = self.domain.edge((left + right) // 2, self.cells)
        return Round(thresholds[:, None], self.randomizer, None if self.people is None else (self.people,))

    def advance_many(self, states: States, yes: npt.NDArray[np.int64], totals: tuple[int, ...]) -> States:
        """All states with their cells halved; a cell of one value stays."""
        (total,) = totals
        if total == 0:
            return states
        played, left, right = states.T
        cut = self.cuts_many(states, total)[0, 0]
        middle, go_left = (left + right) // 2, yes[:, 0] >= cut
        new_left, new_right = np.where(go_left, left, middle), np.where(go_left, middle, right)
        done = right - left == 1
        return np.column_stack([played + 1, np.where(done, left, new_left), np.where(done, right, new_right)])

    def cuts_many(self, states: States, total: int) -> npt.NDArray[np.int64]:
        """One cut for all states of a round: a single row."""
        return np.array([[self.level.cut(self._progress(int(states[0, 0])), total, self.randomizer)]])

    def estimate_many(self, states: States) -> npt.NDArray[np.float64]:
        """The middles of all cells, at values that data can have."""
        near, far = self.domain.edge(states[:, 1], self.cells), self.domain.edge(states[:, 2], self.cells)
        values: npt.NDArray[np.float64] = self.domain.middle(np.minimum(near, far), np.maximum(near, far))
        return values
