"""Tail fit: the flagship model of a minimum. A power law is fitted to all answers; its start is the minimum.

Rounds of one question take turns. Some bisect the interval between a low posterior quantile and the upper limit, the
first threshold that is significantly above zero. The others look: they ask at the threshold where a power law drawn
from the posterior reaches the level of a given number of deviations. Rounds of several questions do both at once.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.core.randomizer import Randomizer
from lowwater.search.fitted_search import FittedSearch
from lowwater.search.level import Deviations, pooled_level
from lowwater.search.model import PICTURED, POINTS, Curves, Report
from lowwater.search.pool import NOBODY, Answers
from lowwater.search.posterior import REPORTING, SEARCHING, SIGNIFICANT, STEEPEST, Posterior, particles, posterior_of
from lowwater.search.quantile import QuantileModel
from lowwater.search.round_sizes import settling_of, sizes
from lowwater.search.search import Design, Request, Search, Setting, finest_rounds
from lowwater.search.settle_minimum import place_above, place_below
from lowwater.search.tail_limits import REASONS, likely_error, limits, withheld

Floats = npt.NDArray[np.float64]

ROUNDS = 32
"""Rounds, unless the caller gives them."""

LEVEL = Deviations(SIGNIFICANT, SIGNIFICANT)
"""The level of the whole survey: the share that all answers together prove to be above zero."""

BLIND = "not even everyone could be told from nobody"
"""What happens at a level of 1 or more, in words."""

BISECT = 0.0
CYCLE = (BISECT, 4.0, 16.0, BISECT, 4.0, 64.0)
"""What the rounds of one question do, in turn: bisect, or look at the level of this many deviations."""

LOOKS = (4.0, 16.0, 4.0, 64.0)
"""The levels, in deviations, that the second half of a round of several questions looks at, in turn."""

WIDEN = 1.5
"""The factor by which the near limit is further from the upper limit than the posterior quantile.

Calibrated on the paper's grid, the same everywhere.
"""

WIDE = 8.0
"""A gap below the upper limit this many times wider than the posterior's reach is tested for emptiness."""

SETTLED = 0.8
"""The posterior probability that the minimum lies in the gap below the upper limit, from which looks bisect it too."""

_TAIL, _LOW = 0.005, 0.10  # posterior quantiles: of the near limit, and where bisection starts
_HIGHEST = 0.35  # the largest share that is looked at
_DRAWS = 128  # power laws whose mean is drawn in a picture
_GRID, _LAST_GRID = 64, 96  # grid points while the search runs, and for the estimate


