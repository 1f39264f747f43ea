"""The monotone fit: the likelihood of a quantile in every gap, for a curve that may jump anywhere."""

import itertools

import numpy as np
import pytest

from lowwater.search.pool import Answers, pool
from lowwater.search.quantile import monotone_fit
from lowwater.search.quantile.monotone_fit import fit_steps

VARIANCE = 0.92
THRESHOLDS = np.array([[-0.5, -0.1, 0.0, 0.3]])
SHARES = np.array([[0.12, 0.31, 0.33, 0.58]])
PEOPLE = np.array([[400.0, 900.0, 1600.0, 2500.0]])


def points(share=SHARES, people=PEOPLE):
    return pool(Answers(THRESHOLDS, share, people), VARIANCE)


def everything(result):
    return np.ones((*result.share.shape, 1), dtype=bool)


def chain(candidates, likelihoods):
    """The likelihood of points next to a quantile, the nearest first, by every way that their candidates can go."""
    size, total = len(candidates), 0.0
    if not len(likelihoods):
        return 1.0
    for path in itertools.product(range(size), repeat=len(likelihoods)):
        chance = 1 / size
        for here, further in itertools.pairwise(path):
            others = size - 1 - here
            stay = monotone_fit._STAY if others else 1.0
            chance *= stay if further == here else (1 - stay) / others if further > here else 0.0
        total += chance * np.prod([likelihood[at] for likelihood, at in zip(likelihoods, path, strict=True)])
    return total


@pytest.mark.parametrize("p", [0.1, 0.4, 0.9])
def test_the_evidence_is_that_of_all_ways_that_the_shares_can_go(monkeypatch, p):
    monkeypatch.setattr(monotone_fit, "_CANDIDATES", 4)
    dots = points()
    steps = fit_steps(dots, everything(dots), VARIANCE, p)
    noise = np.sqrt((VARIANCE + p * (1 - p)) / np.array([PEOPLE.sum()]))
    below, above = (p - monotone_fit._distances(noise, p), p + monotone_fit._distances(noise, 1 - p))
    under, over = (monotone_fit._likelihood(SHARES, PEOPLE, side, VARIANCE, p)[0] for side in (below, above))
    expected = [np.log(chain(below[0], under[:gap][::-1])) + np.log(chain(above[0], over[gap:])) for gap in range(5)]
    assert pytest.approx(expected) == steps.evidence[0, 0]


def test_a_jump_lies_between_the_shares_on_either_side_of_p():
    share = np.array([[0.2, 0.2, 0.7, 0.7]])
    dots = points(share, np.full((1, 4), 1e5))
    steps = fit_steps(dots, everything(dots), VARIANCE, 0.5)
    assert 2 == np.argmax(steps.evidence[0, 0])
    assert [0.2, 0.7] == pytest.approx([steps.before[0, 0, 2], steps.after[0, 0, 2]], abs=0.06)


def test_points_that_are_not_used_say_nothing():
    dots = points()
    used = everything(dots)
    used[:, 1] = False
    without = fit_steps(dots, used, VARIANCE, 0.4).evidence[0, 0]
    moved = points(np.array([[0.12, 0.9, 0.33, 0.58]]))
    assert list(without) == list(fit_steps(moved, used, VARIANCE, 0.4).evidence[0, 0])


def test_ranges_are_fitted_side_by_side_as_each_alone():
    dots = points()
    near = everything(dots)
    near[:, 0] = False
    both = fit_steps(dots, np.concatenate([everything(dots), near], axis=2), VARIANCE, 0.4)
    alone = [fit_steps(dots, used, VARIANCE, 0.4).evidence[:, 0] for used in (everything(dots), near)]
    assert np.array_equal(np.stack(alone, axis=1), both.evidence)
