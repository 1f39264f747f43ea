"""What cannot be used is refused before anything is asked, and the error says how many and which."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest

import lowwater
from lowwater.errors import BadData, BadDomain, BadEpsilon, BadPlan, LowwaterError, YourFault
from lowwater.find import find
from lowwater.people.numbers import Numbers

MANY = 5000


def estimate_of(values, **options):
    return lowwater.find_min(values, 1, (0, 150), seed=7, **options)


@pytest.mark.parametrize(
    "values",
    [
        [20.0, None, 30.0, float("nan")] * MANY,
        (value for value in [20.0, None, 30.0, float("nan")] * MANY),
        np.array([20.0, np.nan, 30.0, np.nan] * MANY),
        pd.Series([20, pd.NA, 30, None] * MANY, dtype="Int64"),
        pd.Series([20.0, None, 30.0, None] * MANY),
        pl.Series([20, None, 30, None] * MANY),
    ],
    ids=["list", "generator", "array", "pandas nullable", "pandas", "polars"],
)
def test_missing_values_are_counted_and_placed(values):
    with pytest.raises(
        BadData, match=r"10,000 of 20,000 values are missing .*at position 1, nan at position 3, .*\.\.\."
    ):
        estimate_of(values)


def test_infinite_values_are_counted_and_placed():
    with pytest.raises(BadData, match=r"2 of 4 values lie outside .* \(inf at position 1, -inf at position 3\)"):
        estimate_of([20.0, float("inf"), 30.0, -float("inf")])


def test_values_outside_are_counted_and_placed():
    with pytest.raises(BadData, match=r"2 of 4 values lie outside \[0, 150\].*\(-1 at position 1, 151 at position 3\)"):
        estimate_of([20, -1, 30, 151])


def test_clamping_moves_them_to_the_nearer_end():
    clamped = estimate_of([-float("inf"), -1, 75.0, 151, float("inf")] * MANY, outside="clamp")
    assert clamped == estimate_of([0, 0, 75.0, 150, 150] * MANY)
    with pytest.raises(BadData, match="missing"):
        estimate_of([20.0, float("nan")] * MANY, outside="clamp")


def test_an_unknown_wish_for_values_outside_is_refused():
    with pytest.raises(LowwaterError, match="outside="):
        estimate_of([20.0] * MANY, outside="ignore")


@pytest.mark.parametrize(
    "values", [[], (), iter(()), np.zeros(0), pd.Series([], dtype=float), pl.Series([], dtype=pl.Int64)]
)
def test_no_values_at_all_are_refused(values):
    with pytest.raises(BadData, match="no values"):
        estimate_of(values)


@pytest.mark.parametrize("values", [np.zeros((3, 3)), [[1, 2], [3, 4]], np.float64(3)])
def test_tables_are_refused(values):
    with pytest.raises(BadData, match="dimensions"):
        estimate_of(values)


@pytest.mark.parametrize("values", ["20", b"20", 20.0, None])
def test_what_is_no_list_is_refused(values):
    with pytest.raises(BadData, match="give a list"):
        estimate_of(values)


def test_a_number_too_large_for_a_float_is_refused_as_one_outside():
    with pytest.raises(BadData):
        estimate_of([20, 10**400] * MANY)


def test_a_masked_value_is_missing():
    with pytest.raises(BadData, match="1 of 5,000 values are missing"):
        estimate_of(np.ma.masked_array([50.0] * MANY, mask=[True] + [False] * (MANY - 1)))


def test_what_the_planner_refuses_is_refused_here_too():
    values = np.linspace(0, 150, MANY)
    for epsilon in (0, -1, 1000, float("nan")):
        with pytest.raises(BadEpsilon):
            lowwater.find_min(values, epsilon, (0, 150))
    with pytest.raises(BadDomain):
        lowwater.find_max(values, 1, (150, 0))
    with pytest.raises(BadPlan, match="quantile=1"):
        lowwater.find_quantile(values, 1, 1, (0, 150))
    with pytest.raises(BadPlan, match="rule="):
        lowwater.find_min(values, 1, (0, 150), search="tail-fit", rule="lower-alpha")


@pytest.mark.parametrize(
    ("people", "match"),
    [
        (Numbers.of([math.nan] * 1000), "1,000 of 1,000 values are missing"),
        (Numbers.of([500.0] * 1000), r"1,000 of 1,000 values lie outside \[0, 150\]"),
        (Numbers.of([20.0] * 10), "the plan asks 1000 people, and the population has 10"),
        ([20.0] * 1000, "is no population; make one with"),
    ],
    ids=["missing", "outside", "too few", "a list"],
)
def test_a_plan_is_run_on_no_people_that_it_cannot_ask(people, match):
    with pytest.raises(YourFault, match=match):
        find(people, lowwater.plan(1000, 4, (0, 150)), seed=1)
