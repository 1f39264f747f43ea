"""Lower bounds: what no locally private search can beat."""

import math

import numpy as np
import pytest
from scipy.stats import binom

import lowwater
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import SCALE, Randomizer, randomized_response
from lowwater.errors import YourFault
from lowwater.planning.design import design
from lowwater.planning.options import PlanOptions
from lowwater.theory.fatness import of_beta
from lowwater.theory.lower_bounds import hardness_floor, lower_bound, sharper_lower_bound, total_variation

ONE = randomized_response(Epsilon.of(1))
COINS = [ONE, randomized_response(Epsilon.of(4)), Randomizer.binary(SCALE // 2, SCALE // 50)]


@pytest.mark.parametrize("alpha", [0.5, 1, 2, 4])
@pytest.mark.parametrize("epsilon", [0.1, 22 / 35])
def test_the_papers_lower_bound_is_theorem_threes(alpha, epsilon):
    expected = (1 / 8) * (1 / (16 * epsilon**2 * 2**15)) ** (1 / (2 * alpha))
    assert pytest.approx(expected) == lower_bound(2**15, epsilon, alpha)


@pytest.mark.parametrize("epsilon", [0, -1, 0.63, 1, math.nan])
def test_it_holds_for_small_epsilon_only(epsilon):
    with pytest.raises(YourFault, match="22/35"):
        lower_bound(2**15, epsilon, 1)


@pytest.mark.parametrize("share", [1e-4, 0.01, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("people", [1, 2, 30, 1001])
@pytest.mark.parametrize("coin", COINS, ids=str)
def test_total_variation_is_half_the_sum_of_differences(people, share, coin):
    no, yes = coin.p_yes(False), coin.p_yes(True)
    counts = np.arange(people + 1)
    apart = np.abs(binom.pmf(counts, people, no) - binom.pmf(counts, people, no + (yes - no) * share))
    assert pytest.approx(apart.sum() / 2, abs=1e-10) == total_variation(people, coin, share)


@pytest.mark.parametrize(("alpha", "constant"), [(0.5, 0.166), (1, 0.170), (2, 0.219), (4, 0.284)])
@pytest.mark.parametrize("nats", [0.5, 1, 4])
def test_the_sharper_bound_has_the_constants_that_were_derived(alpha, constant, nats):
    people = 10**10
    scale = (math.sqrt(people) * math.sinh(nats / 2)) ** (-1 / alpha)
    coin = randomized_response(Epsilon.of(nats))
    assert pytest.approx(constant, rel=0.02) == sharper_lower_bound(people, coin, alpha) / scale


def test_it_is_about_ten_times_the_papers():
    printed = (1 / 8) * (1 / (16 * 2**20)) ** (1 / 2)  # at epsilon 1, beyond where the theorem holds
    assert pytest.approx(10.4, rel=0.02) == sharper_lower_bound(2**20, ONE, 1) / printed


@pytest.mark.parametrize("alpha", [0.5, 1, 2])
def test_it_is_never_below_the_papers_where_both_hold(alpha):
    for epsilon in (0.1, 0.3, 0.6):
        coin = randomized_response(Epsilon.of(epsilon))
        assert sharper_lower_bound(2**20, coin, alpha) >= lower_bound(2**20, epsilon, alpha)


def test_a_larger_constant_of_fatness_makes_it_easier():
    assert sharper_lower_bound(2**20, ONE, 2, c=4.0) == pytest.approx(sharper_lower_bound(2**20, ONE, 2) / 2)


@pytest.mark.parametrize("c", [0.5, 0.1, 0.01])
@pytest.mark.parametrize("people", [4, 100, 10**4])
def test_no_bound_exceeds_what_a_blind_guess_at_the_middle_achieves(people, c):
    coin = randomized_response(Epsilon.of("0.1"))
    assert sharper_lower_bound(people, coin, 1, c) <= 1  # half the width of [-1, 1]


def beaten(people, nats, alpha, search):
    """Whether a search errs less than the bound allows."""
    plan = design(people, nats, Domain(-1, 1), PlanOptions(search=search))
    crowds = [
        lowwater.Population.beta(alpha, 1, start=start, width=0.9, people=people, iid=True) for start in (-1, -0.3, 0.1)
    ]
    floor = sharper_lower_bound(people, plan.randomizer, alpha, of_beta(crowds[0].law).c)
    # the fits err by 1.8 times the floor at least, and twelve runs are off by a quarter of that: at all three places
    # they fall below the floor with a chance under 1e-4
    runs = {} if search == "cohorts" else {"runs": 12, "seed": 1}
    return lowwater.evaluate(plan, crowds, **runs).mean_error < floor


@pytest.mark.no_cover
@pytest.mark.parametrize("search", ["tail-fit", "one-round", "cohorts"])
@pytest.mark.parametrize(
    ("people", "nats", "alpha"),
    [(2**12, 4, 0.5), *(pytest.param(*cell, marks=pytest.mark.long) for cell in ((2**16, 1, 1), (2**20, 1, 2)))],
)
def test_no_search_of_ours_beats_it(people, nats, alpha, search):
    assert not beaten(people, nats, alpha, search)


@pytest.mark.long
@pytest.mark.parametrize("search", ["tail-fit", "one-round", "cohorts"])
def test_so_none_does_at_other_numbers_of_people_and_other_alphas(search):
    assert [] == [
        (people, nats, alpha)
        for people, nats in ((2**12, 4), (2**16, 1), (2**20, 1))
        for alpha in (0.5, 1, 2)
        if beaten(people, nats, alpha, search)
    ]


@pytest.mark.parametrize("epsilon", [0.1, 1, 4])
def test_the_hardness_floor_balances_two_errors(epsilon):
    p = hardness_floor(epsilon)
    assert pytest.approx(math.exp(-epsilon) * (1 - p)) == p
    assert pytest.approx(1 / (1 + math.exp(epsilon))) == p


@pytest.mark.parametrize("people", [2**8, 2**12, 2**16])
def test_one_person_far_from_the_rest_is_never_found_however_many_there_are(people):
    plan = lowwater.plan(people, 1, (-1, 1), search="paper", rule="lower-alpha", refuse=False)
    alone = lowwater.Population.of([-1.0] + [1.0] * (people - 1))
    nobody = lowwater.Population.of([1.0] * people)
    worse = max(lowwater.evaluate(plan, crowd).mean_error for crowd in (alone, nobody))
    assert worse >= hardness_floor(1)
