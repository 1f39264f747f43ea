"""Monte Carlo and the exact law agree: within five standard errors, cell by cell."""

import itertools

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.people.population import Population
from lowwater.search.level import ExactTail, Quantile
from lowwater.search.plan import Plan

RUNS = 20_000
CELLS = list(itertools.product((2**10, 2**14), (1, 4), (0.5, 1, 4), (1, 2), (0.3, 0.9)))
SOME = CELLS[::5]  # with every value of every setting
RULES = ("lower-alpha", "unknown-alpha")


def meet(plan, crowd, seed=0):
    """Five standard errors of the exact law: a false alarm in 1.7 million for each cell, in 5000 for all of them."""
    exact, runs = lowwater.evaluate(plan, crowd), lowwater.evaluate(plan, crowd, runs=RUNS, seed=seed)
    square = exact.masses @ exact.errors**2
    error, bias = (np.sqrt(max(0, square - mean**2) / RUNS) for mean in (exact.mean_error, exact.bias))
    assert pytest.approx(exact.mean_error, abs=5 * error + 1e-9) == runs.mean_error
    assert pytest.approx(exact.bias, abs=5 * bias + 1e-9) == runs.bias


def fixed(people, epsilon, alpha, beta, width, rule):
    plan = lowwater.plan(people, epsilon, (-1, 1), search="paper", rule=rule, refuse=False)
    meet(plan, Population.beta(alpha, beta, start=-0.8, width=width, people=people))


def cohorts(people, epsilon, alpha, beta, width):
    plan = lowwater.plan(people, epsilon, (-1, 1), search="cohorts", refuse=False)
    meet(plan, Population.beta(alpha, beta, start=-0.8, width=width, people=people, iid=True))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("people", "epsilon", "alpha", "beta", "width"), SOME)
def test_the_papers_search_on_fixed_data(people, epsilon, alpha, beta, width, rule):
    fixed(people, epsilon, alpha, beta, width, rule)


@pytest.mark.parametrize(("people", "epsilon", "alpha", "beta", "width"), SOME)
def test_cohorts_of_iid_people(people, epsilon, alpha, beta, width):
    cohorts(people, epsilon, alpha, beta, width)


@pytest.mark.long
def test_so_they_do_in_every_cell():
    for cell in CELLS:
        cohorts(*cell)
        for rule in RULES:
            fixed(*cell, rule)


CROWDS = {
    "a maximum": (Domain(-1, 1, "maximum"), Population.beta(2, 1, start=-0.8, width=0.9, people=3000, iid=True)),
    "a normal law": (
        Domain(0, 150),
        Population.truncated_normal(40, 15, start=18, end=110, people=3000, iid=True),
    ),
    "ages": (Domain(0, 150, step=1), Population.truncated_normal(40, 15, start=18, end=110, people=3000, iid=True)),
}


@pytest.mark.parametrize("name", CROWDS)
@pytest.mark.parametrize("level", [ExactTail(0.01), Quantile(0.3), Quantile(0.5)], ids=str)
def test_other_people_and_other_levels(name, level):
    domain, crowd = CROWDS[name]
    meet(Plan("cohorts", domain, 3000, Epsilon.of(2), 8, level), crowd)


def test_given_numbers_with_ties():
    numbers = Population.of(np.repeat([-0.5, -0.25, 0.0, 0.5], [30, 70, 400, 500]))
    for direction in ("minimum", "maximum"):
        meet(Plan("paper", Domain(-1, 1, direction), 1000, Epsilon.of(8), 6, Quantile(0.1)), numbers)


def test_so_do_their_quantiles_of_error():
    plan = lowwater.plan(2**14, 4, (-1, 1), search="cohorts")
    crowd = Population.beta(1, 1, start=-0.8, width=0.9, people=2**14, iid=True)
    exact, runs = lowwater.evaluate(plan, crowd), lowwater.evaluate(plan, crowd, runs=RUNS, seed=1)
    for share in (0.05, 0.5, 0.95):
        slack = 5 * np.sqrt(share * (1 - share) / RUNS)  # five standard errors: a false alarm in 1.7 million
        assert exact.quantile(share - slack) <= runs.quantile(share) <= exact.quantile(share + slack)
