"""A new search is one small file: four methods are enough for the simulator, and cuts for the exact law."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.randomizer import Randomizer, randomized_response
from lowwater.errors import NotExact
from lowwater.people.population import Population
from lowwater.search.arrays import Looped, arrays_of
from lowwater.search.level import Deviations
from lowwater.search.plan import Plan
from lowwater.simulate.monte_carlo import monte_carlo
from lowwater.testing import check_strategy
from lowwater.theory.exact import estimate_law

DOMAIN = Domain(-1, 1)
COIN = randomized_response(Epsilon.of(4))
CROWD = Population.beta(1, 1, start=-0.6, width=0.9, people=60)


@dataclass(frozen=True)
class Hesitant:
    """Three ways out of a round: left, right, or, where the share is in doubt, the middle half of the cell."""

    rounds: int = 4
    people: int | None = None
    randomizer: Randomizer = COIN

    def start(self):
        return 0, 0, 2 ** (self.rounds + 1)

    def ask(self, state):
        played, left, right = state
        threshold = DOMAIN.edge((left + right) // 2, 2 ** (self.rounds + 1))
        return (Question(played, 0, (threshold,), self.randomizer, self.people),) if played < self.rounds else ()

    def advance(self, state, tallies):
        (tally,) = tallies
        if tally.total == 0:
            return state
        played, left, right = state
        quarter = (right - left) // 4
        moves = 2 - sum(tally.yes >= cut for cut in self._cuts(tally.total))
        return played + 1, left + moves * quarter, left + (moves + 2) * quarter

    def estimate(self, state):
        low, high = (DOMAIN.edge(edge, 2 ** (self.rounds + 1)) for edge in state[1:])
        return Estimate((low + high) / 2, (low, high), 0.2, None)

    def _cuts(self, total):
        return self.randomizer.cut(0.1, total), self.randomizer.cut(0.25, total)


class Exact(Hesitant):
    """The same, and it says at which counts it turns."""

    def cuts(self, _state, total):
        return self._cuts(total)


def test_a_toy_search_keeps_the_protocol():
    check_strategy(Hesitant(), people=40, runs=8)
    check_strategy(Exact(), people=40, runs=8)


def test_a_search_of_four_methods_is_looped():
    assert isinstance(arrays_of(Hesitant()), Looped)
    bisection = Plan("cohorts", DOMAIN, 60, Epsilon.of(4), 4, Deviations()).strategy()
    assert bisection is arrays_of(bisection)


@pytest.mark.parametrize(("people", "iid"), [(None, False), (15, True)])
def test_a_toy_search_has_a_law_that_its_runs_follow(people, iid):
    crowd = replace(CROWD, iid=iid)
    law = estimate_law(Exact(people=people), DOMAIN, crowd)
    runs = monte_carlo(Hesitant(people=people), DOMAIN, crowd, runs=4000, rng=np.random.default_rng(5))
    mean = float(np.dot(law.values, law.masses))
    # five standard errors: a false alarm in 1.7 million
    assert pytest.approx(mean, abs=5 * runs.std() / np.sqrt(runs.size)) == runs.mean()
    assert pytest.approx(1.0, abs=1e-12) == law.masses.sum() + law.dropped


def test_a_search_that_offers_no_cuts_has_no_exact_law():
    with pytest.raises(NotExact, match=r"Hesitant offers no cuts.*runs="):
        estimate_law(Hesitant(), DOMAIN, CROWD)


@dataclass(frozen=True)
class Uneven(Hesitant):
    """Two questions a round, to cohorts of different sizes."""

    def ask(self, state):
        questions = super().ask(state)
        return tuple(replace(asked, index=index, people=10 + index) for asked in questions for index in range(2))

    def advance(self, state, tallies):
        return super().advance(state, (sum(tallies[1:], tallies[0]),))


def test_questions_of_one_round_may_ask_different_numbers_of_people():
    asked = arrays_of(Uneven()).ask_many(arrays_of(Uneven()).start_many(3))
    assert (10, 11) == asked.people
    check_strategy(Uneven(), people=100, runs=8)


@dataclass(frozen=True)
class HalfEveryone(Hesitant):
    """Two questions a round, of which one asks everyone."""

    def ask(self, state):
        questions = super().ask(state)
        return tuple(replace(asked, index=i, people=size) for asked in questions for i, size in enumerate((None, 10)))


def test_a_round_asks_everyone_or_cohorts_and_not_both():
    with pytest.raises(NotExact, match="one question of a round asks everyone and another a cohort"):
        arrays_of(HalfEveryone()).ask_many(arrays_of(HalfEveryone()).start_many(3))
