"""Tail model: a power law is fitted to all answers, and its start is the minimum.

Questions take turns: a draw from a c-optimal design for the minimum, the threshold of the largest knowledge gradient,
and a bisection of the interval between a low posterior quantile and the upper limit, the first threshold that is
significantly above zero. See `placement`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.search.knowledge import NOTHING, Knowledge
from lowwater.search.level import pooled_level
from lowwater.search.model import PICTURED, POINTS, Curves, Report
from lowwater.search.pool import NOBODY, SIGNIFICANT, Answers
from lowwater.search.round_numbers import RoundNumbers
from lowwater.search.scale.untold import untold
from lowwater.search.tail.beliefs import COUNTING, DOUBTING, FLATTEST, REPORTING, SEARCHING, STEEPEST, informed
from lowwater.search.tail.limits import REASONS, hint, likely_error, limits, withheld
from lowwater.search.tail.particles import particles
from lowwater.search.tail.placement import Places, beyond, bisect
from lowwater.search.tail.posterior import Posterior, posterior_of
from lowwater.search.tail.prior import Prior, shows_only_large
from lowwater.search.tail.settle import place_above, place_below

Floats = npt.NDArray[np.float64]

BISECT, DESIGN, STEP = "bisect", "c-optimal design", "knowledge gradient"
CYCLE = (DESIGN, STEP, BISECT, DESIGN, STEP)
"""How questions are placed, in turn."""

WIDEN = 1.5
"""The factor by which the near end of the cell is further from the upper limit than the posterior quantile."""

BEYOND = 16
"""The question, counted from 0, that looks for isolated people beyond the tail."""

SETTLED = 0.8
"""The posterior probability that the minimum lies in the gap below the upper limit, from which on it is tested."""

SEPARATE = 3.5
"""Standard deviations below the upper limit's share from which on a gap's lower end is not asked again."""

SURE = 6.0
"""Pooled standard deviations from which on an upper limit is not asked again: 4.5 are reached by chance, if rarely."""

_VALUE, _LARGE = 0.35, 0.5  # the posterior quantile that is the estimate; the same where only large shares are seen
_TOUCH = 1e-6  # of a step: a place that is so little before a number's is at it
_TAIL = 0.005  # the posterior quantile of the near end of the cell
_REACH = 0.10  # the posterior quantile that the minimum's reach is measured to
_DRAWS = 128  # power laws whose mean is drawn in a picture
_GRID, _LAST_GRID = 64, 96  # grid points while the search runs, and for the estimate


@dataclass(frozen=True)
class TailModel:
    """The model of a minimum: a power law.

    On [-1, 1], `step` is that of the numbers, 0 where there is none; `known` is what is known beforehand, and an
    estimate takes `round_numbers` for likelier than others. Numbers of no step may all lie on a `scale` of so
    many values, from end to end; 0: on none.
    """

    step: float = 0.0
    known: Knowledge = NOTHING
    round_numbers: RoundNumbers | None = None
    scale: int = 0
    confidence: float = 0.95
    quantile: float | None = None
    reasons: tuple[str, ...] = REASONS

    @cached_property
    def searching(self) -> Prior:
        """The prior while the search runs."""
        return informed(SEARCHING, self.step, self.known)

    @cached_property
    def reporting(self) -> Prior:
        """The prior for the estimate."""
        usual = COUNTING if self.step else REPORTING
        return replace(informed(usual, 0.0, self.known), round_numbers=self.round_numbers)

    @cached_property
    def doubting(self) -> Prior:
        """The prior for what is said about the error."""
        return informed(DOUBTING, self.step, self.known)

    def place(self, answers: Answers, variance: float, people: Floats, draws: Floats) -> Floats:
        """The questions take turns: two place them by what they would tell, and every fifth bisects.

        One in the middle of the search stands far beyond all that is expected.
        """
        asked = answers.threshold.shape[1]
        places = Places(self._searching(answers, variance), people, variance, draws[:, 0])
        own = _place(CYCLE[asked % len(CYCLE)], places, draws[:, 1])
        return beyond(places.posterior, own) if asked == BEYOND else own

    def place_many(self, answers: Answers, variance: float, questions: int, people: Floats, draws: Floats) -> Floats:
        """Half of the questions bisect, evenly spaced, and the others are a c-optimal design."""
        posterior, half = self._searching(answers, variance), questions // 2
        places = Places(posterior, people, variance, draws[:, 0])
        columns = [bisect(posterior, (j + 1) / (half + 1)) for j in range(half)]
        return np.stack([*columns, *(places.design(index) for index in range(questions - half))], axis=1)

    def expected(self, answers: Answers, variance: float, threshold: Floats) -> Floats:
        """The mean share of power laws drawn from the posterior."""
        drawn = particles(self._searching(answers, variance), _DRAWS)
        return np.asarray(drawn.shares(threshold[:, None]).mean(axis=2)[:, 0])

    def place_above(
        self, answers: Answers, randomizer: Randomizer, people: int, wealth: Callable[[Floats], Floats], own: Floats
    ) -> Floats:
        """The first threshold at which `people` answers are likely to prove somebody."""
        posterior = self._searching(answers, randomizer.variance)
        return place_above(posterior, people, randomizer, wealth, own)

    def place_below(
        self, answers: Answers, randomizer: Randomizer, people: int, aim: float | None, own: Floats
    ) -> Floats:
        """The threshold at which a proof that at most `aim` are at or before it is likely and worth most."""
        if aim is None:
            return own
        posterior = self._searching(answers, randomizer.variance)
        return place_below(posterior, people, randomizer, aim, own)

    def report(self, answers: Answers, variance: float) -> Report:
        """A posterior quantile near the median, and what a posterior that doubts more says about its error."""
        posterior = self._reported(answers, variance)
        doubting = posterior_of(answers, variance, self.doubting, _LAST_GRID)
        near = np.maximum(-1.0, posterior.upper - WIDEN * (posterior.upper - posterior.quantile(_TAIL)))
        level = pooled_level(SIGNIFICANT, np.where(answers.people > NOBODY, answers.people, 0.0).sum(axis=1), variance)
        minimum, exactly = posterior.named(np.where(shows_only_large(level), _LARGE, _VALUE))
        beside = 1.0 if self.step else 1 - exactly  # with a step the error itself counts whole steps
        value, minimum = self._value(minimum)
        low, high = limits(doubting)
        likely = beside * likely_error(doubting, minimum)
        if self.scale:
            value, likely = untold(answers, variance, self.scale).in_place_of(value, likely)
            near, minimum = np.minimum(near, value), value
        return Report(
            value=value,
            near=near,
            far=posterior.upper,
            believed=doubting.believed,
            low=doubting.value(np.minimum(low, minimum)),
            high=doubting.value(np.maximum(high, minimum)),
            withheld=withheld(doubting, level, hint(doubting, answers, variance)),
            likely=likely,
            power=posterior.expect(1 / np.maximum(posterior.shapes.exponent, FLATTEST)),
            known=posterior.known,
        )

    def _value(self, minimum: Floats) -> tuple[Floats, Floats]:
        """The number that a minimum is read as, and its place: where numbers have a step, half a step before it."""
        if not self.step:
            return minimum, minimum
        value = self.step * np.floor((minimum + 1) / self.step + 0.5 + _TOUCH) - 1
        return value, value - self.step / 2

    def _searching(self, answers: Answers, variance: float) -> Posterior:
        """The posterior by which questions are placed; the last one is kept, because several things are read off it."""
        return _last(self, *answers.as_key(), variance, report=False)

    def _reported(self, answers: Answers, variance: float) -> Posterior:
        """The posterior for the estimate; the last one is kept, because an estimate and its picture need the same."""
        return _last(self, *answers.as_key(), variance, report=True)

    def curves(self, answers: Answers, variance: float) -> Curves:
        """The mean of power laws drawn from the posterior, from its lowest minimum up to the top of the fit.

        Where numbers have a step, a law begins half a step before its first number, which the posterior is of.
        """
        posterior = self._reported(answers, variance)
        value = np.stack([posterior.quantile(share) for share in PICTURED], axis=1)
        threshold = value[:, :1] + (posterior.top[:, None] - value[:, :1]) * np.linspace(0.0, 1.0, POINTS)
        return Curves(threshold, particles(posterior, _DRAWS).shares(threshold).mean(axis=2), value + self.step / 2)

    def level(self, people: float, variance: float) -> float:
        """The share that the answers of `people` can tell from zero."""
        return float(pooled_level(SIGNIFICANT, np.array(people), variance))

    def assumes(self, believed: float) -> str:
        """What the limits assume, in words."""
        return f"the {100 * believed:.2g} % of people nearest to it follow a power law of an exponent up to {STEEPEST}"


@lru_cache(maxsize=4)  # of two threads, each with the posterior of a search and of a report
def _last(model: TailModel, columns: tuple[bytes, ...], runs: int, variance: float, *, report: bool) -> Posterior:
    answers = Answers.of_key(columns, runs)
    prior, grid = (model.reporting, _LAST_GRID) if report else (model.searching, _GRID)
    return posterior_of(answers, variance, prior, grid, report=report)


def _place(way: str, places: Places, draw: Floats) -> Floats:
    """The threshold of one question; where the minimum seems to lie in a gap, an end of it that is not sure yet."""
    posterior = places.posterior
    gap, reach = posterior.upper - posterior.below, posterior.upper - posterior.quantile(_REACH)
    settled = (posterior.in_gap() >= SETTLED) & (gap <= 2 * reach)
    chosen = bisect(posterior) if way == BISECT else places.step() if way == STEP else places.drawn(draw)
    if way != BISECT:
        chosen = np.where(settled & (posterior.separation < SEPARATE), posterior.below, chosen)
    return np.where(settled & (posterior.significance < SURE), posterior.upper, chosen)
