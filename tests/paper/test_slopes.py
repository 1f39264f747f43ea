"""Slopes: on the paper's own configuration the error falls as its corollaries say, within 15 per cent."""

import math
from pathlib import Path

import numpy as np
import pytest

from lowwater.paper import synthetic
from lowwater.paper.slopes import slopes
from lowwater.paper.studies import compute
from lowwater.study.task import Result, Task

PEOPLE = [2**k for k in range(15, 21)]
LOGS = {"lower-alpha": 3, "unknown-alpha": 6}
SHOWN = (0.3, 1.0, 1.0)


def point(shape, rule, epsilon, people):
    names = dict(zip(("width", "alpha", "beta"), shape, strict=True))
    return Task(
        "synthetic", names | {"rule": rule, "data": "fixed", "people": people, "epsilon": epsilon, "runs": None}
    )


def fitted(people, errors):
    return np.polyfit(np.log2(people), np.log2(errors), 1)[0]


@pytest.fixture(scope="module")
def results():
    """The exact errors of the paper's configuration, both rules and both epsilons."""
    tasks = [point(SHOWN, rule, e, n) for rule in LOGS for e in (1.0, 4.0) for n in PEOPLE]
    return [Result(task, compute(task, 1, Path()), 1) for task in tasks]


@pytest.fixture(scope="module")
def measured(results):
    """The slopes of the quick study, whose other shapes follow their guide lines exactly."""
    others = [
        Result(task, {"mean_error": rate(task.settings["people"], task.settings["epsilon"], shape[1])}, 1)
        for shape in synthetic.shapes(quick=True)
        if shape != SHOWN
        for rule, rate in synthetic.RULES.items()
        for epsilon in (1.0, 4.0)
        for task in (point(shape, rule, epsilon, people) for people in PEOPLE)
    ]
    return slopes(results + others, quick=True)


@pytest.mark.parametrize("epsilon", [1.0, 4.0])
@pytest.mark.parametrize("rule", LOGS)
def test_the_error_falls_as_fast_as_the_guide_line_within_fifteen_per_cent(results, rule, epsilon):
    mine = [r for r in results if (rule, epsilon) == (r.task.settings["rule"], r.task.settings["epsilon"])]
    guide = fitted(PEOPLE, [math.sqrt(math.log(n) ** LOGS[rule] / (epsilon**2 * n)) for n in PEOPLE])
    assert pytest.approx(guide, rel=0.15) == fitted(PEOPLE, [r.numbers["mean_error"] for r in mine])


@pytest.mark.parametrize("epsilon", [1.0, 4.0])
@pytest.mark.parametrize("rule", LOGS)
def test_the_report_finds_the_same_slope_and_says_how_far_off_it_is(results, measured, rule, epsilon):
    (slope,) = [s for s in measured if (SHOWN, rule, epsilon) == (s.shape, s.rule, s.epsilon)]
    mine = [r for r in results if (rule, epsilon) == (r.task.settings["rule"], r.task.settings["epsilon"])]
    guide = fitted(PEOPLE, [math.sqrt(math.log(n) ** LOGS[rule] / n) for n in PEOPLE])
    assert pytest.approx(fitted(PEOPLE, [r.numbers["mean_error"] for r in mine])) == slope.fitted
    assert pytest.approx(guide) == slope.guide
    assert pytest.approx(slope.fitted / guide - 1) == slope.off
    assert abs(slope.off) < 0.15


def test_errors_that_follow_the_guide_line_are_off_by_nothing(measured):
    others = [slope for slope in measured if slope.shape != SHOWN]
    assert 2 * 2 * 2 == len(others)
    assert all(abs(slope.off) < 1e-9 for slope in others)


def test_points_below_two_to_the_fifteen_do_not_count(results, measured):
    early = [Result(point(SHOWN, rule, e, 2**12), {"mean_error": 100.0}, 1) for rule in LOGS for e in (1.0, 4.0)]
    kept = [s for s in measured if SHOWN == s.shape]
    others = [
        Result(point(shape, rule, e, n), {"mean_error": 1.0}, 1)
        for shape in synthetic.shapes(quick=True)[1:]
        for rule in LOGS
        for e in (1.0, 4.0)
        for n in PEOPLE
    ]
    assert kept == [s for s in slopes(early + results + others, quick=True) if SHOWN == s.shape]
