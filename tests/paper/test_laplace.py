"""The Laplace baseline: its law against brute force over people, and an error that never falls below 1."""

import itertools
import math

import numpy as np
import pytest
from scipy import integrate, stats

from lowwater.law.distribution import Beta
from lowwater.paper import comparison
from lowwater.paper.study import Wishes
from lowwater.paper.synthetic import PEOPLE
from lowwater.rivals.laplace import LaplaceMinimum
from lowwater.study.figure import styled

RUNS = 20_000
UNIFORM = Beta(1, 1, -1, 0.3)
LAWS = [UNIFORM, Beta(1, 1, -1, 2), Beta(2, 1, -0.5, 1)]


def listed(law, people):
    """Fixed data with beta = 1, one by one: x_(i) = F^-1((i - 1) / (N - 1))."""
    return law.start + law.width * (np.arange(people) / (people - 1)) ** (1 / law.alpha)


def chance_fixed(law, people, epsilon, t):
    """P(the least noisy value exceeds t), as a product over people."""
    return stats.laplace.sf(t[:, None] - listed(law, people), scale=2 / epsilon).prod(axis=1)


def chance_iid(law, people, epsilon, t):
    """The same for people drawn from the law: one person's chance, averaged over the law, to the power N."""
    values = stats.beta(law.alpha, law.beta, law.start, law.width).ppf((np.arange(20_000) + 0.5) / 20_000)
    return stats.laplace.sf(t[:, None] - values, scale=2 / epsilon).mean(axis=1) ** people


def some(law, people, epsilon):
    """Places where the least noisy value may be."""
    return law.start + np.linspace(-3 / epsilon * math.log(people + 3), 2, 15)


def mean_error(law, people, epsilon):
    """The integral of P(the error exceeds e)."""
    errors = np.linspace(0, 2 / epsilon * (math.log(people) + 40), 20_001)
    below = 1 - chance_fixed(law, people, epsilon, law.start - errors)
    return integrate.simpson(chance_fixed(law, people, epsilon, law.start + errors) + below, x=errors)


def simulated(law, people, epsilon, iid, runs=RUNS, seed=1):
    """The absolute errors of `runs` runs, person by person."""
    rng = np.random.default_rng(seed)
    shares = rng.random((runs, people)) if iid else np.arange(people) / (people - 1)
    values = law.start + law.width * shares ** (1 / law.alpha)
    return np.abs((values + rng.laplace(0, 2 / epsilon, (runs, people))).min(axis=1) - law.start)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("people", [2, 3, 200, 1024])
def test_the_law_of_few_fixed_people_is_the_product_over_people(law, people):
    for epsilon in (0.5, 1, 4, 64):
        t = some(law, people, epsilon)
        expected = chance_fixed(law, people, epsilon, t)
        assert pytest.approx(expected, abs=1e-12) == LaplaceMinimum(law, people, epsilon).exceeds(t)


@pytest.mark.parametrize("epsilon", [1, 4])
@pytest.mark.parametrize("people", [1025, 5000])
def test_groups_stand_for_many_fixed_people(people, epsilon):
    t = some(UNIFORM, people, epsilon)
    expected = chance_fixed(UNIFORM, people, epsilon, t)
    assert pytest.approx(expected, abs=2e-5) == LaplaceMinimum(UNIFORM, people, epsilon).exceeds(t)


@pytest.mark.parametrize("people", [1, 2, 50, 5000])
def test_the_law_of_iid_people_is_one_persons_chance_to_the_power_of_all(people):
    for law, epsilon in itertools.product(LAWS, (1, 4)):
        t = some(law, people, epsilon)
        expected = chance_iid(law, people, epsilon, t)
        assert pytest.approx(expected, abs=1e-4) == LaplaceMinimum(law, people, epsilon, iid=True).exceeds(t)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("people", [2, 10])
def test_the_mean_error_is_the_integral_over_the_brute_force_law(law, people):
    for epsilon in (1, 4):
        expected = mean_error(law, people, epsilon)
        assert pytest.approx(expected, rel=1e-4) == LaplaceMinimum(law, people, epsilon).mean_error


