"""Tail limits: wider the steeper the tail may be, and withheld with a reason where the fit is not borne out."""

from dataclasses import replace

import numpy as np
import pytest

from lowwater.search.pool import Answers
from lowwater.search.tail.beliefs import REPORTING
from lowwater.search.tail.limits import REASONS, hint, likely_error, likely_exponent, limits, withheld
from lowwater.search.tail.posterior import posterior_of

NO_HINT = np.array([0.0])


@pytest.fixture(scope="module")
def fitted():
    """The posterior of answers without noise to a law whose exponent is 1, from -.5 on."""
    threshold = np.linspace(-0.6, 0.4, 24)[None]
    share = np.clip((threshold + 0.5) / 0.9, 0.0, 1.0)
    return posterior_of(Answers(threshold, share, np.full_like(threshold, 50_000.0)), 1.0, REPORTING, 96)


def sharp(posterior, exponent):
    """The same posterior with all of its weight on one exponent."""
    at, cells = np.abs(posterior.shapes.exponent - exponent).argmin(), posterior.hypotheses.cells
    weight = np.zeros_like(posterior.weight)
    weight[:, at * cells : (at + 1) * cells] = posterior.by_cell
    return replace(posterior, weight=weight)


def test_limits_hold_the_minimum_and_are_given(fitted):
    low, high = limits(fitted)
    assert low[0] < -0.5 < high[0] <= fitted.upper[0]
    assert 0 == withheld(fitted, np.array([0.01]), NO_HINT)[0]


def test_the_likely_exponent_is_the_upper_end_of_those_that_fit(fitted):
    assert 1.0 < likely_exponent(fitted)[0] < 1.5


def test_a_steeper_tail_has_wider_limits_and_does_not_tell_where_it_starts(fitted):
    (low, high), (lower, higher) = (limits(sharp(fitted, exponent)) for exponent in (1, 3))
    assert -1 == lower[0] < low[0]
    assert higher[0] > high[0]


def test_a_tail_that_was_seen_from_afar_may_start_anywhere(fitted):
    """The upper limit near the start: a fifth of the way there is open."""
    assert -1 == limits(replace(fitted, upper=fitted.upper - 0.49))[0][0]


def test_the_likelier_the_domains_start_is_the_further_the_far_limit(fitted):
    start = fitted.weight.copy()
    start[:, fitted.hypotheses.cells - 1] += 1
    assert limits(replace(fitted, weight=start / 2))[1][0] > limits(fitted)[1][0]


def test_answers_before_the_tail_hint_at_somebody(fitted):
    def hinted(share):
        return hint(fitted, Answers(np.array([[-0.9, 0.0]]), np.array([[share, 0.5]]), np.array([[400.0, 400.0]])), 4.0)

    assert 0 == hinted(0.0)[0]
    assert pytest.approx(0.1 * 400 / np.sqrt(4 * 400 + 1)) == hinted(0.1)[0]
    assert "hint at people" in REASONS[withheld(fitted, np.array([0.01]), hinted(0.1))[0]]


def test_limits_stay_within_the_domain(fitted):
    far = replace(fitted, distance=np.minimum(4 * fitted.distance, fitted.upper[:, None] + 1))
    assert -1 <= limits(far)[0][0]


@pytest.mark.parametrize(
    ("reason", "change", "level"),
    [
        ("", {}, 0.5),
        ("these answers could not tell everyone from nobody", {}, 1.0),
        ("the answers do not follow a power law (misfit)", {"misfit": np.array([100.0])}, 0.01),
        ("a power law fits only a small part of the people near the end", {"believed": np.array([0.05])}, 0.01),
        (
            "nearly everybody is at the domain's other end, and on the way there too few could be seen",
            {"upper": np.array([1.49])},
            0.01,
        ),
    ],
)
def test_limits_are_withheld_for_the_first_reason_there_is(fitted, reason, change, level):
    assert reason == REASONS[withheld(replace(fitted, **change), np.array([level]), NO_HINT)[0]]


def test_a_heap_of_people_has_no_limits(fitted):
    assert "heap" in REASONS[withheld(sharp(fitted, 0.1), np.array([0.01]), NO_HINT)[0]]


def test_the_likely_error_is_never_below_a_part_of_the_way_to_the_upper_limit(fitted):
    value = fitted.quantile(0.5)
    assert likely_error(fitted, value)[0] >= 0.05 * (fitted.upper - value)[0]
    assert likely_error(fitted, value)[0] >= fitted.error_after_start(value)[0]


def test_the_way_to_the_domains_start_counts_where_it_is_close(fitted):
    """Tails thinner than any power law begin there."""

    def beyond_model(upper, value):
        near = replace(fitted, upper=np.array([upper]))
        exponent = np.exp(near.expect(np.log(near.shapes.exponent)))
        rest = np.hypot(near.error_after_start(value), 0.06 * exponent * (upper - value))
        return (likely_error(near, value) - rest)[0]

    assert pytest.approx(0.04 * np.exp(-0.04 / 0.08 - 0.04 / (8 * 0.06))) == beyond_model(-0.9, np.array([-0.96]))
    assert beyond_model(0.56, np.array([0.5])) < 1e-6
