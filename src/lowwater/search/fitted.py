"""Fitted: a search that asks fresh people round after round, where a model of all answers so far says it tells most.

The model is told what was asked and answered, on [-1, 1] with the end that is searched for at -1; it says where to ask
next, and what to report. A search that draws must still be a state machine, so its draws are decided by a seed and by
the answers themselves: the state alone decides the next question.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.tally import Tally
from lowwater.search.pool import NOBODY, Seen
from lowwater.search.scramble import uniforms
from lowwater.search.search import Setting
from lowwater.search.strategy import Round, States

Floats = npt.NDArray[np.float64]

History = tuple[tuple[float, int, int], ...]
"""A state: threshold, yes and total of every question so far, round by round."""

GROWTH = 32.0
"""How many times the last round is larger than the first."""

VISIBLE = 0.6
"""How many usual shares of one value, 1 / values, the level may be for such a share to count as visible."""

_EDGE = 2.0**-38  # thresholds keep this far from the ends, where nobody could tell them anything


class Report(NamedTuple):
    """What a model says at last, on [-1, 1]: the value, and the near and the far limit."""

    value: Floats
    near: Floats
    far: Floats
    believed: Floats


class Model(Protocol):
    """What all answers so far mean."""

    @property
    def confidence(self) -> float:
        """How sure the limits are."""
        ...

    @property
    def leans(self) -> float:
        """Where data have a step: how many steps are added before the value is rounded to one of theirs."""
        ...

    def places(self, seen: Seen, variance: float, questions: int, people: Floats, chance: Floats) -> Floats:
        """Where the next round asks, run by question; people count it in, chance holds two uniforms a question."""
        ...

    def report(self, seen: Seen, variance: float) -> Report:
        """What is to be said by now."""
        ...

    def level(self, people: float, variance: float) -> float:
        """The share of people that the report speaks of."""
        ...

    def rests_on(self, minimum: bool, believed: float) -> str:
        """What the limits rest on, in words."""
        ...


def growing_sizes(people: int, rounds: int, questions: int) -> tuple[int, ...]:
    """How many people a question of each round asks: the last round is `GROWTH` times the first."""
    shares = GROWTH ** (np.arange(rounds) / max(1, rounds - 1))
    spare = people / questions - rounds  # beyond one person for every question
    return tuple(1 + int(size) for size in np.floor(spare * shares / shares.sum()))


def sizes(setting: Setting) -> tuple[int, ...]:
    """The same, for a plan's setting."""
    return growing_sizes(setting.people, setting.rounds, setting.questions)


