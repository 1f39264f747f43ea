"""The fit of the real-data figures: C log(N)**B / N**A by least squares, alpha = 1 / 2A where the error falls."""

import math

import pytest

from lowwater.paper.real import fit

PEOPLE = [2**k for k in range(14, 19)]


@pytest.mark.parametrize(("a", "b", "c"), [(0.5, 3, 1), (0.25, 0, 7), (0.9, -1, 0.2)])
def test_errors_that_follow_the_form_are_fitted_exactly(a, b, c):
    result = fit(PEOPLE, [c * math.log(n) ** b / n**a for n in PEOPLE])
    assert pytest.approx((a, b, math.log(c)), abs=1e-6) == (result.a, result.b, result.log_c)
    assert pytest.approx(1 / (2 * a)) == result.alpha
    assert pytest.approx(c * math.log(2**20) ** b / 2 ** (20 * a)) == result(2**20)


def test_an_error_that_does_not_fall_has_no_alpha():
    assert fit(PEOPLE, [n**0.3 for n in PEOPLE]).alpha is None


def test_an_error_of_nought_does_no_harm():
    assert math.isfinite(fit(PEOPLE, [0.0] * 5).a)
