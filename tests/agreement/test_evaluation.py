"""Evaluations: exact or simulated, and always saying which."""

import numpy as np
import pytest

import lowwater
from lowwater.errors import BadData, YourFault
from lowwater.people.population import Population

PLAN = lowwater.plan(2**12, 1, (-1, 1), search="paper", rule="lower-alpha", refuse=False)
FIXED = Population.beta(1, 1, start=-0.8, width=0.9, people=2**12)
COHORTS = lowwater.plan(2**12, 1, (-1, 1), search="cohorts", refuse=False)


def test_the_same_seed_gives_the_same_numbers_and_another_one_others():
    evaluation, same, other = (lowwater.evaluate(COHORTS, FIXED, runs=500, seed=seed) for seed in (1, 1, 2))
    assert evaluation.estimates.tolist() == same.estimates.tolist()
    assert evaluation.estimates.tolist() != other.estimates.tolist()
    assert (True, False, 500, 1) == (evaluation.simulated, evaluation.exact, evaluation.runs, evaluation.seed)
    assert evaluation.standard_error > 0


def test_of_several_populations_the_worst_counts():
    crowds = [Population.beta(1, 1, start=start, width=0.3, people=2**12) for start in (-1.0, -0.3, 0.7)]
    each = [lowwater.evaluate(PLAN, crowd).mean_error for crowd in crowds]
    done = []
    assert max(each) == lowwater.evaluate(PLAN, crowds, progress=done.append).mean_error
    assert pytest.approx([1 / 3, 2 / 3, 1]) == done
    with pytest.raises(YourFault, match="no population"):
        lowwater.evaluate(PLAN, [])


def test_quantiles_of_error_rise_from_the_least_to_the_largest():
    evaluation = lowwater.evaluate(PLAN, FIXED, most_dropped=0.0)
    quantiles = [evaluation.quantile(share) for share in (0, 0.05, 0.5, 0.95, 1)]
    assert sorted(quantiles) == quantiles
    assert evaluation.errors.min() == quantiles[0]
    assert evaluation.masses[evaluation.errors > quantiles[-1]].sum() < 1e-11
    reached = evaluation.masses[evaluation.errors <= quantiles[2]].sum()
    assert 0.5 <= reached + 1e-12
    assert evaluation.masses[evaluation.errors < quantiles[2]].sum() < 0.5
    with pytest.raises(YourFault, match="between 0 and 1"):
        evaluation.quantile(1.5)


@pytest.mark.parametrize("runs", [0, -1, 2.5])
def test_runs_are_a_whole_number(runs):
    with pytest.raises(YourFault, match="runs="):
        lowwater.evaluate(PLAN, FIXED, runs=runs)


def test_an_exact_evaluation_needs_no_seed_and_has_no_doubt():
    evaluation = lowwater.evaluate(PLAN, FIXED)
    assert (True, False, None, 0.0) == (
        evaluation.exact,
        evaluation.simulated,
        evaluation.runs,
        evaluation.standard_error,
    )


def test_runs_without_a_seed_are_not_repeated():
    evaluation, other = (lowwater.evaluate(COHORTS, FIXED, runs=500) for _ in range(2))
    # two hundred cells and more are in play: 500 runs alike have no chance worth a name
    assert evaluation.estimates.tolist() != other.estimates.tolist()


def test_a_population_outside_the_domain_or_too_small_for_the_plan_is_refused():
    with pytest.raises(BadData, match=r"values lie outside \[-1, 1\].*\(their law spans \[0, 1.5\]\)"):
        lowwater.evaluate(PLAN, Population.beta(1, 1, start=0, width=1.5, people=2**12))
    with pytest.raises(BadData, match="1 of 2 values lie outside"):
        lowwater.evaluate(PLAN, Population.of([0.0, 3.0]))
    with pytest.raises(YourFault, match="the population has 50"):
        lowwater.evaluate(COHORTS, Population.beta(1, 1, start=0, width=0.5, people=50), runs=10)


@pytest.mark.parametrize("given", [[0.1, 0.2], (crowd for crowd in [FIXED]), None])
def test_what_is_no_population_is_refused_in_words(given):
    with pytest.raises(YourFault):
        lowwater.evaluate(PLAN, given)


@pytest.mark.parametrize(("direction", "expected"), [("minimum", -1.0), ("maximum", 1.0)])
def test_the_truth_of_numbers_that_are_clamped_is_clamped_too(direction, expected):
    plan = lowwater.plan(1000, 4, (-1, 1), direction=direction, outside="clamp")
    beyond = Population.of(np.linspace(-3, 3, 1000))
    assert expected == lowwater.evaluate(plan, beyond, runs=2, seed=1).target
