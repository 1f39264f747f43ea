"""Groups: nobody is lost, merged or made up in silence."""

import numpy as np
import pandas as pd
import pytest

from lowwater.errors import BadData
from lowwater.paper.groups import FEWEST, read


@pytest.fixture
def written(tmp_path):
    def write(name="sales.csv", **columns):
        table = pd.DataFrame(columns)
        path = tmp_path / name
        table.to_parquet(path) if name.endswith("parquet") else table.to_csv(path, index=False)
        return path

    return write


def people(number):
    return {"age": 20 + np.arange(number) % 60, "amount": np.arange(number)}


def sizes(groups, task):
    return {name.removeprefix(f"{task} "): a.size for name, a in groups.ages.items() if name.startswith(task)}


@pytest.mark.parametrize("ranges", [None, (10_000, 10_000.25, 10_000.5, 10_001)])
def test_ranges_that_look_alike_in_four_digits_keep_their_people_apart(written, ranges):
    groups = read(written(age=np.full(600, 30), amount=10_000 + np.arange(600) / 600), ranges)
    assert (6 if ranges is None else 3, 600) == (len(groups.ages), sum(a.size for a in groups.ages.values()))
    assert ranges is None or "task1 10,000.25 to 10,000.5" in groups.ages


def test_amounts_that_all_people_share_make_one_group_and_it_is_said(written):
    groups = read(written(age=[30, 40], amount=[5, 5]), None)
    assert {"5 to 5": 2} == sizes(groups, "task1")
    assert "no more than 1 group instead of 6" in groups.left_out("task1")[-1]


def test_people_in_none_of_the_ranges_are_said_and_so_are_small_groups(written):
    groups = read(written(**people(FEWEST + 8)), (4, FEWEST + 4, 1e6))
    assert [
        "Left out, with fewer than 2,048 people: 2,052 to 1,000,000 (4).",
        "Left out, with an amount in none of the ranges: 4 people of 2,056 (0.19 %).",
    ] == groups.left_out("task1")


def test_a_range_may_have_no_end(written):
    groups = read(written(**people(9)), (-np.inf, 4, np.inf))
    assert {"-inf to 4": 4, "4 to inf": 5} == sizes(groups, "task1")


@pytest.mark.parametrize("name", ["sales.csv", "sales.parquet"])
@pytest.mark.parametrize("kinds", [["tea", None, "tea "], [1.0, np.nan, 1.0]])
def test_rows_without_a_category_are_no_category_and_it_is_said(written, name, kinds):
    groups = read(written(name, age=[20, 30, 40], amount=[1, 2, 3], category=kinds), (0, 9))
    assert [2] == list(sizes(groups, "task2").values())
    assert "Left out, without a category: 1 row." == groups.left_out("task2")[-1]


def test_people_whose_numbers_differ_beyond_two_to_the_53_are_not_one(written):
    columns = {"user": [2**60, 2**60 + 1], "age": [20, 30], "amount": [1, 2]}
    assert 2 == read(written("sales.parquet", **columns), (0, 9)).people


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"user": ["a", None], "age": [20, 30], "amount": [1, 2]}, "line 3: user is empty, which is no name"),
        ({"age": [20, 30], "amount": [1, np.inf]}, "line 3: amount is 'inf', which is no number"),
        ({"user": [1, 1], "age": [20, 30], "amount": [1e308, 1e308]}, "sum is no finite number; give them in a larger"),
        ({"user": [1, 1], "age": [20, 1980], "amount": [1, 2]}, "has ages from 20 to 1980"),
    ],
)
def test_what_would_merge_or_lose_people_is_refused(written, columns, words):
    with pytest.raises(BadData, match=r"sales\.csv") as refused:
        read(written(**columns), None)
    assert words in str(refused.value)


def test_a_folder_that_is_named_like_a_column_adds_none(written, tmp_path):
    (tmp_path / "category=tea").mkdir()
    assert {} == sizes(read(written("category=tea/sales.parquet", **people(9)), None), "task2")