@pytest.mark.parametrize("iid", [False, True])
@pytest.mark.parametrize("people", [2, 50])
def test_the_mean_error_is_that_of_simulated_people(people, iid):
    for law, epsilon in itertools.product(LAWS, (1, 4)):
        errors = simulated(law, people, epsilon, iid)
        # 5 standard errors: a false alarm in 1.7 million
        close = 5 * errors.std() / math.sqrt(RUNS)
        assert pytest.approx(errors.mean(), abs=close) == LaplaceMinimum(law, people, epsilon, iid).mean_error


@pytest.mark.parametrize("iid", [False, True])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_that_share_of_simulated_errors_lies_below_a_quantile(share, iid):
    errors = simulated(UNIFORM, 100, 1, iid)
    below = np.count_nonzero(errors <= LaplaceMinimum(UNIFORM, 100, 1, iid).quantile(share))
    # a binomial count within 5 deviations: a false alarm in 1.7 million
    assert pytest.approx(share * RUNS, abs=5 * math.sqrt(RUNS * share * (1 - share))) == below


def test_quantiles_rise_with_their_share():
    law = LaplaceMinimum(UNIFORM, 2**15, 1)
    items = [law.quantile(share) for share in (0.01, 0.05, 0.5, 0.95, 0.99)]
    assert sorted(items) == items
    assert items[1] < law.mean_error < items[3]


@pytest.mark.parametrize("iid", [False, True])
@pytest.mark.parametrize("epsilon", [1, 4])
def test_the_error_stays_above_one_and_grows_with_every_doubling_of_the_people(epsilon, iid):
    errors = [LaplaceMinimum(UNIFORM, people, epsilon, iid).mean_error for people in PEOPLE]
    assert min(errors) > 1
    # the answer drifts as -(2 / epsilon) ln(N / 2)
    steps = [after - before for before, after in itertools.pairwise(errors)]
    assert pytest.approx([2 / epsilon * math.log(2)] * len(steps), rel=0.01) == steps


def test_the_error_does_not_care_where_the_minimum_lies():
    expected = LaplaceMinimum(UNIFORM, 2**12, 1).mean_error
    for start in (-0.66, 0.02, 0.7):
        assert pytest.approx(expected, rel=1e-9) == LaplaceMinimum(Beta(1, 1, start, 0.3), 2**12, 1).mean_error


def test_everyones_noise_has_the_scale_two_over_epsilon():
    assert 0.5 == LaplaceMinimum(UNIFORM, 10, 4).scale


def test_the_comparison_holds_the_baseline_against_both_rules_over_the_papers_grid(tmp_path):
    todo = {tuple(task.settings.values()) for task in comparison.tasks(Wishes(tmp_path))}
    methods = ("laplace", "lower-alpha", "unknown-alpha")
    assert {(method, 2**k, e) for method in methods for k in range(10, 21) for e in (1.0, 4.0)} == todo


def test_the_comparison_shows_a_search_that_falls_and_a_baseline_that_does_not(tmp_path, computed):
    results = computed(comparison.tasks(Wishes(tmp_path, quick=True)))
    error = {tuple(r.task.settings.values()): r.numbers["mean_error"] for r in results}
    for epsilon, rule in ((1.0, "lower-alpha"), (4.0, "lower-alpha"), (1.0, "unknown-alpha"), (4.0, "unknown-alpha")):
        assert error[rule, 2**20, epsilon] < error[rule, 2**15, epsilon] < error[rule, 2**10, epsilon]
        assert error["laplace", 2**10, epsilon] > 1 > error[rule, 2**15, epsilon]
    assert pytest.approx(0.086518, abs=1e-5) == error["lower-alpha", 2**10, 4.0]
    with styled():
        (figure,) = comparison.figures(results, Wishes(tmp_path, quick=True))
    least = min(value for (method, *_), value in error.items() if method == "laplace")
    assert f"Its smallest mean error here is {least:.2f}: above 1 for all N" in figure.caption
