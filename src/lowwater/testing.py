"""Conformance: what every randomizer and every search must keep, to be run against your own.

`check_randomizer` and `check_strategy` raise AssertionError where a promise is broken. `worst_ratio` proves privacy
for small cases: it walks every transcript there is, drives the strategy and the randomizer that ship, and returns
the largest likelihood ratio between any two values of one person as an exact fraction.
"""

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import COINS, SCALE, Randomizer
from lowwater.core.tally import Tally
from lowwater.search.arrays import Looped
from lowwater.search.strategy import ArrayStrategy, ExactArrayStrategy, ExactStrategy, Strategy


def exp_from_below(loss: Epsilon) -> Fraction:
    """A fraction that is at most e**loss, and within 40 digits of it."""
    digits = Context(prec=60, rounding=ROUND_FLOOR)
    found = digits.exp(digits.divide(Decimal(loss.nano), Decimal(NANO)))
    return Fraction(found) * (1 - Fraction(1, 10**40))


def coins_for(uniform: int) -> bytes:
    """The coins whose 53 bits are this number."""
    return (uniform << 3).to_bytes(COINS, "big")


def yes_coins(randomizer: Randomizer, truth: bool) -> int:
    """How many of the 2**53 coins make randomize() say yes, found by asking it at the two coins where it turns."""
    turn = round(randomizer.p_yes(truth) * SCALE)
    assert turn == 0 or randomizer.randomize(truth, coins_for(turn - 1)), "no at the last coin below the threshold"
    assert turn == SCALE or not randomizer.randomize(truth, coins_for(turn)), "yes at the threshold"
    return turn


def check_randomizer(randomizer: Randomizer) -> None:
    """The coins turn where they should, and the loss charged is never below the true one."""
    yes, no = yes_coins(randomizer, True), yes_coins(randomizer, False)
    ratio = max(
        Fraction(yes, no), Fraction(no, yes), Fraction(SCALE - no, SCALE - yes), Fraction(SCALE - yes, SCALE - no)
    )
    assert ratio <= exp_from_below(randomizer.loss), "the loss charged is below the true loss"
    assert ratio > exp_from_below(Epsilon(randomizer.loss.nano - 1)), "the loss charged is more than rounded up"


def check_strategy(strategy: Strategy[Any], *, people: int = 100, runs: int = 25, seed: int = 0) -> None:
    """The promises of the protocol, over random transcripts from a seed."""
    rng = random.Random(seed)  # noqa: S311 - it only picks transcripts
    for _ in range(runs):
        _check_run(strategy, people, rng)
    if isinstance(strategy, ArrayStrategy):
        _check_arrays(strategy, people, seed)


def _check_run(strategy: Strategy[Any], people: int, rng: random.Random) -> None:
    state, seen = strategy.start(), {strategy.start()}
    while questions := strategy.ask(state):
        assert questions == strategy.ask(state), "asking twice gives another question"
        assert all(question.index == index for index, question in enumerate(questions)), "questions are out of order"
        silent = tuple(Tally(0, 0) for _ in questions)
        assert strategy.advance(state, silent) == state, "a round without answers moved the state"
        tallies = tuple(_random_tally(question.people or people, rng) for question in questions)
        if isinstance(strategy, ExactStrategy):
            _check_cuts(strategy, state, tallies[0].total)
        state = strategy.advance(state, tallies)
        assert state not in seen, "a round with answers left the state as it was"
        seen.add(state)
        json.dumps(state)
        low, high = strategy.estimate(state).cell
        assert low <= strategy.estimate(state).value <= high, "the estimate left its cell"


def _random_tally(total: int, rng: random.Random) -> Tally:
    return Tally(rng.randint(0, total), total)


def _check_cuts(strategy: Any, state: Any, total: int) -> None:
    """The successor changes at the cuts and nowhere else."""
    cuts = strategy.cuts(state, total)
    assert list(cuts) == sorted(set(cuts)), "the cuts do not rise"
    after = [strategy.advance(state, (Tally(yes, total),)) for yes in range(total + 1)]
    changes = tuple(yes for yes in range(1, total + 1) if after[yes] != after[yes - 1])
    assert changes == tuple(cut for cut in cuts if cut <= total), "the successor changes elsewhere than at the cuts"


def _check_arrays(strategy: Any, people: int, seed: int) -> None:
    """Arrays of states move exactly as the states one by one."""
    scalar, rng = Looped(strategy), np.random.default_rng(seed)
    many, one = strategy.start_many(20), scalar.start_many(20)
    while (asked := strategy.ask_many(many)) is not None:
        expected = scalar.ask_many(one)
        assert expected is not None, "the arrays ask on where the strategy is finished"
        assert (asked.randomizer, asked.people) == (expected.randomizer, expected.people), "arrays ask other people"
        active = np.array([bool(strategy.ask(state)) for state in one])
        assert np.array_equal(asked.thresholds[active], expected.thresholds[active]), "arrays ask other thresholds"
        total = asked.people or people
        if isinstance(strategy, ExactArrayStrategy) and isinstance(strategy, ExactStrategy):
            rows = np.broadcast_to(strategy.cuts_many(many, total), (20, len(strategy.cuts(one[0], total))))
            assert np.array_equal(rows[active], scalar.cuts_many(one, total)[active]), "arrays have other cuts"
        yes = rng.integers(0, total + 1, size=asked.thresholds.shape)
        many, one = strategy.advance_many(many, yes, total), scalar.advance_many(one, yes, total)
        assert np.array_equal(strategy.estimate_many(many), scalar.estimate_many(one)), "arrays estimate otherwise"
    assert scalar.ask_many(one) is None, "the arrays are finished before the strategy is"


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
    for answers in itertools.product(*(itertools.product((False, True), repeat=len(cohort)) for cohort in cohorts)):
        after = [list(row) for row in chances]
        for question, cohort, given in zip(questions, cohorts, answers, strict=True):
            for person, answer in zip(cohort, given, strict=True):
                weights = (_weight(question, domain.truth(value, question.threshold), answer) for value in values)
                after[person] = [chance * weight for chance, weight in zip(after[person], weights, strict=True)]
        tallies = tuple(Tally(sum(given), len(given)) for given in answers)
        yield from _walk(strategy, strategy.advance(state, tallies), domain, values, asked, after)


def _deal(questions: tuple[Question, ...], asked: int, people: int) -> tuple[list[range], int]:
    """Whom each question goes to: everyone, or the next so many people."""
    cohorts = []
    for question in questions:
        size = people if question.people is None else question.people
        start = 0 if question.people is None else asked
        assert start + size <= people, "a person is asked for more than one cohort"
        cohorts.append(range(start, start + size))
        asked += 0 if question.people is None else size
    return cohorts, asked


def _weight(question: Question, truth: bool, answer: bool) -> int:
    """How many coins give this answer."""
    yes = yes_coins(question.randomizer, truth)
    return yes if answer else SCALE - yes
