"""Strategies: the promises that every one must keep, checked over random transcripts from a seed."""

import json
import random
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.search.arrays import Looped
from lowwater.search.strategy import ArrayStrategy, ExactArrayStrategy, ExactStrategy, Round, Strategy


def check_strategy(strategy: Strategy[Any], *, people: int = 100, runs: int = 25, seed: int = 0) -> None:
    """Check the promises of Strategy, over random transcripts from a seed."""
    rng = random.Random(seed)  # noqa: S311 - it only picks transcripts
    asked: dict[int, tuple[Any, ...]] = {}
    for _ in range(runs):
        _check_run(strategy, people, rng, asked)
    if isinstance(strategy, ArrayStrategy):
        _check_arrays(strategy, people, seed)


def _check_run(strategy: Strategy[Any], people: int, rng: random.Random, asked: dict[int, tuple[Any, ...]]) -> None:
    """Check one run; `asked` holds what the rounds of earlier runs asked, apart from their thresholds."""
    state, seen = strategy.start(), {strategy.start()}
    while questions := strategy.ask(state):
        kinds = tuple((question.randomizer, question.people) for question in questions)
        assert asked.setdefault(questions[0].round, kinds) == kinds, "a round asks otherwise in another run"
        assert questions == strategy.ask(state), "asking twice gives another question"
        assert all(question.index == index for index, question in enumerate(questions)), "questions are out of order"
        silent = tuple(Tally((0,) * len(question.randomizer.table)) for question in questions)
        assert strategy.advance(state, silent) == state, "a round without answers moved the state"
        tallies = tuple(_random_tally(question, question.people or people, rng) for question in questions)
        strategy.estimate(strategy.advance(state, (tallies[0], *silent[1:])))  # some questions may stay unanswered
        if isinstance(strategy, ExactStrategy):
            assert len(questions) == 1, "cuts are for rounds of one question; leave them out"
            _check_cuts(strategy, state, tallies[0].total)
        state = strategy.advance(state, tallies)
        assert state not in seen, "a round with answers left the state as it was"
        seen.add(state)
        json.dumps(state)
        low, high = strategy.estimate(state).cell
        assert low <= strategy.estimate(state).value <= high, "the estimate left its cell"


def _random_tally(question: Question, total: int, rng: random.Random) -> Tally:
    cuts = sorted(rng.randint(0, total) for _ in question.thresholds)
    return Tally(tuple(high - low for low, high in pairwise([0, *cuts, total]))[::-1])


def _check_cuts(strategy: Any, state: Any, total: int) -> None:
    """Check that the successor changes at the cuts and nowhere else."""
    cuts = strategy.cuts(state, total)
    assert list(cuts) == sorted(set(cuts)), "the cuts do not rise"
    after = [strategy.advance(state, (Tally.of(yes, total),)) for yes in range(total + 1)]
    changes = tuple(yes for yes in range(1, total + 1) if after[yes] != after[yes - 1])
    assert changes == tuple(cut for cut in cuts if cut <= total), "the successor changes elsewhere than at the cuts"


def _check_arrays(strategy: Any, people: int, seed: int) -> None:
    """Check that arrays of states move exactly as single states do."""
    scalar, rng = Looped(strategy), np.random.default_rng(seed)
    arrays, states = strategy.start_many(20), scalar.start_many(20)
    while (asked := strategy.ask_many(arrays)) is not None:
        expected = scalar.ask_many(states)
        assert expected is not None, "the arrays ask on where the strategy is finished"
        assert (asked.randomizer, asked.people) == (expected.randomizer, expected.people), "arrays ask other people"
        active = np.array([bool(strategy.ask(state)) for state in states])
        assert np.array_equal(asked.thresholds[active], expected.thresholds[active]), "arrays ask other thresholds"
        totals = asked.totals(people)
        if isinstance(strategy, ExactArrayStrategy) and isinstance(strategy, ExactStrategy):
            (total,) = totals
            rows = np.broadcast_to(strategy.cuts_many(arrays, total), (20, len(strategy.cuts(states[0], total))))
            assert np.array_equal(rows[active], scalar.cuts_many(states, total)[active]), "arrays have other cuts"
        yes = _random_counts(asked, totals, rng)
        arrays, states = strategy.advance_many(arrays, yes, totals), scalar.advance_many(states, yes, totals)
        assert np.array_equal(strategy.estimate_many(arrays), scalar.estimate_many(states)), "arrays estimate otherwise"
    assert scalar.ask_many(states) is None, "the arrays are finished before the strategy is"


def _random_counts(asked: Round, totals: tuple[int, ...], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Random counts of yes, or of each answer where a question has several thresholds."""
    most = np.array(totals).reshape((-1,) + (1,) * (asked.thresholds.ndim - 2))
    cuts = rng.integers(0, most + 1, size=asked.thresholds.shape)
    if cuts.ndim == 2:
        return cuts
    ends = np.zeros((*cuts.shape[:2], 1), dtype=np.int64)
    return np.diff(np.concatenate([ends, np.sort(cuts, axis=2), ends + most], axis=2), axis=2)
