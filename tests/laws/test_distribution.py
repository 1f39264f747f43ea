"""The laws people's numbers may follow, against scipy's."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from lowwater.errors import BadData
from lowwater.law.distribution import Beta, TruncatedNormal, quantile

NORMALS = [
    (0.0, 1.0, -1.0, 1.0),
    (-5.0, 1.0, -1.0, 1.0),  # the right tail
    (5.0, 1.0, -1.0, 1.0),  # the left tail
    (-20.0, 1.0, -1.0, 1.0),
    (30.0, 1.0, -1.0, 1.0),
    (0.3, 1e-3, -1.0, 1.0),
    (0.0, 1e4, -1.0, 1.0),
    (40.0, 15.0, 0.0, 150.0),
]
LAWS = [Beta(0.5, 1, -1, 0.3), Beta(1, 1, 0, 150), Beta(2, 2, -1, 2), Beta(4, 1, 0.7, 0.3)]
LAWS += [TruncatedNormal(*given) for given in NORMALS]


@pytest.mark.parametrize("alpha", [0.5, 0.9, 1, 2, 4])
@pytest.mark.parametrize("beta", [1, 2])
def test_a_beta_law_is_scipys_moved_and_stretched(alpha, beta):
    x = np.linspace(-1.5, 1.5, 301)
    expected = stats.beta.cdf(x, alpha, beta, loc=-0.7, scale=0.6)
    assert pytest.approx(expected, abs=1e-13) == Beta(alpha, beta, -0.7, 0.6).cdf(x)


@pytest.mark.parametrize("given", NORMALS)
def test_a_truncated_normal_law_is_scipys(given):
    mean, deviation, start, end = given
    x = np.linspace(start - 1, end + 1, 301)
    low, high = (start - mean) / deviation, (end - mean) / deviation
    expected = stats.truncnorm.cdf(x, low, high, loc=mean, scale=deviation)
    assert pytest.approx(expected, rel=1e-9, abs=1e-12) == TruncatedNormal(*given).cdf(x)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_law_lies_between_its_ends(law):
    outside = [law.start - 1, law.start, law.end, law.end + 1]
    assert [0.0, 0.0, 1.0, 1.0] == law.cdf(outside).tolist()
    assert np.diff(law.cdf(np.linspace(law.start, law.end, 999))).min() >= 0


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_quantile_inverts_the_cumulative_function(law):
    shares = np.linspace(0, 1, 41)
    at = quantile(law, shares)
    assert pytest.approx(shares, abs=1e-9) == law.cdf(at)
    assert law.start == at[0]
    assert np.diff(at).min() >= 0
    assert law.start <= at.min()
    assert at.max() <= law.end


@given(st.sampled_from(LAWS), st.floats(0.001, 0.999))
def test_no_smaller_number_reaches_the_share(law, share):
    result = float(quantile(law, share))
    assert law.cdf(result) >= share
    assert law.cdf(result - 1e-9 * (law.end - law.start)) <= share


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, math.inf])
def test_parameters_that_make_no_law_are_refused(bad):
    for build in (
        lambda: Beta(bad, 1, 0, 1),
        lambda: Beta(1, bad, 0, 1),
        lambda: Beta(1, 1, 0, bad),
        lambda: TruncatedNormal(0, bad, -1, 1),
    ):
        with pytest.raises(BadData, match="positive"):
            build()


@pytest.mark.parametrize("ends", [(1.0, 1.0), (1.0, -1.0), (math.nan, 1.0), (-1.0, math.inf)])
def test_ends_that_make_no_interval_are_refused(ends):
    with pytest.raises(BadData, match="finite ends"):
        TruncatedNormal(0.0, 1.0, *ends)


def test_a_law_with_no_mass_left_is_refused():
    with pytest.raises(BadData, match="no mass"):
        TruncatedNormal(-100.0, 1.0, -1.0, 1.0)


@pytest.mark.parametrize("start", [math.nan, math.inf, -math.inf])
def test_a_law_that_begins_nowhere_is_refused(start):
    with pytest.raises(BadData):
        Beta(1, 1, start, 1)
