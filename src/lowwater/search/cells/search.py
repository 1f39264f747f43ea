"""Cell round: everyone is asked at once which cell of the domain their number is in; each question has its own cells.

The cells of the questions are staggered, so that all of them together cut the domain more finely than one question has
answers. A power law is fitted to the shares of people in all cells, and its start is the minimum.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer
from lowwater.core.statements import Curve, Fitted
from lowwater.core.tally import Tally
from lowwater.search.cells.limits import CONFIDENCE, assumes, cell, likely_error, limits, withheld
from lowwater.search.cells.posterior import CellPosterior, cell_posterior
from lowwater.search.cells.shares import CellShares
from lowwater.search.cells.staggered import Staggered
from lowwater.search.cells.statements import cell_certain
from lowwater.search.level import pooled_level
from lowwater.search.model import PICTURED, POINTS
from lowwater.search.pool import SIGNIFICANT
from lowwater.search.strategy import Round, States
from lowwater.search.unit_scale import UnitScale
from lowwater.search.what_next import what_next

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

Counts = tuple[tuple[int, ...], ...]
"""A state: the counts of every answer, question by answer; empty before the round."""


@dataclass(frozen=True)
class CellRound:
    """One round of questions with several thresholds each; everyone is asked once."""

    domain: Domain
    randomizer: Randomizer
    people: int
    questions: int

    @cached_property
    def layout(self) -> Staggered:
        """The thresholds of all questions."""
        return Staggered(self.domain, self.questions, len(self.randomizer.table))

    @cached_property
    def cohort(self) -> int:
        """How many people each question asks."""
        return self.people // self.questions

    def start(self) -> Counts:
        """Nothing asked yet."""
        return ()

    def ask(self, state: Counts) -> tuple[Question, ...]:
        """All questions, unless they were asked."""
        if state:
            return ()
        return tuple(
            Question(0, index, self.layout.of_question(index), self.randomizer, self.cohort)
            for index in range(self.questions)
        )

    def advance(self, state: Counts, tallies: tuple[Tally, ...]) -> Counts:
        """The counts of the tallies, unless nobody answered."""
        return tuple(tally.counts for tally in tallies) if any(tally.total for tally in tallies) else state

    def estimate(self, state: Counts) -> Estimate:
        """The posterior median with its limits."""
        domain, loss = self.domain, self.randomizer.loss
        if not state:
            whole = (domain.lo, domain.hi)
            unfitted = Fitted(withheld="nobody was asked yet")
            return Estimate(domain.middle(*whole), whole, 1.0, loss * 0, domain.direction, fitted=unfitted)
        cells, posterior = self.cells(state), _posterior(self, state)
        low, high = sorted(self._natural(end) for end in cell(posterior))
        level = float(pooled_level(SIGNIFICANT, np.array(cells.answered), self.randomizer.variance))
        return Estimate(
            value=self.value(posterior),
            cell=(low, high),
            level=level,
            loss=loss,
            direction=domain.direction,
            certain=cell_certain(cells),
            fitted=self._fitted(posterior, level),
            likely_error=likely_error(posterior) * domain.width / 2,
            what_next=what_next(posterior.power, level, int(cells.answered), self.randomizer),
        )

    def cells(self, state: Counts) -> CellShares:
        """The shares of people in cells."""
        return CellShares.of(self.layout, self.randomizer, np.array(state, dtype=float))

    def value(self, posterior: CellPosterior) -> float:
        """The posterior median, at a value that data can have and in the posterior's cell."""
        median = posterior.quantile(0.5)
        if self.domain.step is not None and not posterior.stepped:
            median += self.domain.step / (2 * self.domain.width)  # a law of whole steps begins half a step before
        low, high = sorted(self._natural(end) for end in cell(posterior))
        return min(max(self._to_value(median), low), high)

    def _natural(self, unit: float) -> float:
        """A place on [-1, 1] in the domain; places outside it are those of its ends."""
        return float(UnitScale(self.domain).natural(np.asarray(min(max(unit, -1.0), 1.0))))

    def _fitted(self, posterior: CellPosterior, level: float) -> Fitted:
        """The limits by the power law, or the reason why they are withheld."""
        curve, line = self._curves(posterior)
        if reason := withheld(posterior, level):
            return Fitted(withheld=reason, curve=curve, posterior=line)
        low, high = sorted(self._to_value(end) for end in limits(posterior))
        return Fitted(low, high, CONFIDENCE, assumes(posterior), "", curve, line)

    def _to_value(self, unit: float) -> float:
        natural = self._natural(unit)
        return natural if self.domain.step is None else float(self.domain.middle(natural, natural))

    def _curves(self, posterior: CellPosterior) -> tuple[Curve, Curve]:
        """The fitted curve and the posterior, in the domain's units."""
        values = [posterior.quantile(share) for share in PICTURED]
        threshold = values[0] + (posterior.best.top - values[0]) * np.linspace(0.0, 1.0, POINTS)
        shares = (PICTURED if self.domain.direction == "minimum" else 1 - PICTURED).tolist()
        curve = zip(map(self._natural, threshold.tolist()), posterior.shares(threshold).tolist(), strict=True)
        return tuple(curve), tuple(zip(map(self._natural, values), shares, strict=True))

    # Arrays of states: the counts of every answer, run by question by answer; all 0 before the round.

    def start_many(self, runs: int) -> States:
        """`runs` states in which nothing was asked yet."""
        return np.zeros((runs, self.questions, self.layout.size), dtype=np.int64)

    def ask_many(self, states: States) -> Round | None:
        """The round of all runs, unless it is over."""
        if states[0].any():
            return None
        thresholds = np.array([self.layout.of_question(index) for index in range(self.questions)])
        return Round(np.tile(thresholds, (len(states), 1, 1)), self.randomizer, (self.cohort,) * self.questions)

    def advance_many(self, states: States, yes: Ints, totals: tuple[int, ...]) -> States:
        """The counts of every answer, unless nobody answered."""
        return yes if any(totals) else states

    def estimate_many(self, states: States) -> Floats:
        """The estimates of all runs."""
        return np.array([self._value(state) for state in states])

    def _value(self, state: Ints) -> float:
        return self.value(_posterior(self, _state(state))) if state.any() else self.estimate(()).value


def _state(counts: Ints) -> Counts:
    return tuple(tuple(row) for row in counts.tolist())


@lru_cache(maxsize=8)
def _posterior(search: CellRound, state: Counts) -> CellPosterior:
    """The posterior in this state, cached because a value and its statements need the same."""
    return cell_posterior(search.cells(state))
