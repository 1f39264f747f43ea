"""The appendix: densities that are densities, and people whose minimum nobody can find."""

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import integrate, stats

from lowwater.core.domain import Domain
from lowwater.paper import appendix
from lowwater.paper.study import Wishes
from lowwater.people.population import Population
from lowwater.study.figure import styled
from lowwater.theory.lower_bounds import hardness_floor

PEOPLE = [2**k for k in range(10, 21)]
SEARCHES = ("lower alpha", "unknown alpha", "cohorts")


def error(method, people, epsilon, seed=1):
    runs = 200 if method == "cohorts" else None
    settings = {"method": method, "people": people, "epsilon": epsilon, "runs": runs}
    return appendix.compute(settings, seed, Path())["mean_error"]


@pytest.fixture
def figures(tmp_path, computed):
    wishes = Wishes(tmp_path, quick=True, runs=10)
    with styled():
        return appendix.figures(computed(appendix.tasks(wishes)), wishes)


def test_every_search_is_held_against_the_theorem_over_the_papers_grid(tmp_path):
    tasks = appendix.tasks(Wishes(tmp_path, runs=30))
    expected = {
        (m, n, e, 30 if m == "cohorts" else None) for m, n, e in itertools.product(SEARCHES, PEOPLE, (1.0, 4.0))
    }
    assert expected == {tuple(task.settings.values()) for task in tasks}


def test_one_person_stands_apart_and_all_others_at_the_far_end():
    apart, listed = appendix.OneApart(50), Population.of([-1.0] + [1.0] * 49)
    domain, at = Domain(-1, 1), np.array([-1.0, -0.999, 0.0, 0.999, 1.0])
    assert [1, 1, 1, 1, 50] == apart.count(domain, at).tolist()
    assert listed.count(domain, at).tolist() == apart.count(domain, at).tolist()
    assert listed.chance(domain, at).tolist() == apart.chance(domain, at).tolist()
    assert -1 == apart.target(domain, None)


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("method", ["lower alpha", "unknown alpha"])
def test_both_rules_stay_above_the_floor_and_near_their_worst_however_many_people(method, people):
    result = error(method, people, 1.0)
    assert hardness_floor(1.0) < 1.5 < result <= 2


@pytest.mark.parametrize("people", PEOPLE)
def test_cohorts_do_no_better(people):
    # 200 runs of an error in [0, 2] with mean 1.99: below 1.5 in no more than one seed of a billion (Hoeffding)
    assert hardness_floor(1.0) < 1.5 < error("cohorts", people, 1.0) <= 2


@pytest.mark.parametrize("method", SEARCHES)
def test_a_larger_epsilon_helps_nobody_to_find_one_person(method):
    for people in (2**10, 2**20):
        assert hardness_floor(4.0) < 1.5 < error(method, people, 4.0) <= 2


def test_more_people_bring_the_exact_error_no_closer():
    for method in ("lower alpha", "unknown alpha"):
        assert error(method, 2**20, 1.0) > error(method, 2**10, 1.0)


@pytest.mark.parametrize("epsilon", [0.1, 1, 4])
def test_the_floor_is_one_over_one_plus_e_to_the_epsilon(epsilon):
    assert pytest.approx(1 / (1 + math.exp(epsilon))) == hardness_floor(epsilon)


def test_the_densities_drawn_are_beta_densities(figures):
    lines = figures[0].canvas.axes[0].lines
    alphas = [float(line.get_label().removeprefix("α = ")) for line in lines]
    assert [0.5, 1, 1.5, 2, 4, 6, 10, 14] == alphas
    for alpha, line in zip(alphas, lines, strict=True):
        x, y = line.get_data()
        assert pytest.approx(stats.beta(alpha, 3).pdf(x), rel=1e-9) == y


def test_the_densities_drawn_integrate_to_one(figures):
    for line in figures[0].canvas.axes[0].lines[1:]:  # the first, alpha = 0.5, has no bound at 0
        x, y = line.get_data()
        assert pytest.approx(1, abs=0.01) == integrate.trapezoid(y, x)


def test_the_hardness_figure_shows_every_search_and_the_floor(figures):
    assert ["beta-densities", "hardness"] == [figure.name for figure in figures]
    for axis, epsilon in zip(figures[1].canvas.axes, (1, 4), strict=True):
        assert [*SEARCHES, "1 / (1 + e^ε)"] == axis.get_legend_handles_labels()[1]
        assert pytest.approx(hardness_floor(epsilon)) == axis.lines[-1].get_ydata()[0]
        for line in axis.lines[:-1]:
            assert [2**10, 2**15, 2**20] == list(line.get_xdata())
            assert min(line.get_ydata()) > 1.5
