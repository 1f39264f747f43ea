"""The reference figures: exact errors of the paper's search on its own data, the worst over its six minima."""

import pytest

import lowwater
from lowwater.people.population import Population, paper_minima

FIGURES = [
    (2**10, 4, "lower-alpha", 0.086518),
    (2**10, 4, "unknown-alpha", 0.088900),
    (2**15, 1, "lower-alpha", 0.088668),
    (2**15, 1, "unknown-alpha", 0.161280),
]


def evaluated(people, epsilon, rule, direction="minimum", ends=(-1, 1)):
    plan = lowwater.plan(people, epsilon, ends, search="paper", rule=rule, direction=direction, refuse=False)
    width = 0.15 * plan.domain.width
    crowds = [
        Population.beta(1, 1, start=start, width=width, people=people) for start in paper_minima(plan.domain, width)
    ]
    return lowwater.evaluate(plan, crowds)


@pytest.mark.parametrize(("people", "epsilon", "rule", "expected"), FIGURES)
def test_the_exact_error_is_the_reference_figure(people, epsilon, rule, expected):
    assert pytest.approx(expected, abs=1e-6) == evaluated(people, epsilon, rule).mean_error


@pytest.mark.parametrize(("people", "epsilon", "rule", "expected"), FIGURES)
def test_a_maximum_has_the_same_figures(people, epsilon, rule, expected):
    # the same minima, mirrored; only the coin that flips is rounded, alike on both sides
    assert pytest.approx(expected, abs=1e-6) == evaluated(people, epsilon, rule, "maximum").mean_error


@pytest.mark.parametrize(("people", "epsilon", "rule", "expected"), FIGURES)
def test_another_interval_stretches_them(people, epsilon, rule, expected):
    assert pytest.approx(75 * expected, abs=75e-6) == evaluated(people, epsilon, rule, ends=(0, 150)).mean_error


@pytest.mark.parametrize(("people", "epsilon", "rule", "expected"), FIGURES)
def test_a_reference_figure_is_exact_and_says_so(people, epsilon, rule, expected):
    evaluation = evaluated(people, epsilon, rule)
    assert evaluation.exact
    assert not evaluation.simulated
    assert 0.0 == evaluation.standard_error
    assert evaluation.dropped <= 1e-10
    assert expected > 0.4 * evaluation.quantile(0.95) > 0  # no reference figure hides a disaster


def test_both_rules_are_worse_than_cohorts_on_the_same_people():
    for people, epsilon, rule, expected in FIGURES:
        plan = lowwater.plan(people, epsilon, (-1, 1), search="cohorts", refuse=False)
        crowds = [
            Population.beta(1, 1, start=start, width=0.3, people=people) for start in paper_minima(plan.domain, 0.3)
        ]
        # 2000 runs: a standard error below 0.001, twenty of them below the gap
        assert lowwater.evaluate(plan, crowds, runs=2000, seed=1).mean_error < expected, rule