@dataclass(frozen=True)
class TailModel:
    """The model of a minimum: a power law."""

    confidence: float = 0.95
    quantile: float | None = None
    reasons: tuple[str, ...] = REASONS
    steps_added: float = 1.0  # to the first value whose whole cell, half a step to either side, lies above the minimum

    def thresholds(self, answers: Answers, variance: float, questions: int, people: Floats, draws: Floats) -> Floats:
        """Half of the questions bisect; the others look, or bisect the gap where the minimum is settled to be in it."""
        posterior = posterior_of(answers, variance, SEARCHING, _GRID)
        upper, below, low = posterior.upper, posterior.below, posterior.quantile(_LOW)
        gap, reach = upper - below, upper - low
        settled = (posterior.in_gap() >= SETTLED) & (gap <= 2 * reach)
        bisecting, looks = _turn(answers.threshold.shape[1] // questions, questions)
        start = np.where(gap > WIDE * reach, 3 * low - 2 * upper, low)
        columns = [start + (upper - start) * (j + 1) / (bisecting + 1) for j in range(bisecting)]
        for index, deviations in enumerate(looks):
            share = np.minimum(pooled_level(deviations, people, variance), _HIGHEST)
            look = _look(posterior, share, draws[:, 2 * index], draws[:, 2 * index + 1])
            inside = posterior.quantile((index + 1) / (len(looks) + 1))
            halving = np.where(posterior.separation < SIGNIFICANT, below, inside)
            columns.append(np.where(settled, halving, look))
        return np.stack(columns, axis=1)

    def place_above(
        self, answers: Answers, randomizer: Randomizer, people: int, wealth: Callable[[Floats], Floats], own: Floats
    ) -> Floats:
        """The first threshold at which `people` answers are likely to prove somebody."""
        posterior = posterior_of(answers, randomizer.variance, SEARCHING, _GRID)
        return place_above(posterior, people, randomizer, wealth, own)

    def place_below(
        self, answers: Answers, randomizer: Randomizer, people: int, aim: float | None, own: Floats
    ) -> Floats:
        """The threshold at which a proof that at most `aim` are at or before it is likely and worth most."""
        if aim is None:
            return own
        posterior = posterior_of(answers, randomizer.variance, SEARCHING, _GRID)
        return place_below(posterior, people, randomizer, aim, own)

    def report(self, answers: Answers, variance: float) -> Report:
        """The posterior median, with limits where the fit is borne out."""
        posterior = posterior_of(answers, variance, REPORTING, _LAST_GRID)
        near = np.maximum(-1.0, posterior.upper - WIDEN * (posterior.upper - posterior.quantile(_TAIL)))
        value = posterior.quantile(0.5)
        low, high = limits(posterior)
        level = pooled_level(SIGNIFICANT, np.where(answers.people > NOBODY, answers.people, 0.0).sum(axis=1), variance)
        return Report(
            value=value,
            near=near,
            far=posterior.upper,
            believed=posterior.believed,
            low=low,
            high=high,
            withheld=withheld(posterior, level),
            likely=likely_error(posterior, value),
            power=posterior.expect(1 / posterior.exponents),
        )

    def curves(self, answers: Answers, variance: float) -> Curves:
        """The mean of power laws drawn from the posterior, from its lowest minimum up to the top of the fit."""
        posterior = posterior_of(answers, variance, REPORTING, _LAST_GRID)
        value = np.stack([posterior.quantile(share) for share in PICTURED], axis=1)
        threshold = value[:, :1] + (posterior.top[:, None] - value[:, :1]) * np.linspace(0.0, 1.0, POINTS)
        return Curves(threshold, particles(posterior, _DRAWS).shares(threshold).mean(axis=2), value)

    def level(self, people: float, variance: float) -> float:
        """The share that the answers of `people` can tell from zero."""
        return float(pooled_level(SIGNIFICANT, np.array(people), variance))

    def assumes(self, believed: float) -> str:
        """What the limits assume, in words."""
        return f"the {100 * believed:.2g} % of people nearest to it follow a power law of an exponent up to {STEEPEST}"


def _turn(round_index: int, questions: int) -> tuple[int, list[float]]:
    """How many questions of a round bisect, and the levels, in deviations, that the others look at."""
    if questions == 1:
        deviations = CYCLE[round_index % len(CYCLE)]
        return int(deviations == BISECT), [deviations] * (deviations != BISECT)
    bisecting = questions // 2
    first = (round_index - 1) * (questions - bisecting)
    return bisecting, [LOOKS[(first + i) % len(LOOKS)] for i in range(questions - bisecting)]


def _look(posterior: Posterior, share: Floats, which: Floats, jitter: Floats) -> Floats:
    """The threshold at which a power law drawn from the posterior reaches `share`."""
    minimum, exponent, constant = posterior.draw(which, jitter)
    return np.asarray(minimum + (posterior.top - minimum) * np.minimum(1.0, (share / constant) ** (1 / exponent)))


def design(request: Request) -> Design:
    """`ROUNDS` rounds of one question, or as many as people fill."""
    questions = request.questions or 1
    usual = min(ROUNDS, max(1, request.people // questions), finest_rounds(request.domain))
    return Design(usual if request.rounds is None else request.rounds, LEVEL, questions)


def fitted(setting: Setting) -> FittedSearch:
    """The strategy: a power law for the minimum, a logistic curve for a quantile."""
    model = TailModel() if setting.quantile is None else QuantileModel(setting.quantile)
    return FittedSearch(
        setting.domain,
        setting.rounds,
        setting.randomizer,
        setting.people,
        model,
        setting.questions,
        setting.seed,
        settling_of(setting),
    )


def sees(_setting: Setting, level: float) -> str:
    """What a level of all answers together means, in words."""
    return f"shares of {100 * level:.3g} % and more can be seen; below that the fitted tail speaks"


SEARCH = Search(
    fitted, design, sizes, sees=sees, blind=BLIND, pooled=True, most_questions=None, only_level=LEVEL, settling=True
)
