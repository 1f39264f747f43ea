"""Tail fit: the flagship model of a minimum. A power law is fitted to all answers; its start is the minimum.

Rounds of one question take turns: some bisect what is still open, between the posterior's low end and the first
threshold where somebody is for sure; the others look where a draw from the posterior puts a level of so many
deviations. Rounds of several questions do both at once.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lowwater.search.fitted import FittedSearch, Report, sizes
from lowwater.search.level import Deviations
from lowwater.search.pool import Seen
from lowwater.search.posterior import REPORTING, SEARCHING, SIGNIFICANT, STEEPEST, Posterior, level, posterior
from lowwater.search.quantile import QuantileModel
from lowwater.search.search import Design, Request, Search, Setting, finest_rounds

Floats = npt.NDArray[np.float64]

ROUNDS = 32
"""Rounds, unless the caller says otherwise."""

LEVEL = Deviations(SIGNIFICANT, SIGNIFICANT)
"""The level of the whole survey: the share that proves, by all answers together, that somebody is there."""

BLIND = "not even everyone could be told from nobody"
"""What becomes of the search at a level of 1 or more."""

BISECT = 0.0
CYCLE = (BISECT, 4.0, 16.0, BISECT, 4.0, 64.0)
"""What the rounds of one question are for: bisect, or look at a level of so many deviations."""

LOOKS = (4.0, 16.0, 4.0, 64.0)
"""The levels that the second half of a round of several questions looks at."""

WIDEN = 1.5
"""By how much the near limit lies further out than the posterior says: calibrated on the paper's grid, the same
everywhere."""

WIDE = 8.0
"""How many times wider than it should be the gap below the upper limit is, when a question goes to show it empty."""

SETTLED = 0.8
"""How sure it must be that the minimum lies in the gap below the upper limit, for looks to halve that gap as well."""

_TAIL, _LOW, _HIGHEST = 0.005, 0.10, 0.35
_GRID, _LAST_GRID = 64, 96


@dataclass(frozen=True)
class TailModel:
    """The minimum, by a power law."""

    confidence: float = 0.95
    leans: float = 1.0  # the first value whose whole cell, half a step to either side, lies above the minimum

    def places(self, seen: Seen, variance: float, questions: int, people: Floats, chance: Floats) -> Floats:
        """Half of the questions bisect, the others look where a draw puts a level."""
        found = posterior(seen, variance, SEARCHING, _GRID)
        low = found.quantile(_LOW)
        gap, reach = found.upper - found.empty, found.upper - low
        settled = (found.in_gap() >= SETTLED) & (gap <= 2 * reach)
        bisecting, looks = _turn(seen.threshold.shape[1] // questions, questions)
        start = np.where(gap > WIDE * reach, 3 * low - 2 * found.upper, low)
        columns = [start + (found.upper - start) * (j + 1) / (bisecting + 1) for j in range(bisecting)]
        for index, aim in enumerate(looks):
            share = np.minimum(level(aim, people, variance), _HIGHEST)
            look = _look(found, share, chance[:, 2 * index], chance[:, 2 * index + 1])
            halving = np.where(found.proof < SIGNIFICANT, found.empty, found.quantile((index + 1) / (len(looks) + 1)))
            columns.append(np.where(settled, halving, look))
        return np.stack(columns, axis=1)

    def report(self, seen: Seen, variance: float) -> Report:
        """The posterior median; the first threshold where somebody is for sure; and how far below it may lie."""
        found = posterior(seen, variance, REPORTING, _LAST_GRID)
        near = np.maximum(-1.0, found.upper - WIDEN * (found.upper - found.quantile(_TAIL)))
        return Report(found.quantile(0.5), near, found.upper, found.believed)

    def level(self, people: float, variance: float) -> float:
        """The share that so many people tell from nought."""
        return float(level(SIGNIFICANT, np.array(people), variance))

    def rests_on(self, minimum: bool, believed: float) -> str:
        """What the interval rests on, in words."""
        far, near = ("upper", "lower") if minimum else ("lower", "upper")
        return (
            f"the {far} limit needs no model ({SIGNIFICANT} pooled deviations); the {near} limit rests on a power law "
            f"of an exponent up to {STEEPEST}, fitted to the answers and trusted up to a level of {believed:.2g}: no "
            f"limit on that side can do without a model"
        )


def _turn(number: int, questions: int) -> tuple[int, list[float]]:
    """How many questions of a round bisect, and which levels the others look at."""
    if questions == 1:
        aim = CYCLE[number % len(CYCLE)]
        return int(aim == BISECT), [aim] * (aim != BISECT)
    bisecting = questions // 2
    first = (number - 1) * (questions - bisecting)
    return bisecting, [LOOKS[(first + i) % len(LOOKS)] for i in range(questions - bisecting)]


def _look(found: Posterior, share: Floats, which: Floats, jitter: Floats) -> Floats:
    """Where a draw from the posterior puts this share of people."""
    minimum, exponent, constant = found.draw(which, jitter)
    return np.asarray(minimum + (found.top - minimum) * np.minimum(1.0, (share / constant) ** (1 / exponent)))


def design(request: Request) -> Design:
    """Thirty-two rounds of one question, or as many as people fill."""
    questions = request.questions or 1
    usual = min(ROUNDS, max(1, request.people // questions), finest_rounds(request.domain))
    return Design(usual if request.rounds is None else request.rounds, LEVEL, questions)


def fitted(setting: Setting) -> FittedSearch:
    """The strategy: a power law for the minimum, a logistic curve for a quantile."""
    model = TailModel() if setting.quantile is None else QuantileModel(setting.quantile)
    return FittedSearch(
        setting.domain, setting.rounds, setting.randomizer, setting.people, model, setting.questions, setting.seed
    )


def sees(_setting: Setting, level: float) -> str:
    """What a level of all answers together means."""
    return f"shares of {100 * level:.3g} % and more can be seen; below that the fitted tail speaks"


SEARCH = Search(fitted, design, sizes, sees=sees, blind=BLIND, pooled=True, most_questions=None, only_level=LEVEL)
