"""Retrying: when to come again, as a server may put it."""

from email.utils import formatdate

import pytest

from lowwater.client.retrying import seconds_after


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, 0.0),
        ("", 0.0),
        ("7", 7.0),
        (" 120 ", 120.0),
        ("-5", 0.0),
        ("soon", 0.0),
        ("nan", 0.0),
        ("9" * 9999, 0.0),
        ("9" * 999, 0.0),
        (formatdate(1030, usegmt=True), 30.0),
        (formatdate(970, usegmt=True), 0.0),
        ("Fri, 31 Dec 99999 23:59:59 GMT", 0.0),
    ],
)
def test_seconds_and_dates_are_read_and_anything_else_is_nought(header, seconds):
    assert seconds == seconds_after(header, lambda: 1000.0)
