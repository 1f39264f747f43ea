"""The critique: every table shows what is wrong with the paper's text, number by number."""

import math

import pytest
from scipy import stats

from lowwater.paper import critique
from lowwater.search.paper import RULES


@pytest.fixture(scope="module")
def tables():
    """Every erratum's rows, by its title."""
    return {erratum.title: erratum.rows for erratum in critique.errata()}


def floats(row):
    return [float(cell) for cell in row]


def test_every_table_has_a_title_of_its_own_words_and_full_rows():
    result = critique.errata()
    assert len(critique.ERRATA) == len(result) == len({erratum.title for erratum in result})
    for erratum in result:
        assert erratum.text
        assert erratum.rows
        assert all(len(erratum.head) == len(row) for row in erratum.rows)


def test_the_beta_laws_constant_holds_with_min_and_not_with_max(tables):
    for shape, *rest in tables["The constant of the beta law"]:
        alpha, beta = (float(part) for part in shape.split(", "))
        printed, least, mended, least_mended = floats(rest)
        steep = math.gamma(alpha + beta) / (alpha * math.gamma(alpha) * math.gamma(beta))
        assert pytest.approx((max(1, steep), min(1, steep)), rel=1e-2) == (printed, mended)
        assert pytest.approx(1 / printed, abs=1e-3) == least  # at x = 1 the law is 1
        assert least_mended >= 1


def test_most_constants_printed_are_too_large(tables):
    assert [1.0, 0.667, 0.333, 0.2] == [float(row[2]) for row in tables["The constant of the beta law"]]


def test_the_bound_for_small_losses_fails_for_every_loss_and_by_half_of_it_near_nought(tables):
    rows = [floats(row) for row in tables["A bound that holds nowhere"]]
    assert [0.001, 0.01, 0.1, 1, 4] == [row[0] for row in rows]
    for x, left, right, ratio in rows:
        assert ratio > 1
        assert pytest.approx(math.exp(x) * (1 + math.exp(x)) / (math.exp(x) - 1) ** 2, rel=1e-4) == left
        assert pytest.approx(left / right, rel=1e-4) == ratio
        if x <= 0.1:
            assert pytest.approx(1 + x / 2, abs=x**2) == ratio


def test_the_bound_for_small_losses_fails_everywhere_between_too():
    for k in range(-40, 30):
        x = 1.2**k
        assert x**2 * math.exp(x) * (1 + math.exp(x)) / (2 * math.expm1(x) ** 2) > 1


def test_the_printed_decomposition_is_below_the_error_and_a_factor_two_mends_it(tables):
    assert [(1.75, 1.25, 2.25)] == [tuple(floats(row)) for row in tables["The error decomposition"]]


def test_hoeffdings_exponent_is_four_to_eight_times_the_printed_one(tables):
    ratios = [float(row[1]) for row in tables["A loose concentration"]]
    assert all(4 <= ratio <= 8 for ratio in ratios)
    assert 4.5 > min(ratios)
    assert 7.9 < max(ratios)


def test_the_level_is_well_above_that_of_the_exact_binomial_tail(tables):
    for row in tables["A loose concentration"]:
        epsilon, rule, people = row[0].split(", ")
        result = RULES[rule](2 ** int(people.removeprefix("2^")))
        n, e = 2 ** int(people.removeprefix("2^")), math.exp(float(epsilon) / result.rounds)
        _, gamma, exact, ratio = floats(row[1:])
        cut = int(stats.binom.isf(math.exp(-result.h), n, 1 / (1 + e))) + 1
        assert pytest.approx(math.sqrt(4 * e * (1 + e) * result.h / ((e - 1) ** 2 * n)), abs=1e-4) == gamma
        assert pytest.approx((cut / n - 1 / (1 + e)) * (e + 1) / (e - 1), abs=1e-4) == exact
        assert 2.2 <= ratio
        if float(epsilon) <= 4:
            assert ratio <= 3


def test_the_experiments_levels_lie_outside_the_theorem(tables):
    rows = {
        (n, epsilon): (float(low), float(high)) for n, epsilon, low, high in tables["Experiments outside the theorem"]
    }
    assert pytest.approx((0.87, 1.03), abs=0.005) == rows["2^10", "1"]
    assert pytest.approx(0.59, abs=0.005) == rows["2^14", "1"][1]
    assert rows["2^20", "0.125"][1] > 1
    for (people, epsilon), result in rows.items():
        n = 2.0 ** int(people.removeprefix("2^"))
        logs = math.log2(n), math.log(n)
        pairs = (
            (math.ceil(logs[0] / 2), logs[1] / 2),
            (math.ceil(logs[0] ** 2 / (2 * math.log2(1000))), logs[1] ** 2 / (2 * math.log(1000))),
        )
        for (rounds, h), gamma in zip(pairs, result, strict=True):
            e = math.exp(float(epsilon) / rounds)
            assert pytest.approx(math.sqrt(4 * e * (1 + e) * h / ((e - 1) ** 2 * n)), abs=6e-4) == gamma


def test_one_per_cent_of_error_upsets_the_fit(tables):
    rows = {row[0]: floats(row[1:]) for row in tables["A fit that one per cent upsets"]}
    assert [0.5, 3.0, 1.0] == rows["+0%"]
    for moved in ("+1%", "-1%"):
        a, b, alpha = rows[moved]
        assert abs(a - 0.5) > 0.1
        assert abs(b - 3) > 1
        assert abs(alpha - 1) > 0.2
        assert pytest.approx(1 / (2 * a), abs=5e-3) == alpha


def test_the_table_of_ties_tells_the_right_way_from_the_wrong_one(tables):
    rows = {how: (holds, float(estimate)) for how, _, holds, estimate in tables["Ties at the maximum"]}
    assert ("yes", 0.0625) == rows["negate the data"]
    assert ("no", -0.0625) == rows["use 1 - F"]


def test_the_straw_man_drifts_away_as_people_come(tables):
    rows = {(n, epsilon): floats(rest) for n, epsilon, *rest in tables["A straw man"]}
    for (people, epsilon), (error, drift) in rows.items():
        scale = 2 / float(epsilon)
        assert pytest.approx(scale * math.log(2.0 ** int(people.removeprefix("2^")) / 2), abs=0.01) == drift
        # a minimum of exponential tails lies Euler's constant of scales beyond its drift, less the data's spread
        assert pytest.approx(drift + 0.5772 * scale, abs=0.16) == error
    assert rows["2^20", "4"][0] > rows["2^10", "4"][0] > 1


def test_more_rounds_than_digits_are_asked_for_beyond_two_to_the_thirty_two(tables):
    expected = [("2^20", "21", "yes"), ("2^30", "46", "yes"), ("2^32", "52", "yes"), ("2^33", "55", "no")]
    assert [*expected, ("2^40", "81", "no")] == list(tables["More rounds than digits"])
