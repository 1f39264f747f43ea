"""The limit of an estimate holds with the confidence it states, even where everything conspires against it."""

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.statements import NOTHING
from lowwater.find import find
from lowwater.people.population import Population
from lowwater.search.level import Concentration, Deviations, ExactTail, Quantile
from lowwater.search.plan import Plan

RUNS, ROUNDS = 40_000, 6
LEVELS = [Deviations(), Deviations(2.0, 1.0), ExactTail(0.02), Concentration(0.5)]


def planned(level, direction):
    search = "paper" if isinstance(level, Concentration) else "cohorts"
    return Plan(search, Domain(-1, 1, direction), 600, Epsilon.of(4), ROUNDS, level)


def hardest(direction, people=600):
    """Everybody is at the far end: whatever turns the search the other way is noise, and makes the limit wrong."""
    return Population.of([1.0 if direction == "minimum" else -1.0] * people)


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
@pytest.mark.parametrize("level", LEVELS, ids=str)
def test_the_limit_holds_as_often_as_it_says(level, direction):
    plan = planned(level, direction)
    confidence = find(hardest(direction), plan, seed=1).certain.sure
    values = lowwater.evaluate(plan, hardest(direction), runs=RUNS, seed=2).estimates
    far = values + 2**-ROUNDS if direction == "minimum" else -(values - 2**-ROUNDS)  # the edge of the cell
    # five standard errors: a false alarm in 3.5 million for each level
    assert np.mean(far >= 1.0) >= confidence - 5 * np.sqrt(confidence * (1 - confidence) / RUNS)
    assert np.mean(far >= 1.0) <= confidence + 0.05  # and it is not much too careful where it is hardest


@pytest.mark.parametrize("direction", ["minimum", "maximum"])
def test_the_limit_that_is_stated_is_that_edge(direction):
    runs = [find(hardest(direction), planned(LEVELS[1], direction), seed=seed) for seed in range(300)]
    (confidence,) = {run.certain.sure for run in runs}
    limits = [run.certain.somebody * (1 if direction == "minimum" else -1) for run in runs]
    # five standard errors: a false alarm in 3.5 million
    assert np.mean(np.array(limits) >= 1.0) >= confidence - 5 * np.sqrt(confidence * (1 - confidence) / 300)
    assert min(limits) < 1.0


@pytest.mark.parametrize("level", LEVELS[:3], ids=str)
def test_the_confidence_is_the_chance_that_no_round_raised_a_false_alarm(level):
    plan = planned(level, "minimum")
    law = lowwater.evaluate(plan, Population.beta(1, 1, start=1 - 1e-9, width=1e-9, people=600, iid=True))
    kept = law.masses[np.isclose(law.estimates, 1 - 2**-6)].sum()
    estimate = find(hardest("minimum"), plan, seed=1)
    assert estimate.certain.sure <= kept <= estimate.certain.sure + 0.05


@pytest.mark.parametrize("seed", range(20))
def test_somebody_is_at_or_before_the_far_edge_of_the_cell(seed):
    values = np.linspace(-0.5, 0.5, 600)
    least = find(Population.of(values), planned(Deviations(), "minimum"), seed=seed)
    largest = find(Population.of(values), planned(Deviations(), "maximum"), seed=seed)
    assert least.value < least.certain.somebody == least.cell[1]
    assert largest.value > largest.certain.somebody == largest.cell[0]
    assert "this search fits no model" == least.fitted.withheld


def test_a_quantile_by_halves_proves_nothing():
    estimate = find(Population.of(np.linspace(-1, 1, 600)), planned(Quantile(0.5), "minimum"), seed=1)
    assert NOTHING.band == estimate.certain.band
    assert (None, None) == (estimate.certain.somebody, estimate.certain.least)


def test_honest_answers_leave_no_doubt():
    plan = Plan("honest", Domain(-1, 1), 600, None, 20, Quantile(0.0))
    estimate = find(Population.of(np.linspace(-0.3, 0.5, 600)), plan, seed=1)
    assert 1.0 == estimate.certain.sure
    assert -0.3 <= estimate.certain.somebody <= -0.3 + 2**-18


def test_before_the_first_round_nothing_is_certain():
    strategy = planned(Deviations(), "minimum").strategy()
    estimate = strategy.estimate(strategy.start())
    assert (NOTHING, (-1.0, 1.0)) == (estimate.certain, estimate.cell)
