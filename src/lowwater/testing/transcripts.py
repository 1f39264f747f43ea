"""Transcripts: every one of a small survey, and the largest likelihood ratio between any two values of one person.

The strategy and the randomizer are those of the product, and the ratio is an exact fraction.
"""

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from lowwater.core.domain import Domain
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.search.strategy import Strategy
from lowwater.testing.randomizers import coins_of


def worst_ratio(strategy: Strategy[Any], domain: Domain, people: int, values: Sequence[float]) -> Fraction:
    """The largest likelihood ratio of any transcript between any two of these values of one person.

    People are dealt to cohorts in order. That loses nothing: who is asked when is drawn without looking at values.
    """
    return max(
        Fraction(max(chances), min(chances))
        for transcript in transcripts(strategy, domain, people, values)
        for chances in transcript
    )


def transcripts(
    strategy: Strategy[Any], domain: Domain, people: int, values: Sequence[float]
) -> Iterator[list[list[int]]]:
    """Every transcript: for each person and value, its likelihood as a whole number of coins."""
    start = [[1] * len(values) for _ in range(people)]
    yield from _walk(strategy, strategy.start(), domain, values, 0, start)


def _walk(
    strategy: Strategy[Any], state: Any, domain: Domain, values: Sequence[float], asked: int, chances: list[list[int]]
) -> Iterator[list[list[int]]]:
    questions = strategy.ask(state)
    if not questions:
        yield chances
        return
    cohorts, asked = _deal(questions, asked, len(chances))
    for answers in itertools.product(
        *(_answers(question, cohort) for question, cohort in zip(questions, cohorts, strict=True))
    ):
        after = [list(row) for row in chances]
        for question, cohort, given in zip(questions, cohorts, answers, strict=True):
            for person, answer in zip(cohort, given, strict=True):
                weights = (_weight(question, domain.truth(value, question.thresholds), answer) for value in values)
                after[person] = [chance * weight for chance, weight in zip(after[person], weights, strict=True)]
        tallies = tuple(_tally(question, given) for question, given in zip(questions, answers, strict=True))
        yield from _walk(strategy, strategy.advance(state, tallies), domain, values, asked, after)


def _deal(questions: tuple[Question, ...], asked: int, people: int) -> tuple[list[range], int]:
    """The people of each question, everyone or the next `question.people`, and how many were dealt after them."""
    cohorts = []
    for question in questions:
        size = people if question.people is None else question.people
        start = 0 if question.people is None else asked
        assert start + size <= people, "a person is asked for more than one cohort"
        cohorts.append(range(start, start + size))
        asked += 0 if question.people is None else size
    return cohorts, asked


def _answers(question: Question, cohort: range) -> Iterator[tuple[int, ...]]:
    """Every combination of answers that a cohort may give."""
    return itertools.product(range(len(question.randomizer.table)), repeat=len(cohort))


def _tally(question: Question, given: Sequence[int]) -> Tally:
    return Tally(tuple(given.count(answer) for answer in range(len(question.randomizer.table))))


def _weight(question: Question, truth: int, answer: int) -> int:
    """How many coins give this answer to this truth."""
    return coins_of(question.randomizer, truth)[answer]
