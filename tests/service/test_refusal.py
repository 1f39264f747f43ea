"""Refusals before there is a request, and a log that no stranger can fill."""

import pytest

from lowwater.server.limits import Limits
from lowwater.server.refusal import MALFORMED, RefusalLog


def test_a_refusal_is_a_whole_response():
    head, _, body = MALFORMED.encode([(b"date", b"today")]).partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    assert "HTTP/1.1 400 Bad Request" == first
    assert {
        "date: today",
        "connection: close",
        f"content-length: {len(body)}",
        "content-type: application/problem+json",
    } == set(lines)


def test_so_many_lines_are_logged_at_once_and_no_more(caplog):
    log = RefusalLog(burst=3, seconds=10)
    for number in range(50):
        log.add(f"line {number}", 100.0)
    assert ["line 0", "line 1", "line 2"] == caplog.messages


def test_a_line_after_a_while_counts_those_that_were_left_out(caplog):
    log = RefusalLog(burst=3, seconds=10)
    for number in range(50):
        log.add(f"line {number}", 100.0)
    log.add("late", 111.0)
    log.add("too soon", 112.0)
    assert "late (47 more such lines were left out before this one)" == caplog.messages[-1]


def test_a_day_of_attacks_is_a_few_lines_a_minute(caplog):
    log = RefusalLog(burst=20, seconds=10)
    for second in range(0, 86_400, 2):
        log.add("again", float(second))
    assert 86_400 / 10 <= len(caplog.messages) <= 86_400 / 10 + 20


def test_after_a_quiet_hour_no_more_than_a_burst_is_logged(caplog):
    log = RefusalLog(burst=3, seconds=10)
    for _ in range(50):
        log.add("again", 3600.0)
    assert 3 == len(caplog.messages)


@pytest.mark.parametrize(
    "name", ["head", "queue", "unread", "head_seconds", "body_seconds", "unread_seconds", "linger"]
)
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_a_limit_is_positive(name, value):
    with pytest.raises(ValueError, match=f"{name}={value!r}; a limit is positive"):
        Limits(**{name: value})
