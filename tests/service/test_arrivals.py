"""Answers by the minute: coarse, of the last hour, and of no more surveys than fit."""

import pytest

from lowwater.server import arrivals
from lowwater.server.arrivals import Arrivals


class Clock:
    now = 120_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_answers_of_one_minute_are_counted_together_by_outcome(clock):
    counted = Arrivals(clock)
    counted.add("s", "counted", 3)
    clock.now += 59
    counted.add("s", "counted")
    counted.add("s", "again")
    clock.now += 1
    counted.add("s", "counted")
    assert [(2000, "again", 1), (2000, "counted", 4), (2001, "counted", 1)] == counted.of("s")
    assert [] == counted.of("other")


def test_what_is_an_hour_old_is_forgotten(clock):
    counted = Arrivals(clock)
    counted.add("s", "counted")
    clock.now += 59 * 60
    assert 1 == len(counted.of("s"))
    clock.now += 60
    assert [] == counted.of("s")


def test_a_clock_that_was_ahead_leaves_nothing_behind(clock):
    counted = Arrivals(clock)
    counted.add("s", "counted")
    clock.now -= 1e4
    counted.add("s", "again")
    assert [(1833, "again", 1)] == counted.of("s")


def test_the_surveys_answered_last_are_remembered(clock, monkeypatch):
    monkeypatch.setattr(arrivals, "SURVEYS", 2)
    counted = Arrivals(clock)
    for survey in ("a", "b", "a", "c"):
        clock.now += 60
        counted.add(survey, "counted")
    assert [2, 0, 1] == [len(counted.of(survey)) for survey in "abc"]
