"""One round: everyone is asked at once, so that nobody has to come back for a later round.

At a small epsilon each answer is a yes or no, at one of many thresholds, and the tail fit's model is fitted to all.
At a larger one an answer can say more: which of several cells a number is in.
"""

from typing import Any

from lowwater.core.domain import Domain
from lowwater.core.randomizer import LARGEST, MOST, randomized_response
from lowwater.errors import BadPlan
from lowwater.search.cells.search import CellRound
from lowwater.search.search import Design, Request, Search, Setting
from lowwater.search.strategy import Strategy
from lowwater.search.tail_fit import BLIND, LEVEL, fitted

QUESTIONS = (16, 128)
"""The fewest and the most yes/no questions of the round, unless the caller gives their number."""

PEOPLE = 32
"""People for each question, where there are enough: more questions give a finer grid, fewer a smaller noise."""

CHOICES = ((16, 0.12), (8, 0.3))
"""How many choices an answer has, if the share in one cell that all answers can tell from zero is at most this.

With more choices a person says more, but each less surely; where none of these can be seen, an answer is a yes or no.
"""


def design(request: Request) -> Design:
    """One round, with as many questions as people can fill and the domain's values leave gaps for."""
    choices = _choices(request)
    usual = _questions(request.people, request.domain, choices)
    questions = usual if request.questions is None else request.questions
    return Design(1 if request.rounds is None else request.rounds, LEVEL, questions, choices)


def _choices(request: Request) -> int:
    """How many choices an answer has: those that were asked for, or what suits epsilon and the domain."""
    asked, values = request.words.get("choices"), request.domain.values or LARGEST
    if asked is None:
        suits = (choices for choices, level in CHOICES if _level(request, choices) <= level)
        return 2 if request.quantile is not None else min(next(suits, 2), values)
    if type(asked) is not int or not 2 <= asked <= LARGEST:
        raise BadPlan(f"choices={asked!r}; an answer has 2 (yes or no) to {LARGEST}")
    if asked > 2 and request.quantile is not None:
        raise BadPlan(f"choices={asked!r} with quantile={request.quantile!r}; a quantile is asked for by yes or no")
    if asked > values:
        raise BadPlan(f"choices={asked!r} of a domain with {values} values; give at most {values}")
    return asked


def _level(request: Request, choices: int) -> float:
    """The share in one cell that all answers can tell from zero."""
    grant = MOST if request.epsilon is None else min(request.epsilon, MOST)
    return LEVEL.level(1.0, request.people, randomized_response(grant, choices))


def _questions(people: int, domain: Domain, choices: int) -> int:
    """As many as cut the domain at the most thresholds that people can fill."""
    least, most = QUESTIONS
    gaps = most if domain.values is None else domain.values - 1
    if choices == 2:
        return min(most, max(least, people // PEOPLE), people, gaps)
    thresholds = gaps if gaps <= 2 * most else most  # every gap, where there are not too many
    return max(1, min(-(-thresholds // (choices - 1)), people // PEOPLE))


def one_round(setting: Setting) -> Strategy[Any]:
    """The strategy: cells where an answer has several choices, else the fit to yes and no."""
    if len(setting.randomizer.table) == 2:
        return fitted(setting)
    return CellRound(setting.domain, setting.randomizer, setting.people, setting.questions)


def sees(setting: Setting, level: float) -> str:
    """The level of one question and that of all answers together, in words."""
    cohort, cells = setting.cohort or setting.people, len(setting.randomizer.table)
    alone = 100 * min(1.0, setting.level.level(1.0, cohort, setting.randomizer))
    where = "" if cells == 2 else " in one cell"
    return (
        f"one question alone sees shares of {alone:.3g} % and more{where}, all answers together {100 * level:.3g} %; "
        "below that the fitted tail speaks"
    )


SEARCH = Search(
    one_round,
    design,
    sees=sees,
    blind=BLIND,
    pooled=True,
    most_rounds=1,
    most_questions=None,
    most_choices=LARGEST,
    words=("choices",),
    only_level=LEVEL,
    learns=True,
)
