"""Tally: counts that can be."""

import math
import re

import pytest

from lowwater.core.tally import Tally
from lowwater.errors import BadTally


def test_an_empty_tally_is_one():
    assert 0 == Tally(0, 0).total


def test_tallies_add_up():
    assert Tally(3, 10) == Tally(1, 4) + Tally(2, 6)


@pytest.mark.parametrize(("yes", "total"), [(5, 3), (-1, 3), (0, -1), (1, 0), (10**30, 10)])
def test_no_more_say_yes_than_answered_and_none_less_than_nobody(yes, total):
    with pytest.raises(BadTally, match=f"{yes} yes out of {total} answers"):
        Tally(yes, total)


@pytest.mark.parametrize("count", [1.0, True, "1", None, math.nan, math.inf], ids=repr)
def test_counts_are_whole_numbers(count):
    with pytest.raises(BadTally, match=re.escape(f"{count!r} yes")):
        Tally(count, 3)
    with pytest.raises(BadTally, match=re.escape(f"out of {count!r} answers")):
        Tally(0, count)
