"""Fatness: how much mass lies near the minimum, and where the paper says too much of it."""

import math

import numpy as np
import pytest

from lowwater.errors import YourFault
from lowwater.law.beta import log_beta
from lowwater.law.distribution import Beta, TruncatedNormal
from lowwater.theory.fatness import Fatness, of_beta, of_truncated_normal

BETAS = [Beta(a, b, -0.7, w) for a in (0.5, 0.9, 1, 2, 4) for b in (0.5, 1, 2, 3) for w in (0.3, 0.9, 1.7)]
NORMALS = [TruncatedNormal(m, s, -1, 1) for m in (-0.9, 0.0, 0.4) for s in (0.2, 0.5, 3.0)]


def least_margin(law, fatness):
    """The least of F(x) / (C (x - min)**alpha), over the whole stretch where fatness is claimed."""
    distance = np.geomspace(1e-6, 1, 400) * (fatness.until - law.start)
    return (law.cdf(law.start + distance) / (fatness.c * distance**fatness.alpha)).min()


@pytest.mark.parametrize("law", BETAS, ids=str)
def test_a_beta_law_is_as_fat_as_claimed(law):
    assert least_margin(law, of_beta(law)) >= 1 - 1e-9
    assert (law.alpha, law.end) == (of_beta(law).alpha, of_beta(law).until)


@pytest.mark.parametrize("law", BETAS, ids=str)
def test_no_larger_constant_would_do(law):
    fatness = of_beta(law)
    assert least_margin(law, Fatness(law.alpha, fatness.c * 1.01, law.end)) < 1


@pytest.mark.parametrize("law", [law for law in BETAS if law.beta != 1], ids=str)
def test_the_papers_larger_constant_is_too_large(law):
    steep = 1 / (law.alpha * math.exp(log_beta(law.alpha, law.beta)))
    printed = max(1.0, steep) / law.width**law.alpha
    assert least_margin(law, of_beta(law)) >= 1 - 1e-9
    assert least_margin(law, Fatness(law.alpha, printed, law.end)) < 1


@pytest.mark.parametrize("law", NORMALS, ids=str)
def test_a_truncated_normal_law_is_as_fat_as_claimed(law):
    assert 1.0 == of_truncated_normal(law).alpha
    assert least_margin(law, of_truncated_normal(law)) >= 1 - 1e-9


def test_its_constant_is_the_smaller_density_at_the_ends():
    def density(x):
        return math.exp(-((x - 0.4) ** 2) / (2 * 0.5**2)) / (0.5 * math.sqrt(2 * math.pi))

    def normal(x):
        return (1 + math.erf((x - 0.4) / (0.5 * math.sqrt(2)))) / 2

    expected = density(-1) / (normal(1) - normal(-1))
    assert pytest.approx(expected) == of_truncated_normal(TruncatedNormal(0.4, 0.5, -1, 1)).c


@pytest.mark.parametrize("c", [1.0, 0.1, 0.001])
def test_a_density_that_vanishes_at_the_cut_is_not_fat_with_alpha_one(c):
    law = Beta(2, 1, 0, 1)  # cut off at nought, where its density is nought too
    assert least_margin(law, Fatness(1.0, c, 1.0)) < 1


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, math.inf])
def test_numbers_that_make_no_fatness_are_refused(bad):
    with pytest.raises(YourFault):
        Fatness(bad, 1.0, 1.0)
    with pytest.raises(YourFault):
        Fatness(1.0, bad, 1.0)
