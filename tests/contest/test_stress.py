"""The stress set: every odd population is what its name says."""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from lowwater.contest import stress
from lowwater.contest.cell import Wishes
from lowwater.contest.stress import STRESS
from lowwater.core.domain import Domain
from lowwater.people.admit import admit
from lowwater.search.unit_scale import UnitScale

BY_NAME = {odd.name: odd for odd in STRESS}
SHARES = (0.003, 0.01, 0.05, 0.2)
ALPHAS = (0.1, 0.25, 0.5, 1, 2, 4, 10, 30, 100)

MINIMA = {
    "isolated atoms": {f"atom of {share:g}": -0.8 for share in (0.001, *SHARES)},
    "outlier blobs": {f"blob of {share:g}": -0.72 for share in SHARES},
    "gaps": {"one gap": -0.5, "small gap": -0.5, "comb": -0.6},
    "integers": {
        "ages": 18,
        "ages, step told": 18,
        "all ages, step told": 0,
        "counts 0 to 1000": 20,
        "counts, step told": 20,
    },
    "ratings": {"ratings": 1.5, "ratings, step told": 1.5, "harsh ratings, step told": 0.5},
    "truncated normal": {
        "normal cut at 1 deviation": -0.3,
        "normal cut at 2 deviations": -0.6,
        "normal cut at 3 deviations": -0.9,
        "narrow normal in the domain": -1,
    },
    "exponential": {
        "rising, cut at 0.1": -0.8,
        "rising, cut at 0.01": -0.8,
        "rising, cut at 0.001": -0.8,
        "falling": -0.5,
        "falling fast": -0.5,
    },
    "lognormal": {f"lognormal, deviation {d:g}": -1 + 0.2 * math.exp(-8 * d) for d in (0.25, 0.5, 1, 2)},
    "power laws": {f"power {alpha:g}": -0.4 for alpha in ALPHAS},
    "tiny spread": {"spread 1e-6": 0.3, "spread 1e-3": -0.3, "all the same": 0.123},
    "huge spread": {"the whole domain": -1, "both ends": -1, "power 4 over the whole domain": -1},
}


def numbers(name, people=1001):
    """With 1001 people a share of a thousandth is one of them."""
    odd = BY_NAME[name]
    return np.round(odd.people(people).numbers - odd.moved, 12)


# The list


def test_names_are_unique():
    assert len(BY_NAME) == len(STRESS)


def test_the_families_are_those_that_were_asked_for_in_their_order():
    assert list(MINIMA) == list(dict.fromkeys(odd.family for odd in STRESS))
    assert {name: family for family, names in MINIMA.items() for name in names} == {o.name: o.family for o in STRESS}


@pytest.mark.parametrize("people", [2, 2**10, 2**15])
@pytest.mark.parametrize("odd", STRESS, ids=lambda odd: odd.name)
def test_a_population_is_sorted_inside_its_domain_and_begins_at_its_minimum(odd, people):
    result = odd.people(people)
    admit(result, odd.domain)
    assert people == result.people
    assert (np.diff(result.numbers) >= 0).all()
    minimum = pytest.approx(MINIMA[odd.family][odd.name] + odd.moved, abs=1e-12)
    assert minimum == result.numbers[0] == result.target(odd.domain, None)


@pytest.mark.parametrize("odd", STRESS, ids=lambda odd: odd.name)
def test_the_same_population_is_the_same_numbers(odd):
    assert odd.people(1000).numbers.tolist() == odd.people(1000).numbers.tolist()


@pytest.mark.parametrize("odd", STRESS, ids=lambda odd: odd.name)
def test_a_step_is_told_where_the_name_says_so(odd):
    assert odd.name.endswith("step told") == (odd.domain.step is not None)


def test_no_population_but_whole_numbers_and_ratings_begins_at_a_round_number():
    for odd in STRESS:
        numbers = UnitScale(odd.domain).round_numbers
        first = UnitScale(odd.domain).unit(np.array([odd.people(1000).target(odd.domain, None)]))
        off = min(abs(((first[0] - numbers.zero) / step + 0.5) % 1 - 0.5) for step in numbers.steps)
        assert (odd.family in ("integers", "ratings")) == (off < 0.01), odd.name


# What the populations are


@pytest.mark.parametrize("share", [0.001, *SHARES])
def test_an_atom_holds_its_share_of_people_and_nobody_is_near_it(share):
    figures = numbers(f"atom of {share:g}")
    assert round(1000 * share) == np.count_nonzero(figures == -0.8)
    assert 0 == figures[figures > -0.8].min()


@pytest.mark.parametrize("share", SHARES)
def test_a_blob_holds_its_share_of_people_within_a_hundredth_of_the_domain(share):
    figures = numbers(f"blob of {share:g}")
    assert round(1000 * share) == np.count_nonzero(figures <= -0.7)
    assert 0 == figures[figures > -0.7].min()


