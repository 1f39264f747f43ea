"""What looks like numbers and is none: strings, dates, durations, whatever holds them."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pytest

import lowwater
from lowwater.errors import BadData

MANY = 5000


def estimate_of(values):
    return lowwater.find_min(values, 1, (0, 150), seed=7)


DATE = datetime.date(2020, 1, 1)
NOT_NUMBERS = {
    "strings": ["20", "30"] * MANY,
    "string array": np.array(["20", "30"] * MANY),
    "objects, one of them a string": np.array([20.0, "30"] * MANY, dtype=object),
    "pandas strings": pd.Series(["20", "30"] * MANY),
    "polars strings": pl.Series(["20", "30"] * MANY),
    "dates": [DATE] * MANY,
    "date array": np.array([DATE] * MANY, dtype="datetime64[D]"),
    "pandas dates": pd.to_datetime(pd.Series([DATE] * MANY)),
    "polars dates": pl.Series([DATE] * MANY),
    "durations": np.array([20] * MANY, dtype="timedelta64[s]"),
    "complex numbers": [20j] * MANY,
    "lists of many lengths": [[1], [1, 2]],
}


@pytest.mark.parametrize("kind", NOT_NUMBERS)
def test_what_is_no_number_is_refused(kind):
    with pytest.raises(BadData, match="not numbers"):
        estimate_of(NOT_NUMBERS[kind])


@pytest.mark.parametrize("kind", ["string array", "polars strings", "date array", "pandas dates", "polars dates"])
def test_the_first_of_them_is_shown(kind):
    with pytest.raises(BadData, match="20"):  # the string, or the year
        estimate_of(NOT_NUMBERS[kind])
