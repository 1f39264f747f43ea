"""Ratios of errors: geometric means over cells, and the standard error of such a mean."""

import math

import numpy as np
import pytest

from lowwater.contest.entrants import SIMPLE
from lowwater.contest.ratio import LEAST, error_ratio, mean, mean_log_error, ratio, ratio_error, worst_of


def wrong(error, spread=0.0, **more):
    return {"error": error, "standard_error": spread} | more


def test_the_mean_is_geometric():
    assert pytest.approx(4) == mean([2, 8])


def test_the_ratio_is_the_mean_over_the_cells_in_which_both_ran():
    some = [
        {"Laplace": wrong(0.4), SIMPLE: wrong(0.2)},
        {"Laplace": wrong(0.8), SIMPLE: wrong(0.1)},
        {"Laplace": wrong(0.8)},
        {SIMPLE: wrong(0.1)},
    ]
    assert pytest.approx(4) == ratio(some, "Laplace", SIMPLE)
    assert pytest.approx(1 / 4) == ratio(some, SIMPLE, "Laplace")


@pytest.mark.parametrize("rows", [[{"Laplace": wrong(0.1)}], []])
def test_without_a_cell_in_which_both_ran_there_is_no_ratio(rows):
    assert math.isnan(ratio(rows, "Laplace", SIMPLE))
    assert math.isnan(ratio_error(rows, "Laplace", SIMPLE))


def test_errors_below_a_millionth_count_as_a_millionth():
    assert 1e-6 == LEAST
    assert 1 == error_ratio({"one": wrong(0.0), "two": wrong(1e-9)}, "one", "two")
    assert pytest.approx(100) == error_ratio({"one": wrong(1e-4), "two": wrong(0.0)}, "one", "two")


def test_the_worst_error_is_the_error_where_it_is_not_told_apart():
    assert 0.3 == worst_of(wrong(0.2, worst=0.3))
    assert 0.2 == worst_of(wrong(0.2))


# Standard errors


def test_the_standard_error_of_one_ratio_is_that_of_two_relative_errors():
    row = {"one": wrong(0.4, 0.04), "two": wrong(0.2, 0.01)}
    assert pytest.approx(2 * math.hypot(0.1, 0.05)) == ratio_error([row], "one", "two")


def test_four_cells_halve_the_standard_error_of_a_ratio():
    row = {"one": wrong(0.4, 0.04), "two": wrong(0.2, 0.01)}
    assert pytest.approx(ratio_error([row], "one", "two") / 2) == ratio_error([row] * 4, "one", "two")


def test_nobodys_ratio_to_themselves_is_uncertain():
    assert 0 == ratio_error([{SIMPLE: wrong(0.4, 0.1)}], SIMPLE, SIMPLE)


def test_an_error_that_counts_as_a_millionth_is_certain():
    assert 0 == mean_log_error([wrong(1e-7, 1e-8), wrong(0.0)], 1)
    assert pytest.approx(0.1) == mean_log_error([wrong(0.5, 0.05), wrong(0.0)], 1)


# The deviation of 4,000 standard errors is known to one in ninety, so that a tenth is nine of its own standard errors;
# the delta method itself is off by less than a hundredth at these relative errors.
def test_the_standard_error_is_the_deviation_of_the_ratio_when_everything_is_measured_again():
    rng, truth, relative = np.random.default_rng(3), np.array([[0.4, 0.2], [0.03, 0.05], [0.1, 0.1]]), 0.05
    measured = truth * (1 + relative * rng.standard_normal((4000, 3, 2)))
    result = np.exp(np.log(measured[:, :, 0] / measured[:, :, 1]).mean(axis=1))
    rows = [{"one": wrong(a, relative * a), "two": wrong(b, relative * b)} for a, b in truth.tolist()]
    assert pytest.approx(result.std(), rel=0.1) == ratio_error(rows, "one", "two")