@pytest.mark.parametrize(("name", "before", "gap"), [("one gap", 300, (-0.4, 0.2)), ("small gap", 100, (-0.3, -0.2))])
def test_a_gap_is_empty_and_has_its_share_of_people_before_it(name, before, gap):
    figures = numbers(name)
    assert before == np.count_nonzero(figures <= gap[0])
    assert pytest.approx(gap, abs=1e-2) == (figures[before - 1], figures[before])


def test_a_comb_has_eight_teeth_as_wide_as_the_gaps_between_them():
    errors = np.diff(numbers("comb", 8001))
    assert [0.08] * 7 == pytest.approx(errors[errors > 0.01].tolist(), abs=1e-3)


@pytest.mark.parametrize("name", MINIMA["integers"])
def test_integers_are_whole(name):
    assert numbers(name).tolist() == np.rint(numbers(name)).tolist()


@pytest.mark.parametrize("name", MINIMA["ratings"])
def test_ratings_are_half_stars(name):
    assert set(np.arange(1, 11) / 2) >= set(numbers(name))


def test_one_in_fifty_harsh_ratings_is_half_a_star():
    assert 20 == np.count_nonzero(numbers("harsh ratings, step told") == 0.5)


@pytest.mark.parametrize(("name", "cut"), [(f"normal cut at {k} deviation{'s' * (k > 1)}", k) for k in (1, 2, 3)])
def test_a_normal_law_is_cut_where_its_name_says(name, cut):
    law = stats.truncnorm(-cut, 3, scale=0.3)
    assert pytest.approx(law.ppf(np.arange(1001) / 1000), abs=1e-6) == numbers(name)


@pytest.mark.parametrize("deviation", [0.25, 0.5, 1, 2])
def test_a_lognormal_law_is_one_cut_at_the_end_of_the_domain(deviation):
    law = stats.truncnorm(-8, min(8, math.log(10) / deviation))
    expected = -1 + 0.2 * np.exp(deviation * law.ppf(np.arange(1001) / 1000))
    assert pytest.approx(expected, abs=1e-5) == numbers(f"lognormal, deviation {deviation:g}")


@pytest.mark.parametrize("density", [0.1, 0.01, 0.001])
def test_a_rising_density_starts_at_the_part_of_its_end_that_its_name_says(density):
    gaps = np.diff(numbers(f"rising, cut at {density:g}", 2**20))
    assert pytest.approx(density, rel=0.01) == gaps[-1] / gaps[0]


@pytest.mark.parametrize(("name", "decay"), [("falling", 0.2), ("falling fast", 0.02)])
def test_a_falling_density_has_halved_its_people_at_its_half_life(name, decay):
    assert pytest.approx(-0.5 + decay * math.log(2), rel=1e-3) == numbers(name)[500]


@pytest.mark.parametrize("alpha", ALPHAS)
def test_a_power_law_has_the_share_within_each_distance_that_its_exponent_says(alpha):
    figures = (numbers(f"power {alpha:g}", 2**15) + 0.4) / 0.8
    for distance in (0.3, 0.7, 0.95):
        assert pytest.approx(distance**alpha, abs=1e-4) == np.mean(figures <= distance)


def test_spreads_are_as_tiny_and_as_huge_as_they_are_called():
    spread = {name: np.ptp(numbers(name)) for family in ("tiny spread", "huge spread") for name in MINIMA[family]}
    assert [1e-6, 1e-3, 0, 2, 2, 2] == pytest.approx(list(spread.values()), rel=1e-9)
    assert {-1, 1} == set(numbers("both ends"))


# The cells


def test_every_population_meets_a_thousand_to_a_million_people_and_every_epsilon():
    settings = stress.settings(Wishes(Path()))
    assert len(STRESS) * 12 == len(settings)
    assert {2**10, 2**15, 2**20} == {setting["people"] for setting in settings}
    assert {1 / 8, 1.0, 4.0, 64.0} == {setting["epsilon"] for setting in settings}
    assert set(BY_NAME) == {setting["population"] for setting in settings}


def test_a_look_is_one_population_of_each_family_out_of_all():
    quick, full = (stress.settings(Wishes(Path(), quick=quick)) for quick in (True, False))
    assert all(cell in full for cell in quick)
    assert list(MINIMA) == [BY_NAME[cell["population"]].family for cell in quick]


def test_a_cell_holds_the_people_of_that_name():
    cell = stress.cell({"population": "ages, step told", "people": 100, "epsilon": 4.0}, Path())
    assert (Domain(0, 120, step=1), 4.0, None) == (cell.domain, cell.epsilon, cell.bound)
    assert [numbers("ages, step told", 100).tolist()] == [place.numbers.tolist() for place in cell.populations]


def test_errors_are_told_as_if_the_domain_were_two_wide():
    assert 60 == stress.cell({"population": "ages", "people": 100, "epsilon": 4.0}, Path()).unit