@dataclass(frozen=True)
class FittedSearch:
    """Rounds of one or several questions, where a model asks for them; everyone is asked once."""

    domain: Domain
    rounds: int
    randomizer: Randomizer
    people: int
    model: Model
    questions: int = 1
    seed: int = 0

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many people each question of each round asks."""
        return growing_sizes(self.people, self.rounds, self.questions)

    def start(self) -> History:
        """Nothing asked yet."""
        return ()

    def ask(self, state: History) -> tuple[Question, ...]:
        """The thresholds that tell most."""
        asked = self.ask_many(self._row(state))
        if asked is None:
            return ()
        number, thresholds = len(state) // self.questions, asked.thresholds[0].tolist()
        return tuple(Question(number, i, (t,), self.randomizer, asked.people) for i, t in enumerate(thresholds))

    def advance(self, state: History, tallies: tuple[Tally, ...]) -> History:
        """Remember the round, unless nobody answered it."""
        if not any(tally.total for tally in tallies):
            return state
        asked = self.ask(state)
        return (*state, *((q.threshold, tally.yes, tally.total) for q, tally in zip(asked, tallies, strict=True)))

    def estimate(self, state: History) -> Estimate:
        """What the model reports, with its limits."""
        domain, loss = self.domain, self.randomizer.loss
        if not state:
            whole = (domain.lo, domain.hi)
            return Estimate(domain.middle(*whole), whole, None, None, None, "nobody was asked yet", 1.0, loss * 0)
        row, people = self._row(state), float(sum(total for _, _, total in state))
        found = _report(self, row.tobytes(), 1)
        low, high = sorted(float(self._natural(end)[0]) for end in (found.near, found.far))
        minimum = domain.direction == "minimum"
        return Estimate(
            value=min(max(float(self.estimate_many(row)[0]), low), high),
            cell=(low, high),
            lower=low,
            upper=high,
            confidence=self.model.confidence,
            rests_on=self.model.rests_on(minimum, float(found.believed[0])),
            level=self.model.level(people, self.randomizer.variance),
            loss=loss,
        )

    def _row(self, state: History) -> States:
        """A state as the one row of an array."""
        row = self.start_many(1)
        row[0, 0] = len(state) // self.questions
        for index, entry in enumerate(state):
            row[0, 1 + 3 * index : 4 + 3 * index] = entry
        return row

    # Many runs at once: a row holds the round, then threshold, yes and total of every question.

    def start_many(self, runs: int) -> States:
        """Nothing asked yet, so many times."""
        return np.zeros((runs, 1 + 3 * self.rounds * self.questions))

    def ask_many(self, states: States) -> Round | None:
        """The next thresholds of all runs."""
        number = int(states[0, 0])
        if number == self.rounds:
            return None
        return Round(_thresholds(self, states.tobytes(), len(states)), self.randomizer, self.sizes[number])

    def advance_many(self, states: States, yes: npt.NDArray[np.int64], total: int) -> States:
        """Remember the round of every run."""
        asked = self.ask_many(states)
        if asked is None or total == 0:
            return states
        after, first = states.copy(), 1 + 3 * int(states[0, 0]) * self.questions
        after[:, 0] += 1
        for index in range(self.questions):
            at = first + 3 * index
            after[:, at], after[:, at + 1], after[:, at + 2] = asked.thresholds[:, index], yes[:, index], total
        return after

    def estimate_many(self, states: States) -> Floats:
        """The values of all runs, where data can have them."""
        found = _report(self, states.tobytes(), len(states))
        if self.domain.step is None:
            return self._natural(found.value)
        step = 2 * self.domain.step / self.domain.width
        natural = self._natural(np.minimum(found.value + self._lean(states) * step, found.far - step / 2))
        return np.asarray(self.domain.middle(natural, natural))

    def _lean(self, states: States) -> float:
        """How many steps are added to a value: what the model says, where a usual share of one value can be seen."""
        people = float(states[0, 3::3].sum())
        seen = self.model.level(people, self.randomizer.variance) if people else 1.0
        return self.model.leans if seen * (self.domain.values or 1) <= VISIBLE else 0.0

    def limits_many(self, states: States) -> tuple[Floats, Floats]:
        """The lower and upper limits of all runs."""
        found = _report(self, states.tobytes(), len(states))
        near, far = self._natural(found.near), self._natural(found.far)
        return np.minimum(near, far), np.maximum(near, far)

    def thresholds(self, states: States) -> Floats:
        """Where the next round asks: evenly at first, then where the model says."""
        number = int(states[0, 0])
        if number == 0:
            spaced = np.arange(1, self.questions + 1) * (2 / (self.questions + 1)) - 1
            return self._placed(np.tile(spaced, (len(states), 1)))
        people = states[:, 3::3].sum(axis=1) + self.sizes[number] * self.questions
        chance = uniforms(self.seed, states[:, 2::3].astype(np.int64), 2 * self.questions)
        places = self.model.places(self._seen(states), self.randomizer.variance, self.questions, people, chance)
        return self._placed(places)

    def report(self, states: States) -> Report:
        """What the model says by now, on [-1, 1]."""
        return self.model.report(self._seen(states), self.randomizer.variance)

    def _seen(self, states: States) -> Seen:
        """The answers, with thresholds on [-1, 1] and shares without bias."""
        entries = states[:, 1 : 1 + 3 * int(states[0, 0]) * self.questions]
        threshold, yes, total = entries[:, 0::3], entries[:, 1::3], entries[:, 2::3]
        no, gap = self.randomizer.p_yes(False), self.randomizer.p_yes(True) - self.randomizer.p_yes(False)
        people = np.maximum(total, NOBODY)
        return Seen(self._unit(threshold), (yes / np.maximum(total, 1) - no) / gap, people)

    def _unit(self, natural: Floats) -> Floats:
        """From the domain to [-1, 1], with the end that is searched for at -1."""
        near = natural - self.domain.lo if self.domain.direction == "minimum" else self.domain.hi - natural
        return np.asarray(2 * near / self.domain.width - 1)

    def _natural(self, unit: Floats) -> Floats:
        """From [-1, 1] to the domain."""
        far = (unit + 1) / 2 * self.domain.width
        return np.asarray(self.domain.lo + far if self.domain.direction == "minimum" else self.domain.hi - far)

    def _placed(self, unit: Floats) -> Floats:
        """Thresholds of the domain; between two values where data have a step."""
        if self.domain.step is None or self.domain.values is None:
            return self._natural(np.clip(unit, -1 + _EDGE, 1 - _EDGE))
        steps = np.rint((unit + 1) / 2 * (self.domain.values - 1) + 0.5)
        return np.asarray(self.domain.edge(np.clip(steps, 1, self.domain.values - 1), self.domain.values))


@lru_cache(maxsize=8)
def _thresholds(search: FittedSearch, states: bytes, runs: int) -> Floats:
    """The next thresholds of these states, kept because a round is asked for once and then told."""
    return search.thresholds(np.frombuffer(states).reshape(runs, -1))


@lru_cache(maxsize=2)
def _report(search: FittedSearch, states: bytes, runs: int) -> Report:
    """What the model says of these states, kept because values and limits are asked for one after the other."""
    return search.report(np.frombuffer(states).reshape(runs, -1))
