"""Tally: counts that can be."""

import math
import re

import pytest

from lowwater.core.tally import Tally
from lowwater.errors import BadTally


def test_an_empty_tally_is_one():
    assert 0 == Tally.of(0, 0).total


def test_tallies_add_up():
    assert Tally.of(3, 10) == Tally.of(1, 4) + Tally.of(2, 6)


@pytest.mark.parametrize(("yes", "total"), [(5, 3), (-1, 3), (0, -1), (1, 0), (10**30, 10)])
def test_no_more_say_yes_than_answered_and_none_less_than_nobody(yes, total):
    with pytest.raises(BadTally, match=f"{yes} yes out of {total} answers"):
        Tally.of(yes, total)


@pytest.mark.parametrize("count", [1.0, True, "1", None, math.nan, math.inf], ids=repr)
def test_counts_are_whole_numbers(count):
    with pytest.raises(BadTally, match=re.escape(f"{count!r} yes")):
        Tally.of(count, 3)
    with pytest.raises(BadTally, match=re.escape(f"out of {count!r} answers")):
        Tally.of(0, count)


@pytest.mark.parametrize("counts", [(), (1,), (1, -1), [1, 2], (1, 2.0), (True, 1), None])
def test_counts_are_two_or_more_whole_numbers(counts):
    with pytest.raises(BadTally, match=re.escape(f"counts={counts}")):
        Tally(counts)


def test_tallies_of_different_questions_do_not_add_up():
    with pytest.raises(BadTally, match="different questions"):
        Tally((1, 2)) + Tally((1, 2, 3))
