"""Upper bounds: the paper's formulas by hand, and the exact error below the bound."""

import math

import pytest
from scipy.special import poch
from scipy.stats import beta

import lowwater
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import randomized_response
from lowwater.errors import YourFault
from lowwater.theory import bounds
from lowwater.theory.fatness import Fatness, of_beta

FAT = Fatness(2.0, 0.8, 0.5)
COIN = randomized_response(Epsilon.of("0.2"))
E = math.exp(0.2)
PRINTED = (E - 1) ** 2 * 0.05**2 * 10**5 / (4 * (E + 1) * E)


def test_the_exponent_is_lemma_twos():
    assert pytest.approx(PRINTED, rel=1e-8) == bounds.exponent(10**5, 0.05, COIN)


def test_the_fixed_bound_is_theorem_fours_with_its_mistakes_doubled():
    expected = 2 * (0.1 / 0.8) ** 0.5 + 2**-9
    printed = bounds.fixed_bound(FAT, -0.5, 0.05, 10**5, 9, COIN, as_printed=True)
    mended = bounds.fixed_bound(FAT, -0.5, 0.05, 10**5, 9, COIN)
    assert pytest.approx(expected + math.exp(-PRINTED)) == printed
    assert pytest.approx(expected + 2 * math.exp(-PRINTED)) == mended


def test_the_iid_bound_is_theorem_fives_and_what_its_proof_forgot():
    people, k = 10**5, 10**4
    expected = 2 * 0.8**-0.5 * poch(k, 0.5) / poch(people + 1, 0.5) + 2**-9
    printed = bounds.iid_bound(FAT, -0.5, 0.05, people, 9, COIN, as_printed=True)
    assert pytest.approx(expected + math.exp(-PRINTED)) == printed
    people, k, coin = 100, 60, randomized_response(Epsilon.of(4))
    beyond = beta.sf(0.8, k, people - k + 1)  # of the k-th of so many uniforms, past C (x-bar - min)**alpha
    apart = bounds.iid_bound(FAT, -0.5, 0.3, people, 9, coin) - bounds.iid_bound(
        FAT, -0.5, 0.3, people, 9, coin, as_printed=True
    )
    assert pytest.approx(4 * beyond + math.exp(-bounds.exponent(people, 0.3, coin)), abs=1e-12) == apart


@pytest.mark.parametrize("bound", [bounds.fixed_bound, bounds.iid_bound])
@pytest.mark.parametrize("level", [0.4, 0.9])
def test_a_level_outside_the_theorem_is_refused(bound, level):
    with pytest.raises(YourFault, match=r"2 level < C .* = 0\.8"):
        bound(FAT, -0.5, level, 10**5, 9, COIN)


@pytest.mark.parametrize("power", [0.25, 0.5, 1, 2])
@pytest.mark.parametrize("x", [1, 10, 1000, 2**20, 2**40])
def test_the_rising_factorial_keeps_its_digits(x, power):
    assert pytest.approx(poch(x, power), rel=1e-8) == bounds.rising(x, power)


def test_the_guide_lines_are_the_theorems_without_constants():
    n, eps, log = 2**15, 0.5, math.log(2**15)
    assert pytest.approx((64 * 5 / (eps**2 * n)) ** 0.25 + math.exp(-5) + 2**-8) == bounds.rate(n, eps, 8, 5.0, 2)
    assert pytest.approx((log**3 / (eps**2 * n)) ** 0.5) == bounds.lower_alpha_rate(n, eps, 1)
    assert pytest.approx((log**6 / (eps**2 * n)) ** 0.125) == bounds.unknown_alpha_rate(n, eps, 4)


@pytest.mark.parametrize("rule", ["lower-alpha", "unknown-alpha"])
@pytest.mark.parametrize(("people", "epsilon"), [(2**12, 16), (2**16, 4), (2**20, 1)])
@pytest.mark.parametrize(("alpha", "b"), [(0.5, 2), (1, 1), (2, 1), (4, 2)])
def test_the_exact_error_is_at_most_the_bound_wherever_the_theorem_speaks(rule, people, epsilon, alpha, b):
    plan = lowwater.plan(people, epsilon, (-1, 1), search="paper", rule=rule, refuse=False)
    for start, width in ((-1, 2), (-1, 0.3), (0.1, 0.9)):
        crowd = lowwater.Population.beta(alpha, b, start=start, width=width, people=people)
        if 2 * plan.forecast.level >= of_beta(crowd.law).c * width**alpha:
            continue  # outside the theorem
        given = (of_beta(crowd.law), start, plan.forecast.level, people, plan.rounds, plan.randomizer)
        assert lowwater.evaluate(plan, crowd).mean_error <= bounds.fixed_bound(*given)
        drawn = lowwater.Population(crowd.law, people, iid=True)
        # the bound is more than twice the error; 400 runs come nowhere near it
        assert lowwater.evaluate(plan, drawn, runs=400, seed=1).mean_error <= bounds.iid_bound(*given)
