"""Kind: what the numbers of a domain stand for: plain numbers, dates, moments, times of day or durations.

A search works on numbers. A date is the number of days since 1970-01-01; a moment, a time of day and a duration are
seconds, kept to the microsecond: since the start of 1970 (with a time zone: in UTC), since midnight, in all.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from lowwater.errors import BadDomain

Kind = Literal["number", "date", "datetime", "instant", "time", "duration"]
"""What a number stands for; a datetime has no time zone, an instant has one."""

Moment = float | date | datetime | time | timedelta
"""A value of any kind."""

MICRO = 1_000_000
DAY = 24 * 60 * 60
_FIRST = date(1970, 1, 1).toordinal()
_START = datetime(1970, 1, 1)
_NOUNS: dict[Kind, str] = {
    "number": "numbers",
    "date": "dates",
    "datetime": "moments without a time zone",
    "instant": "moments with a time zone",
    "time": "times of day",
    "duration": "durations",
}
_SPANS = ((DAY, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))
_UNITS = {"d": DAY, "h": 3600, "min": 60, "s": 1}


def kind_of(value: object) -> Kind:
    """The kind of a value; whatever is no date, time or duration is a number."""
    if isinstance(value, datetime):
        return "datetime" if value.tzinfo is None else "instant"
    if isinstance(value, date):
        return "date"
    if isinstance(value, time):
        return "time"
    return "duration" if isinstance(value, timedelta) else "number"


def nouns(kind: Kind) -> str:
    """The kind in words, in the plural."""
    return _NOUNS[kind]


def to_number(value: Moment) -> float:
    """The number that a value of any kind is to a search."""
    if isinstance(value, datetime):
        return micros(value) / MICRO
    if isinstance(value, date):
        return float(value.toordinal() - _FIRST)
    return micros(value) / MICRO if isinstance(value, (time, timedelta)) else value


def micros(value: datetime | time | timedelta) -> int:
    """The whole microseconds of a moment, a time of day or a duration."""
    if isinstance(value, time):
        value = timedelta(hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond)
    elif isinstance(value, datetime):
        value = (value if value.tzinfo is None else value.astimezone(UTC).replace(tzinfo=None)) - _START
    return value // timedelta(microseconds=1)


def of_micros(kind: Kind, count: int) -> datetime | time | timedelta:
    """The moment, time of day or duration of `count` microseconds, moved to the nearest one that exists."""
    span = timedelta(microseconds=count)
    if kind == "duration":
        return span
    if kind == "time":
        inside = min(max(count, 0), DAY * MICRO - 1)
        return (_START + timedelta(microseconds=inside)).time()
    earliest, latest = datetime.min - _START, datetime.max - _START
    moment = _START + min(max(span, earliest), latest)
    return moment if kind == "datetime" else moment.replace(tzinfo=UTC)


def of_day(day: int) -> date:
    """The date of a number of days since 1970-01-01, moved to the nearest one that exists."""
    return date.fromordinal(min(max(day + _FIRST, 1), date.max.toordinal()))


def of_number(kind: Kind, number: float) -> Moment:
    """The value that a number stands for; a part of a day makes a date a moment."""
    if kind == "number":
        return number
    if kind == "date":
        return of_day(int(number)) if number == int(number) else of_micros("datetime", round(number * DAY * MICRO))
    return of_micros(kind, round(number * MICRO))


def in_words(kind: Kind, number: float, plain: Callable[[float], str]) -> str:
    """A number as a value of its kind, to the second; `plain` writes those that are only numbers."""
    value = of_number(kind, number)
    if isinstance(value, datetime):
        return value.isoformat(" ", timespec="seconds").replace("+00:00", " UTC")
    if isinstance(value, (date, time)):
        return value.isoformat() if isinstance(value, date) else value.isoformat(timespec="seconds")
    return span_in_words(kind, number, plain) if kind == "duration" else plain(number)


def span_in_words(kind: Kind, number: float, plain: Callable[[float], str]) -> str:
    """A distance between two numbers, with its unit; `plain` writes the number."""
    if kind == "number":
        return plain(number)
    seconds = number * DAY if kind == "date" else number
    size, unit = next((each for each in _SPANS if abs(seconds) >= each[0]), _SPANS[-1])
    return f"{plain(seconds / size)} {unit}"


def ends_of(ends: tuple[Moment, Moment]) -> tuple[Kind, tuple[float, float]]:
    """The kind that both ends of a domain have, and the ends as numbers."""
    first, last = (kind_of(end) for end in ends)
    if first != last:
        both = f"the domain ({ends[0]!s}, {ends[1]!s})"
        raise BadDomain(f"{both} begins with {nouns(first)} and ends with {nouns(last)}; give both alike")
    return first, (to_number(ends[0]), to_number(ends[1]))


def step_of(kind: Kind, step: Moment | None) -> float | None:
    """The step as a number; dates have the step of a day, where none is given."""
    if step is None:
        return 1.0 if kind == "date" else None
    if not isinstance(step, timedelta):
        return to_number(step)
    return step / timedelta(days=1) if kind == "date" else step / timedelta(seconds=1)


def parse(text: str) -> Moment:
    """A value from text: a number, an ISO date, moment or time of day, or a duration such as 36h, 90s or 2d."""
    if match := re.fullmatch(r"([-+]?[0-9.]+)(d|h|min|s)", text):
        return timedelta(seconds=float(match[1]) * _UNITS[match[2]])
    for read in (float, date.fromisoformat, datetime.fromisoformat, time.fromisoformat):
        try:
            value: Moment = read(text)
        except ValueError:
            continue
        return value
    raise BadDomain(f"{text!r} is no number, date, time or duration; write 18, 2001-12-31, 08:30 or 36h")
