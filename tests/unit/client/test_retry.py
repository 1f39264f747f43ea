"""Retrying: when to come again, as a server may put it, and when it is enough."""

import math
from email.utils import formatdate

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lowwater.client.retry import PATIENT, Allowance, Retrying, TryAgain, seconds_after
from lowwater.errors import Unreachable


class Time:
    """A clock that moves while somebody sleeps or tries."""

    def __init__(self):
        self.now, self.tries = 0.0, []

    def retrying(self, **options):
        return Retrying(sleep=self.pass_by, clock=lambda: self.now, **{"chance": lambda: 0.0} | options)

    def pass_by(self, seconds):
        self.now += seconds

    def trying(self, takes=0.0, after=0.0):
        """Something that never succeeds, and takes as long as it may."""

        def act(left):
            self.tries.append((self.now, left))
            self.pass_by(min(left, takes))
            raise TryAgain(Unreachable("gone"), after)

        return act


@pytest.fixture
def time():
    return Time()


def test_no_try_begins_once_the_time_for_all_of_them_is_over_and_each_hears_what_is_left(time):
    with pytest.raises(Unreachable, match="gone"):
        time.retrying(tries=99)(time.trying(takes=10.0))
    assert [(0.0, 25.0), (10.0, 15.0), (20.0, 5.0)] == time.tries
    assert 25.0 == time.now


def test_a_pause_that_would_end_too_late_is_not_begun(time):
    with pytest.raises(Unreachable):
        time.retrying(tries=99, chance=lambda: 1.0, within=3.6)(time.trying())
    assert [0.0, 0.5, 1.5, 3.5] == [begun for begun, _ in time.tries]
    assert 3.5 == time.now


def test_pauses_that_a_server_asks_for_are_not_held_against_the_tries_but_end_too(time):
    with pytest.raises(Unreachable):
        time.retrying(tries=99)(time.trying(after=50.0))
    assert [(0.0, 25.0), (50.0, 25.0), (100.0, 25.0)] == time.tries
    assert time.now <= PATIENT


def test_an_allowance_lasts_over_all_requests_together(time):
    retrying = time.retrying(tries=2, allowance=Allowance(7.0))
    for _ in range(9):
        with pytest.raises(Unreachable):
            retrying(time.trying(after=3.0))
    assert (6.0, 11) == (time.now, len(time.tries))


def test_a_pause_that_is_not_made_takes_nothing_off_an_allowance():
    allowance = Allowance(2.0)
    assert [False, True, False] == [allowance.take(seconds) for seconds in (3.0, 2.0, 0.1)]


# Retry-After


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, 0.0),
        ("", 0.0),
        ("7", 7.0),
        (" 120 ", 120.0),
        ("9999999999", 9999999999.0),
        ("-5", 0.0),
        ("soon", 0.0),
        ("nan", 0.0),
        ("1_0", 0.0),
        ("\u0667", 0.0),
        ("9" * 9999, 0.0),
        ("9" * 999, 0.0),
        (formatdate(1030, usegmt=True), 30.0),
        (formatdate(970, usegmt=True), 0.0),
        ("Thu, 01 Jan 1970 00:17:10", 30.0),
        ("Fri, 31 Dec 99999 23:59:59 GMT", 0.0),
        ("Mon, 01 Jan 2024 00:00:00 +99999999999999", 0.0),
        ("Mon, 01 Jan 2024 00:00:00 -99999999999999", 0.0),
        ("Mon, 01 Jan 2024 00:00:00 +9999", 0.0),
    ],
)
def test_seconds_and_dates_are_read_and_anything_else_is_nought(header, seconds):
    assert seconds == seconds_after(header, lambda: 1000.0)


numbers = st.one_of(st.integers(0, 99), st.integers(-(10**20), 10**20))
dates = st.builds(
    "{}, {} {} {} {}:{}:{} {}{}".format,
    st.sampled_from(["Mon", "Sunday", "x", ""]),
    numbers,
    st.sampled_from(["Jan", "Feb", "december", "Foo", ""]),
    st.one_of(st.sampled_from([0, 1, 68, 69, 100, 1969, 9999, 10000]), numbers),
    numbers,
    numbers,
    numbers,
    st.sampled_from(["+", "-", "GMT", "", "E"]),
    st.one_of(st.sampled_from(["", "0000", "2359", "9999"]), numbers),
)


@given(st.one_of(st.text(max_size=80), st.text('0123456789:,+- GMTJanMon\x00\r\n()"\\', max_size=80), dates))
@example("Fri, 31 Dec 9999 23:59:59 -2359")
@example("Mon, 01 Jan 0100 00:00:00 +2359")
def test_whatever_a_server_says_is_a_number_of_seconds(header):
    seconds = seconds_after(header, lambda: 1000.0)
    assert (True, True) == (math.isfinite(seconds), seconds >= 0)
