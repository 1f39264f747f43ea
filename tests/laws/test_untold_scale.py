"""Untold scales: numbers are named as values of a scale where shares are flat between its values, and nowhere else."""

import numpy as np
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.search.pool import Answers, pool
from lowwater.search.round_numbers import scale_of
from lowwater.search.scale.untold import evidence, untold
from lowwater.search.unit_scale import UnitScale

STARS = Domain(0.5, 5.0)
SCALE = UnitScale(STARS)
VALUES = 10
ASKED = np.array([0.9, 1.1, 1.4, 1.6, 1.9, 2.1, 2.4, 2.6, 2.9, 3.1, 3.4, 3.6, 4.2])


def answers(share, asked=ASKED, people=1e5):
    """Answers without noise about numbers of which `share` gives the part at or below a value."""
    return Answers(SCALE.unit(asked[None]), share(asked)[None], np.full((1, len(asked)), people))


def stairs(asked, first=1.5):
    """The same share at every half from `first` to 5."""
    return np.clip((np.floor(2 * asked + 1e-9) + 1 - 2 * first) / (11 - 2 * first), 0, 1)


def line(asked):
    return np.clip((asked - 1.5) / 3.5, 0, 1)


def says(seen, variance=1.0, values=VALUES):
    return evidence(pool(seen, variance), variance, values)[0]


@pytest.mark.parametrize(
    ("lo", "hi", "expected"),
    [
        (0.5, 5, 10),
        (1, 5, 5),
        (1, 10, 10),
        (-3, 4, 8),
        (0, 120, 7),
        (1e-300, 5e-300, 5),
        (0, 10, 0),  # one step of ten
        (-1, 1, 0),
        (18, 90, 0),  # 36 steps of two
        (0.3, 5, 0),
        (0.123456789, 5, 0),
        (1e15, 1e15 + 7, 8),
    ],
)
def test_a_domain_hints_at_the_largest_round_step_of_which_both_ends_are_multiples(lo, hi, expected):
    assert expected == scale_of(lo, hi)


def test_the_first_value_of_a_staircase_is_named_exactly():
    named = untold(answers(stairs), 1.0, VALUES)
    assert named.weight[0] > 0.99
    assert SCALE.natural(named.value)[0] == pytest.approx(1.5)
    assert named.error[0] < 0.01


def test_a_line_is_no_staircase():
    assert untold(answers(line), 1.0, VALUES).weight[0] < 1e-6


def test_a_jump_between_two_values_is_no_scale_however_close_the_thresholds_around_it():
    jump = 1.7
    asked = np.array([1.2, jump - 1e-8, jump + 1e-8, 2.1, 2.4, 2.6, 2.9, 3.2])
    halves = np.where(asked > 2, stairs(asked), np.where(asked > jump, 0.1, 0.0))
    assert says(answers(lambda _asked: halves, asked)) < -100


def test_nothing_is_said_where_nobody_can_be_told_from_noise():
    assert says(answers(stairs, people=5)) == 0


def test_flat_shares_before_the_first_number_say_nothing():
    asked = np.array([0.6, 0.9, 1.1, 1.4, 3.7])
    assert says(answers(line, asked)) == 0


def test_thresholds_that_are_close_together_say_little_for_a_scale():
    near, far = (answers(stairs, np.array([1.2, at, 1.95, 2.3])) for at in (1.93, 1.55))
    assert says(near) < 0.7 < says(far)


def test_between_two_values_answers_are_at_most_25_times_likelier_on_a_scale():
    asked = np.array([1.2, 1.55, 1.95, 2.3])
    assert 24 < np.exp(says(answers(stairs, asked, people=1e12))) <= 25


def test_a_value_is_never_after_a_threshold_at_which_somebody_is_surely_seen():
    seen = answers(stairs)
    below = seen._replace(share=np.where(ASKED == 0.9, 0.05, seen.share))
    assert SCALE.natural(untold(below, 1.0, VALUES).value)[0] <= 0.9


def test_runs_do_not_depend_on_each_other():
    alone = [untold(answers(share), 1.0, VALUES) for share in (stairs, line)]
    both = Answers(*(np.concatenate(pair) for pair in zip(answers(stairs), answers(line), strict=True)))
    together = untold(both, 1.0, VALUES)
    for name in together._fields:
        expected = np.concatenate([getattr(each, name) for each in alone])
        assert expected == pytest.approx(getattr(together, name))


@pytest.mark.parametrize("settings", [{"step": 0.5}, {"tail": lowwater.Tail(alpha=2)}])
def test_no_scale_is_sought_where_a_step_or_a_tail_is_told(settings):
    told = lowwater.plan(20_000, epsilon=1, domain=(0.5, 5.0), search="tail-fit", refuse=False, **settings)
    untold = lowwater.plan(20_000, epsilon=1, domain=(0.5, 5.0), search="tail-fit", refuse=False)
    assert VALUES == untold.strategy().model.scale
    assert not getattr(told.strategy().model, "scale", 0)


@pytest.mark.parametrize(("largest", "expected"), [(False, 1.5), (True, 4.5)])
def test_ratings_of_which_nobody_told_a_step_are_found_exactly(largest, expected):
    """A million people at epsilon 1; of 2,000 other surveys 16 named another half, so that 4 of 40 do in 1 of 2,500."""
    ratings = np.rint(2 * np.random.default_rng(1).normal(3, 0.7, 2**20).clip(1.3, 4.7)) / 2
    plan = lowwater.plan(
        2**20, epsilon=1, domain=(0.5, 5.0), direction="maximum" if largest else "minimum", refuse=False
    )
    errors = lowwater.evaluate(plan, lowwater.Population.of(ratings), runs=40, seed=4)
    assert errors.target == expected
    assert np.count_nonzero(errors.estimates != expected) < 4
