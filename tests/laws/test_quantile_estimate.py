"""The estimate of a quantile: on the data's step, at round numbers, with the error that is likely for those asked."""

import numpy as np
import pytest

from lowwater.core.domain import Domain
from lowwater.search.pool import Answers
from lowwater.search.quantile.estimate import of_all_asked, value_of
from lowwater.search.quantile.fit import fit_quantile
from lowwater.search.quantile.model import QuantileModel
from lowwater.search.quantile.round_number import roundest
from lowwater.search.unit_scale import UnitScale

STARS = UnitScale(Domain(1, 5, step=1))
AGES = UnitScale(Domain(0, 120))


def asked(scale, natural, share, people):
    thresholds = scale.unit(np.array([natural], dtype=float))
    return Answers(thresholds, np.array([share]), np.full(thresholds.shape, float(people)))


def test_a_value_between_two_sure_thresholds_is_right_for_sure():
    answers = asked(STARS, [1.5, 2.5, 3.5, 4.5], [0.05, 0.15, 0.35, 0.75], 20_000)
    value, error = value_of(fit_quantile(answers, 0.92, 0.5), STARS)
    assert ([4.0], [0.0]) == (list(STARS.natural(value)), list(error))


@pytest.mark.parametrize(("p", "star"), [(0.01, 1), (0.9, 5)])
def test_the_ends_of_the_domain_are_values_too(p, star):
    answers = asked(STARS, [1.5, 2.5, 3.5, 4.5], [0.3, 0.4, 0.5, 0.6], 10**6)
    value, error = value_of(fit_quantile(answers, 0.02, p), STARS)
    assert ([star], [0.0]) == (list(STARS.natural(value)), list(error))


def test_the_likely_error_is_that_among_the_values():
    """Half of the weight is at one star, half at another: any of the two is off by half a star, on average."""
    answers = asked(STARS, [1.5, 2.5, 3.5, 4.5], [0.05, 0.15, 0.5, 0.85], 20_000)
    posterior = fit_quantile(answers, 0.92, 0.5)
    value, error = value_of(posterior, STARS)
    assert STARS.natural(value)[0] in (3.0, 4.0)
    assert pytest.approx(0.25, abs=0.02) == error[0]  # of halves of the domain


@pytest.mark.parametrize("people", [50, 1000, 20_000])
@pytest.mark.parametrize("steps", [4, 30, 1000])
def test_weights_on_the_step_are_a_distribution_over_values(people, steps):
    scale = UnitScale(Domain(0, steps, step=1))
    edges = np.linspace(0.5, steps - 0.5, min(steps, 20)).round() - 0.5
    answers = asked(scale, edges[1:], (edges[1:] / steps).tolist(), people)
    values, weight = fit_quantile(answers, 0.92, 0.3).values(2 / steps)
    single = weight[0] > 0
    assert pytest.approx(1.0) == weight.sum()
    assert np.all(np.diff(values[0]) >= 0)
    assert np.all((values[0][single] >= -1 - 1e-9) & (values[0][single] <= 1 + 1e-9))


def test_people_who_jump_near_a_round_number_jump_there():
    natural = [44.0, 44.9, 44.99, 45.02, 45.1, 46.0]
    answers = asked(AGES, natural, [0.47, 0.48, 0.48, 0.53, 0.53, 0.55], 10**6)
    posterior = fit_quantile(answers, 0.02, 0.5)
    value, error = value_of(posterior, AGES)
    assert pytest.approx(45.0, abs=1e-9) == AGES.natural(value)[0]
    assert error[0] < 0.01 * 2 / 120


def test_smooth_people_are_not_rounded():
    natural = np.linspace(44.0, 46.2, 16)
    answers = asked(AGES, natural, (0.5 + 0.027 * (natural - 45.123)).tolist(), 10**7)
    value, _ = value_of(fit_quantile(answers, 0.02, 0.5), AGES)
    assert pytest.approx(45.123, abs=0.02) == AGES.natural(value)[0]
    assert AGES.natural(value)[0] != pytest.approx(45.1, abs=1e-9)


@pytest.mark.parametrize(
    ("low", "high", "number"),
    [(44.98, 45.01, 45), (-0.2, 0.3, 0), (99.7, 101.2, 100), (0.4998, 0.5003, 0.5), (-41.2, -38.8, -40)],
)
def test_the_roundest_number_of_an_interval(low, high, number):
    result = roundest(np.array([low]), np.array([high]), 200.0)
    assert pytest.approx(number) == result.value[0]


def test_a_round_number_is_likelier_the_narrower_the_interval():
    odds = [roundest(np.array([45 - w]), np.array([45 + w]), 120.0).odds[0] for w in (2.0, 0.2, 0.02, 0.002)]
    assert sorted(odds) == odds
    assert odds[0] < 1 < odds[1]


def test_a_whole_number_is_likelier_than_another():
    whole, other = (roundest(np.array([at - w]), np.array([at + w]), 10.0).odds[0] for at, w in ((3, 0.2), (0.3, 0.02)))
    assert pytest.approx(10) == whole / other


def test_whole_tens_are_no_evidence_where_several_whole_numbers_may_be():
    """From 28 to 30.2 every age is possible: that one of them is 30 says little."""
    assert roundest(np.array([27.9]), np.array([30.2]), 120.0).odds[0] < 0.5


def test_an_interval_too_narrow_for_any_has_no_round_number():
    assert 0.0 == roundest(np.array([1 / 3]), np.array([1 / 3 + 1e-14]), 120.0).odds[0]


def test_those_who_were_all_asked_are_no_sample():
    answers = asked(AGES, [30.0, 40.0], [0.2, 0.4], 500)
    part, whole, sample = (of_all_asked(answers, 0.02, 0.5, people)[0] for people in (2000, 1000, None))
    assert 0 < whole < part < sample == 1


def test_a_run_among_many_is_estimated_as_it_is_alone():
    rng = np.random.default_rng(8)
    threshold = rng.uniform(-0.5, 0.5, (9, 12))
    answers = Answers(threshold, 0.5 + threshold + rng.normal(0, 0.03, threshold.shape), np.full((9, 12), 800.0))
    model = QuantileModel(0.4, AGES, 10_000)
    together = model.report(answers, 0.92)
    for run in range(9):
        alone = model.report(Answers(*(column[run : run + 1] for column in answers)), 0.92)
        assert [each[0] for each in alone] == [each[run] for each in together]
