"""Simulation by counts has the law of simulation by people: every person drawn, every bit thrown."""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.estimate import Estimate
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.core.tally import Tally
from lowwater.law.distribution import Beta
from lowwater.people.population import Population
from lowwater.search.level import Quantile
from lowwater.search.plan import Plan
from lowwater.search.strategy import run
from lowwater.simulate.monte_carlo import monte_carlo

PEOPLE, RUNS = 24, 2000
pytestmark = pytest.mark.no_cover  # people one by one take their time, and coverage would double it
LAW = Beta(1, 2, -0.7, 1.1)


def inverse(share):
    """The number that this share of people are at or below."""
    return LAW.start + LAW.width * (1 - np.sqrt(1 - share))


TIES = np.repeat([-0.5, -0.25, 0.0, 0.625], [3, 5, 6, 10])


def by_people(strategy, domain, values_of, rng):
    """One run: people with values of their own, dealt to cohorts, each throwing a coin of their own."""
    values = rng.permutation(values_of(rng))
    asked = 0

    def tally_of(question):
        nonlocal asked
        start = 0 if question.people is None else asked
        cohort = values[start : start + (question.people or values.size)]
        asked = start + cohort.size
        truths = cohort <= question.threshold if domain.direction == "minimum" else cohort >= question.threshold
        chances = np.where(truths, question.randomizer.p_yes(True), question.randomizer.p_yes(False))
        return Tally.of(int((rng.random(cohort.size) < chances).sum()), cohort.size)

    return run(strategy, tally_of).value


def same_law(item, other):
    """Two samples of estimates, cell by cell; rare cells together. A false alarm in a million for each test."""
    cells = np.unique(np.concatenate([item, other]))
    table = np.array([[np.count_nonzero(sample == cell) for cell in cells] for sample in (item, other)])
    rare = table.sum(axis=0) < 20
    table = np.column_stack([table[:, ~rare], table[:, rare].sum(axis=1)])
    assert chi2_contingency(table[:, table.sum(axis=0) > 0]).pvalue > 1e-6
    # five standard errors: a false alarm in 1.7 million
    assert abs(item.mean() - other.mean()) <= 5 * np.hypot(item.std(), other.std()) / np.sqrt(RUNS)


def compare(strategy, domain, crowd, values_of):
    rng = np.random.default_rng(11)
    people = np.array([by_people(strategy, domain, values_of, rng) for _ in range(RUNS)])
    same_law(people, monte_carlo(strategy, domain, crowd, runs=RUNS, rng=rng))


CROWDS = {
    "fixed": (Population(LAW, PEOPLE), lambda _rng: inverse(np.arange(PEOPLE) / (PEOPLE - 1))),
    "iid": (Population(LAW, PEOPLE, iid=True), lambda rng: inverse(rng.random(PEOPLE))),
    "ties": (Population.of(TIES), lambda _rng: TIES),
}


@pytest.mark.parametrize("search", ["paper", "cohorts"])
@pytest.mark.parametrize("crowd", CROWDS)
def test_counts_follow_the_law_of_people(search, crowd):
    plan = Plan(search, Domain(-1, 1), PEOPLE, Epsilon.of(6), 4, Quantile(0.3))
    compare(plan.strategy(), plan.domain, *CROWDS[crowd])


@pytest.mark.parametrize("search", ["paper", "cohorts"])
@pytest.mark.parametrize("step", [None, 0.25])
def test_so_they_do_for_a_maximum_with_ties(search, step):
    plan = Plan(search, Domain(-1, 1, "maximum", step), PEOPLE, Epsilon.of(6), 3, Quantile(0.3))
    compare(plan.strategy(), plan.domain, *CROWDS["ties"])


@dataclass(frozen=True)
class Thirds:
    """Two questions a round: keep the first third of the cell whose upper edge enough people are at or below."""

    people: int | None
    rounds: int = 3

    def start(self):
        return 0, 0

    def _edge(self, played, cell):
        return -1 + 2 * cell / 3**played

    def ask(self, state):
        played, cell = state
        if played == self.rounds:
            return ()
        coin = randomized_response(Epsilon.of(3))
        edges = (self._edge(played + 1, 3 * cell + index + 1) for index in range(2))
        return tuple(Question(played, index, (edge,), coin, self.people) for index, edge in enumerate(edges))

    def advance(self, state, tallies):
        played, cell = state
        coin = randomized_response(Epsilon.of(3))
        reached = [tally.yes >= coin.cut(0.4, tally.total) for tally in tallies]
        return played + 1, 3 * cell + (reached.index(True) if any(reached) else 2)

    def estimate(self, state):
        low, high = self._edge(*state), self._edge(state[0], state[1] + 1)
        return Estimate((low + high) / 2, (low, high), 0.4, None)


@pytest.mark.parametrize("people", [None, 4])
@pytest.mark.parametrize("crowd", ["fixed", "iid"])
def test_so_they_do_where_a_round_asks_two_questions(people, crowd):
    compare(Thirds(people), Domain(-1, 1), *CROWDS[crowd])
