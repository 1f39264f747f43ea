"""The posterior of a quantile: right where it must be, by smooth curves or by jumps as the answers have it."""

import numpy as np
import pytest

from lowwater.search.pool import Answers
from lowwater.search.quantile.curve_fit import LINKS, curve
from lowwater.search.quantile.fit import fit_quantile

LEVELS = (0.01, 0.1, 0.5, 0.9, 0.99)
VARIANCE = 0.02


def around(center, reach, count=24):
    """Thresholds on either side of a place, denser near it."""
    away = reach * np.geomspace(0.01, 1.0, count // 2)
    return np.concatenate([center - away[::-1], center + away])[None]


def exact(threshold, law, people=1e6):
    """Answers without noise: the very shares of a law."""
    return Answers(threshold, law(threshold), np.full(threshold.shape, people))


def median(result):
    return result.quantile(np.full(len(result.low), 0.5))[0]


def uniform(x):
    return np.clip((x + 0.4) / 0.8, 0, 1)


def logistic(x):
    return 1 / (1 + np.exp(-(x - 0.1) / 0.08))


def power(x):
    return np.clip((x + 0.4) / 0.8, 0, 1) ** 4


SMOOTH = {
    uniform: lambda p: -0.4 + 0.8 * p,
    logistic: lambda p: 0.1 + 0.08 * np.log(p / (1 - p)),
    power: lambda p: -0.4 + 0.8 * p**0.25,
}


@pytest.mark.parametrize("p", LEVELS)
@pytest.mark.parametrize("law", SMOOTH)
def test_answers_without_noise_give_the_quantile(law, p):
    target = SMOOTH[law](p)
    fit = fit_quantile(exact(around(target, 0.3), law), VARIANCE, p)
    assert pytest.approx(target, abs=1e-3) == median(fit)


@pytest.mark.parametrize("law", SMOOTH)
def test_smooth_answers_leave_little_to_jumps(law):
    fit = fit_quantile(exact(around(SMOOTH[law](0.5), 0.3), law), VARIANCE, 0.5)
    assert fit.jump.sum() < 0.05


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_people_at_one_value_are_found_between_the_thresholds_next_to_it(p):
    def jump(x):
        return np.where(x < 0.2, p - 0.02, p + 0.03)

    threshold = around(0.2, 0.1)
    fit = fit_quantile(exact(threshold, jump, 1e5), VARIANCE, p)
    assert fit.jump.sum() > 0.95
    assert (0.199, 0.201) == pytest.approx((fit.low[0], fit.high[0]))
    assert fit.low[0] <= median(fit) <= fit.high[0]


@pytest.mark.parametrize("p", LEVELS)
def test_the_weights_are_a_distribution_between_the_limits_and_its_quantiles_rise(p):
    fit = fit_quantile(exact(around(0.1, 0.5), logistic, 2e4), VARIANCE, p)
    assert pytest.approx(1.0) == fit.weight.sum()
    shares = (0.0, 0.005, 0.1, 0.5, 0.9, 0.995, 1.0)
    quantiles = [fit.quantile(np.array([share]))[0] for share in shares]
    assert sorted(quantiles) == quantiles
    assert fit.low[0] <= quantiles[0]
    assert quantiles[-1] <= fit.high[0]


def test_fewer_people_leave_it_less_certain():
    few, many = (fit_quantile(exact(around(0.1, 0.5), logistic, n), VARIANCE, 0.5) for n in (1e3, 1e5))
    wide, narrow = (item.quantile(np.array([0.9]))[0] - item.quantile(np.array([0.1]))[0] for item in (few, many))
    assert narrow < wide / 3


def test_a_run_among_many_is_fitted_as_it_is_alone():
    rng = np.random.default_rng(3)
    threshold = rng.uniform(-0.4, 0.6, (11, 20))
    threshold[:, 7] = threshold[:, 3]
    people = rng.integers(1, 2000, threshold.shape).astype(float)
    answers = Answers(threshold, logistic(threshold) + rng.normal(0, 0.05, threshold.shape), people)
    together = fit_quantile(answers, VARIANCE, 0.3)
    for run in range(11):
        alone = fit_quantile(Answers(*(column[run : run + 1] for column in answers)), VARIANCE, 0.3)
        assert all(np.array_equal(item[0], all_[run]) for item, all_ in zip(alone, together, strict=True))


def test_a_share_far_away_only_says_on_which_side_it_is():
    """One answer that no curve through the others can have does not move the quantile."""
    threshold = around(0.1, 0.3)
    plain = fit_quantile(exact(threshold, logistic), VARIANCE, 0.5)
    with_outlier = exact(threshold, logistic)
    with_outlier.share[0, -1] = 0.75  # .977 by the curve
    assert pytest.approx(median(plain), abs=2e-4) == median(fit_quantile(with_outlier, VARIANCE, 0.5))


def test_nobody_asked_leaves_the_prior():
    nobody = Answers(np.array([[0.0]]), np.array([[0.0]]), np.array([[1e-9]]))
    fit = fit_quantile(nobody, VARIANCE, 0.5)
    assert (-1.0, 1.0) == (fit.low[0], fit.high[0])
    assert pytest.approx(0.0, abs=0.02) == median(fit)


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("p", LEVELS)
def test_curves_pass_the_quantile_with_their_slope_and_rise(link, p):
    rise = np.linspace(-2.0, 2.0, 401)
    shares = curve(link, p, rise)
    assert pytest.approx(p) == shares[200]
    assert pytest.approx(1.0, rel=1e-3) == (curve(link, p, np.array(1e-6)) - curve(link, p, np.array(-1e-6))) / 2e-6
    assert np.all(np.diff(shares) >= 0)
    assert np.all((shares >= 0) & (shares <= 1))


@pytest.mark.parametrize("step", [None, 0.01])
def test_draws_follow_the_weights(step):
    law = logistic if step is None else lambda x: np.round(logistic(x), 1)
    fit = fit_quantile(exact(around(0.1, 0.3), law, 1e4), VARIANCE, 0.5)
    drawn = fit.curves(np.array([0.3])).quantile[0]
    assert abs(np.mean(drawn < median(fit)) - 0.5) < 0.1  # 128 draws, evenly through the weights
