"""The beta law's cumulative function, against scipy's."""

import numpy as np
import pytest
from scipy import special

from lowwater.law.beta import beta_cdf, log_beta

SHAPES = [(0.5, 0.5), (0.5, 1), (1, 1), (1, 2), (0.9, 2), (2, 1), (2, 3), (4, 2), (0.01, 0.01), (0.001, 5), (14, 3)]
NEAR = np.concatenate([np.linspace(0, 1, 201), [1e-300, 1e-12, 1 - 1e-6]])


@pytest.mark.parametrize(("a", "b"), [*SHAPES, (50, 60), (200, 3)])
def test_the_share_below_x_is_what_scipy_says(a, b):
    assert np.abs(special.betainc(a, b, NEAR) - beta_cdf(a, b, NEAR)).max() < 1e-12


@pytest.mark.parametrize(("a", "b"), [(1000, 2000), (1e5, 2e5), (1e6, 1e6), (1e4, 3)])
def test_narrow_laws_agree_around_their_mean(a, b):
    mean, deviation = a / (a + b), np.sqrt(a * b) / (a + b) ** 1.5
    x = np.clip(mean + deviation * np.linspace(-8, 8, 81), 0, 1)
    assert np.abs(special.betainc(a, b, x) - beta_cdf(a, b, x)).max() < 1e-8


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_far_tails_keep_their_digits(a, b):
    x = np.geomspace(1e-20, 1e-2, 19)
    assert pytest.approx(special.betainc(a, b, x), rel=1e-11, abs=0) == beta_cdf(a, b, x)


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_the_law_begins_at_nought_and_ends_at_one(a, b):
    assert [0.0, 0.0, 1.0, 1.0] == beta_cdf(a, b, [-5.0, 0.0, 1.0, 7.0]).tolist()


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_the_share_never_falls(a, b):
    assert np.diff(beta_cdf(a, b, np.linspace(0, 1, 5001))).min() >= -1e-15


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_turning_the_law_around_swaps_its_parameters(a, b):
    x = np.linspace(0, 1, 33)
    assert pytest.approx(1 - beta_cdf(b, a, 1 - x), abs=1e-13) == beta_cdf(a, b, x)


@pytest.mark.parametrize(("a", "b"), [*SHAPES, (50, 60), (1000, 2000)])
def test_the_log_of_the_beta_function_is_what_scipy_says(a, b):
    assert pytest.approx(special.betaln(a, b), rel=1e-12, abs=1e-12) == log_beta(a, b)


def test_one_number_gives_one_number():
    assert () == beta_cdf(2, 3, 0.4).shape
    assert pytest.approx(0.5248) == float(beta_cdf(2, 3, 0.4))
