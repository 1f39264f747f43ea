"""Counts drawn without replacement: the exact law below a billion people, and its mean and variance above."""

import numpy as np
import pytest
from scipy.stats import chisquare, hypergeom

from lowwater.simulate.draw import EXACT, without_replacement

DRAWS = 100_000
HUGE = 2**40
CASES = {
    "half of half": (HUGE // 2, HUGE, HUGE // 2),
    "a small share": (HUGE // 3, HUGE, HUGE // 100),
    "few good": (5000, HUGE, HUGE // 7),
    "few bad": (HUGE - 5000, HUGE, HUGE // 7),
    "few drawn": (HUGE // 7, HUGE, 5000),
    "few left": (HUGE // 7, HUGE, HUGE - 5000),
    "just a billion": (EXACT // 3, EXACT, EXACT // 5),
    "a cohort of twelve": (HUGE // 10, HUGE, HUGE // 12),
}


def drawn(good, whole, taken, draws=DRAWS, seed=1):
    rng = np.random.default_rng(seed)
    return without_replacement(rng, *(np.full(draws, number, dtype=np.int64) for number in (good, whole, taken)))


def mean_and_variance(good, whole, taken):
    share = good / whole
    return taken * share, taken * share * (1 - share) * (whole - taken) / (whole - 1)


@pytest.mark.parametrize("case", CASES)
def test_a_huge_draw_has_the_right_mean_and_variance(case):
    got, (mean, variance) = drawn(*CASES[case]), mean_and_variance(*CASES[case])
    # five standard errors, of which each is a false alarm in 1.7 million; 0.2 % for the stand-in's own deviation
    assert pytest.approx(mean, abs=5 * np.sqrt(variance / DRAWS)) == got.mean()
    assert pytest.approx(variance, rel=5 * np.sqrt(2 / DRAWS) + 0.002) == got.var()


@pytest.mark.parametrize("case", CASES)
def test_no_more_are_drawn_than_there_are(case):
    good, whole, taken = CASES[case]
    got = drawn(good, whole, taken)
    assert max(0, taken - (whole - good)) <= got.min()
    assert got.max() <= min(good, taken)


@pytest.mark.parametrize(
    ("good", "whole", "taken", "expected"),
    [(0, HUGE, HUGE // 2, 0), (HUGE, HUGE, 77, 77), (123, HUGE, HUGE, 123), (123, HUGE, 0, 0), (0, 0, 0, 0)],
)
def test_where_there_is_nothing_to_draw_nothing_is_left_to_chance(good, whole, taken, expected):
    assert {expected} == set(drawn(good, whole, taken, draws=100).tolist())


@pytest.mark.parametrize(("good", "whole", "taken"), [(5, 12, 6), (300, 1000, 40), (10, 10**8, 10**7)])
def test_a_small_draw_is_hypergeometric(good, whole, taken):
    counts = np.bincount(drawn(good, whole, taken), minlength=min(good, taken) + 1)
    expected = DRAWS * hypergeom.pmf(np.arange(counts.size), whole, good, taken)
    often = expected > 10
    table = [[*numbers[often], numbers[~often].sum() + 1e-9] for numbers in (counts, expected)]
    assert chisquare(table[0], np.array(table[1]) * sum(table[0]) / sum(table[1])).pvalue > 1e-6  # a false alarm


def test_a_small_draw_stays_exact_beside_a_huge_one():
    rng, small, huge = np.random.default_rng(1), (500, 1000, 500), CASES["half of half"]
    columns = [np.tile([item, other], DRAWS) for item, other in zip(small, huge, strict=True)]
    got = without_replacement(rng, *columns)[::2]
    mean, variance = mean_and_variance(*small)
    # five standard errors: a false alarm in 1.7 million
    assert pytest.approx(mean, abs=5 * np.sqrt(variance / DRAWS)) == got.mean()
    assert pytest.approx(variance, rel=5 * np.sqrt(2 / DRAWS)) == got.var()


@pytest.mark.parametrize("draws", [1, 2, 16, 17])
@pytest.mark.parametrize(("good", "whole", "taken"), [(5, 12, 6), (300, 1000, 40), (10, 10**8, 10**7)])
def test_few_draws_are_the_first_of_many(good, whole, taken, draws):
    assert drawn(good, whole, taken, draws=100)[:draws].tolist() == drawn(good, whole, taken, draws=draws).tolist()
