"""Kinds: dates, moments, times of day and durations are numbers to a search, and come back as what they were."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from lowwater.core.kind import ends_of, in_words, kind_of, of_number, parse, span_in_words, step_of, to_number
from lowwater.errors import BadDomain

VALUES = [
    18.5,
    date(1999, 12, 31),
    datetime(2001, 2, 3, 4, 5, 6, 789),
    datetime(2001, 2, 3, 4, 5, 6, tzinfo=UTC),
    time(8, 30, 0, 1),
    timedelta(hours=-36, microseconds=1),
]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_a_value_comes_back_from_its_number(value):
    assert value == of_number(kind_of(value), to_number(value))


def test_a_part_of_a_day_makes_a_date_a_moment():
    assert datetime(1970, 1, 2, 12) == of_number("date", 1.5)


@pytest.mark.parametrize(
    ("kind", "number", "words"),
    [
        ("number", 18.5, "18.5"),
        ("date", 0.0, "1970-01-01"),
        ("instant", 0.0, "1970-01-01 00:00:00 UTC"),
        ("time", 30_600.0, "08:30:00"),
        ("duration", 5400.0, "1.5 hours"),
    ],
)
def test_a_number_is_said_as_a_value_of_its_kind(kind, number, words):
    assert words == in_words(kind, number, "{:g}".format)


def test_distances_have_the_largest_unit_they_fill():
    assert "3" == span_in_words("number", 3.0, "{:g}".format)
    assert "3 days" == span_in_words("date", 3.0, "{:g}".format)
    assert "0.5 seconds" == span_in_words("instant", 0.5, "{:g}".format)


@pytest.mark.parametrize(
    ("kind", "step", "number"),
    [
        ("number", None, None),
        ("number", 2.0, 2.0),
        ("date", None, 1.0),
        ("date", timedelta(days=7), 7.0),
        ("duration", timedelta(hours=1), 3600.0),
    ],
)
def test_a_step_is_a_number_of_days_or_seconds(kind, step, number):
    assert number == step_of(kind, step)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("18", 18.0),
        ("2001-12-31", date(2001, 12, 31)),
        ("2001-12-31T08:30", datetime(2001, 12, 31, 8, 30)),
        ("08:30", time(8, 30)),
        ("36h", timedelta(hours=36)),
        ("-1.5min", timedelta(seconds=-90)),
    ],
)
def test_a_value_is_read_from_text(text, value):
    assert value == parse(text)


def test_text_that_is_no_value_is_refused_with_examples():
    with pytest.raises(BadDomain, match=r"'soon' is no number, date, time or duration; write 18, 2001-12-31"):
        parse("soon")


def test_the_ends_of_a_domain_are_alike():
    assert ("date", (0.0, 1.0)) == ends_of((date(1970, 1, 1), date(1970, 1, 2)))
    with pytest.raises(BadDomain, match="begins with dates and ends with numbers; give both alike"):
        ends_of((date(1970, 1, 1), 5.0))
