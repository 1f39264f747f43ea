"""One round: the tail fit where everyone is asked at once, so that nobody has to come back for a later round."""

from lowwater.core.domain import Domain
from lowwater.search.search import Design, Request, Search, Setting
from lowwater.search.tail_fit import BLIND, LEVEL, fitted

QUESTIONS = (16, 128)
"""The fewest and the most questions of the round, unless the caller gives their number."""

PEOPLE = 32
"""People for each question, where there are enough: more questions give a finer grid, fewer a smaller noise."""


def design(request: Request) -> Design:
    """One round, with as many questions as people can fill and the domain's values leave gaps for."""
    questions = _questions(request.people, request.domain) if request.questions is None else request.questions
    return Design(1 if request.rounds is None else request.rounds, LEVEL, questions)


def _questions(people: int, domain: Domain) -> int:
    least, most = QUESTIONS
    gaps = most if domain.values is None else domain.values - 1
    return min(most, max(least, people // PEOPLE), people, gaps)


def sees(setting: Setting, level: float) -> str:
    """The level of one question and that of all answers together, in words."""
    cohort = setting.cohort or setting.people
    alone = 100 * min(1.0, setting.level.level(1.0, cohort, setting.randomizer))
    return (
        f"one question alone sees shares of {alone:.3g} % and more, all answers together {100 * level:.3g} %; "
        "below that the fitted tail speaks"
    )


SEARCH = Search(
    fitted,
    design,
    sees=sees,
    blind=BLIND,
    pooled=True,
    most_rounds=1,
    most_questions=None,
    only_level=LEVEL,
    learns=True,
)
