"""Settling: two late questions of a fitted search, which prove something without a model.

The question `above` is to prove that somebody is at or before its threshold, the question `below` that at most the
share `aim` is. For a quantile the two are to prove that it lies between their thresholds. Their sizes and places, and
the part of the doubt that each question of the survey may use, are fixed by the plan, before anybody answers.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

SHARES = (0.01, 0.02, 0.05)
"""The shares that `few` people are: the smallest that can be proved is aimed at."""

CONFIDENCE = 0.95
"""The confidence that all limits of shares hold together."""

SURE = 0.9999
"""The confidence that somebody is where they are said to be."""

MOST_BELOW = 0.5
"""The largest part of people whom `below` asks."""


class Rule(NamedTuple):
    """How a survey settles.

    above: the part of people whom `above` asks.
    each: the part of people whom each of the two questions of a quantile asks.
    after: the parts of the rounds that follow those of `above` and of `below`.
    """

    above: float
    each: float
    after: tuple[float, float]


RULES = {1: Rule(0.12, 0.2, (0.0, 0.0)), 2: Rule(0.1, 0.15, (1 / 8, 1 / 16))}
"""The rules by number. An open survey keeps the one that its plan was written with."""

FORMER, LATEST = 1, 2
"""The rule of plans that do not tell theirs, and that of new ones."""

_USUAL = 0.1  # the part of the doubt that all questions share; the rest is for the settling ones
_POWER = 1.35  # deviations by which a share of nobody should pass the test of `below`
_QUANTILE_95 = 1.7  # deviations of a one-sided test at most of the doubt
_HALF = (0.5 / 4.6) ** 2  # the most variance for each of those asked `above`, so that half of people are 4.6 deviations
_FEWEST_ROUNDS = 8  # fewer rounds than this all go to the estimate
_FEWEST_PEOPLE = 10  # for each question, of those who are left


@dataclass(frozen=True)
class Settling:
    """How many people the settling questions ask (0: there is none), and the share that `below` aims at.

    `after` are the parts of the rounds that follow theirs.
    """

    above: int = 0
    below: int = 0
    aim: float | None = None
    after: tuple[float, float] = RULES[LATEST].after

    def places(self, rounds: int, questions: int) -> tuple[int | None, int | None]:
        """The indices of `above` and `below` among all planned questions; None where there is none.

        Each is the first question of its round: the others are placed as if it had been answered. `above` comes in an
        earlier round than `below`, or where there is no `below` in its place.
        """
        early, late = (rounds - 1 - math.floor(part * rounds) for part in self.after)
        above, below = (min(early, late - 1) if self.below else late) * questions, late * questions
        return (above if self.above else None), (below if self.below else None)

    def sizes(self, rounds: int, questions: int) -> dict[int, int]:
        """How many people each settling question asks, by its index among all planned questions."""
        places = self.places(rounds, questions)
        return {at: size for at, size in zip(places, (self.above, self.below), strict=True) if at is not None}


NO_SETTLING = Settling()


def settling(
    people: int, rounds: int, questions: int, variance: float, quantile: float | None, rule: Rule = RULES[LATEST]
) -> Settling:
    """The settling of a survey: none where rounds are few or hold more than two questions."""
    too_few = (1 - rule.above - MOST_BELOW) * people < _FEWEST_PEOPLE * rounds * questions
    if rounds < _FEWEST_ROUNDS or questions > 2 or too_few or variance > _HALF * rule.above * people:
        return NO_SETTLING
    if quantile is not None:
        each = math.floor(rule.each * people)
        return Settling(each, each, after=rule.after)
    needed = {share: _needed(share, variance) for share in SHARES}
    aim = next((share for share, count in needed.items() if count <= MOST_BELOW * people), None)
    return Settling(math.floor(rule.above * people), math.ceil(needed[aim]) if aim else 0, aim, rule.after)


def _needed(share: float, variance: float) -> float:
    """How many people tell nobody from `share`."""
    return ((_QUANTILE_95 + _POWER) / share) ** 2 * (variance + share * (1 - share))


def misses(planned: int, above: int | None, below: int | None) -> tuple[Floats, Floats]:
    """How often the lower and the upper limit of each question's share may be wrong; the sum of all is the doubt.

    `planned` questions share a tenth of the doubt. The rest goes to the lower limit at the index `above` and the upper
    limit at `below`, where there are such questions.
    """
    doubt = 1 - CONFIDENCE
    special = (above is not None) + (below is not None)
    usual = doubt * (_USUAL if special else 1.0) / (2 * planned)
    low, high = np.full(planned, usual), np.full(planned, usual)
    if above is not None:
        low[above] += doubt * (1 - _USUAL) / special
    if below is not None:
        high[below] += doubt * (1 - _USUAL) / special
    return low, high
