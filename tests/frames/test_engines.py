"""The same column gives the same estimate on every engine, whatever its values are."""

import datetime as dt
import subprocess
import sys

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import lowwater
from lowwater.core.domain import Domain
from lowwater.errors import BadData, BadDomain, BadPlan, CannotWork
from lowwater.find import find as find_in_people
from lowwater.people.opened import people_of, rows_of
from lowwater.people.table import Table
from tests.frames.conftest import DOMAINS, ENGINES

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet:FutureWarning")


def estimate_of(values, column=None, domain=(0, 150), find=lowwater.find_min, **options):
    return find(values, 4, domain, **{"search": "cohorts", "seed": 5, "column": column} | options)


def skip_unless_known(engine, column):
    if engine == "spark" and column in ("woke", "seen", "took"):
        pytest.skip("Spark has no times of day, and every moment of its own has a time zone")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("column", DOMAINS)
@pytest.mark.parametrize("find", [lowwater.find_min, lowwater.find_max], ids=["least", "largest"])
def test_every_engine_gives_what_a_list_gives(people, table, column, engine, find):
    skip_unless_known(engine, column)
    expected = estimate_of(list(people[column]), domain=DOMAINS[column], find=find)
    assert expected == estimate_of(table(engine), column, DOMAINS[column], find)


@pytest.mark.parametrize("engine", ENGINES)
def test_all_thresholds_of_a_round_are_counted_at_once(people, table, engine):
    thresholds = np.linspace(10, 95, 40)
    for direction in ("minimum", "maximum"):
        domain = Domain(0, 150, direction)
        counted = people_of(table(engine), "age").count(domain, thresholds)
        ages = people["age"][:, None]
        truths = ages <= thresholds if direction == "minimum" else ages >= thresholds
        assert truths.sum(axis=0).tolist() == counted.tolist()


class Watched:
    """A column that notes how many bounds each pass has."""

    def __init__(self, rows):
        self._rows, self.passes = rows, []
        self.column, self.type, self.missing, self.outside = rows.column, rows.type, rows.missing, rows.outside

    def at_most(self, bounds):
        self.passes.append(len(bounds))
        return self._rows.at_most(bounds)


@pytest.mark.parametrize(("options", "most"), [({"rounds": 1}, 128), ({"rounds": 5, "questions": 2}, 2)])
def test_a_round_is_one_pass(table, options, most):
    watched = Watched(rows_of(table("duckdb"), "weight"))
    plan = lowwater.plan(12_000, 1, (0, 300), choices=2 if options["rounds"] == 1 else None, **options)
    find_in_people(Table(watched), plan, seed=1)
    assert 1 + options["rounds"] == len(watched.passes)  # the first looks for numbers outside the domain
    assert most == max(watched.passes)


def test_one_column_needs_no_name(table):
    expected = estimate_of(table("duckdb"), "age")
    assert expected == estimate_of(table("duckdb")["age"])
    assert expected == estimate_of(table("polars").select("age"))


def test_an_estimate_of_dates_speaks_in_dates(table):
    estimate = estimate_of(table("duckdb"), "birth", DOMAINS["birth"])
    assert isinstance(estimate.natural, dt.date)
    assert str(estimate).startswith(estimate.natural.isoformat())
    assert estimate == lowwater.Estimate.from_json(estimate.to_json())
    assert estimate.natural.isoformat() in estimate.plot().svg


def test_an_estimate_of_numbers_has_the_json_that_it_had(table):
    assert "kind" not in estimate_of(table("duckdb"), "age").fields()


def test_a_table_that_changes_between_rounds_is_noticed():
    connection = duckdb.connect()
    connection.execute("CREATE TABLE people AS SELECT 20.0 + i % 50 AS age FROM range(5000) AS r(i)")
    people = people_of(connection.table("people"), "age")
    connection.execute("INSERT INTO people VALUES (30.0)")
    with pytest.raises(BadData, match="had 5,000 rows and has 5,001 now"):
        people.count(Domain(0, 150), np.array([30.0]))


FAULTY = {"x": [20.0, None, 30.0, 151.0] * 3000}


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pl.LazyFrame, pa.table], ids=lambda make: make.__module__)
def test_what_cannot_be_used_is_counted_and_shown(make):
    with pytest.raises(BadData, match="3,000 of 12,000 values are missing or not a number"):
        estimate_of(make(FAULTY), "x")
    whole = {"x": [20.0, 151.0] * 3000}
    with pytest.raises(BadData, match=r"3,000 of 6,000 values lie outside \[0, 150\].*\(151, 151, 151, 151, 151, "):
        estimate_of(make(whole), "x")
    assert estimate_of([20.0, 150.0] * 3000) == estimate_of(make(whole), "x", outside="clamp")


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table], ids=lambda make: make.__module__)
def test_a_value_that_is_not_a_number_is_missing_and_never_above(make):
    numbers = {"x": [20.0, float("nan")] * 3000}
    with pytest.raises(BadData, match="3,000 of 6,000 values are missing"):
        estimate_of(make(numbers), "x", find=lowwater.find_max)
    connection = duckdb.from_arrow(pa.table(numbers))
    assert [0.0, 3000.0] == people_of(connection, "x").count(Domain(0, 150, "maximum"), np.array([21.0, 19.0])).tolist()


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table], ids=lambda make: make.__module__)
def test_text_is_refused_with_one_of_its_cells(make):
    with pytest.raises(BadData, match="'age' does not hold numbers: 'twenty' is one of its cells"):
        estimate_of(make({"age": ["twenty"] * 100}), "age")


def test_text_in_duckdb_is_refused_with_one_of_its_cells():
    with pytest.raises(BadData, match="'age' does not hold numbers: 'twenty' is one of its cells"):
        estimate_of(duckdb.sql("SELECT 'twenty' AS age"), "age")


@pytest.mark.parametrize("engine", ["pandas", "polars", "duckdb"])
def test_a_column_that_is_not_there_is_refused_with_those_that_are(table, engine):
    with pytest.raises(BadData, match="no column 'wage'; it has age, weight, "):
        estimate_of(table(engine), "wage")
    with pytest.raises(BadData, match=r"columns age, weight, .*; say which has the numbers, with column="):
        estimate_of(table(engine))


def test_a_column_of_no_table_is_refused():
    with pytest.raises(BadData, match="column='age' of list, which is no table"):
        estimate_of([1, 2, 3], "age")


def test_dates_on_a_domain_of_numbers_are_refused(table):
    with pytest.raises(BadData, match="'birth' holds dates, and the domain numbers; give both alike"):
        estimate_of(table("polars"), "birth")
    with pytest.raises(BadData, match="the values are not numbers: '2001-02-03' at position 0"):
        estimate_of([dt.date(2001, 2, 3)])
    with pytest.raises(BadData, match="the values are not dates: '20' at position 0"):
        estimate_of([20], domain=DOMAINS["birth"])
    with pytest.raises(BadDomain, match="begins with dates and ends with numbers"):
        estimate_of([20], domain=(dt.date(2001, 1, 1), 7))


def test_an_earlier_estimate_of_another_kind_is_refused(table):
    earlier = estimate_of(table("duckdb"), "birth", DOMAINS["birth"])
    with pytest.raises(BadPlan, match="after an estimate of dates, on a domain of numbers"):
        estimate_of(table("duckdb"), "age", after=earlier)


def test_whole_numbers_beyond_doubles_are_told_apart():
    values = np.array([2**53, 2**53 + 1, 2**53 + 2] * 10)
    for people in (people_of(values), people_of(pa.table({"x": values}), "x")):
        assert [10.0] == people.count(Domain(0, 2.0**54), np.array([2.0**53])).tolist()
        assert [10.0] == people.count(Domain(0, 2.0**54, "maximum"), np.array([2.0**53 + 2])).tolist()


@pytest.mark.parametrize("engine", [pd.DataFrame, pl.DataFrame, pa.table], ids=["pandas", "polars", "pyarrow"])
def test_a_whole_number_beyond_doubles_is_shown_with_every_digit(engine):
    whole = 2**53 + 1
    table = engine({"x": [whole, *range(2**53 + 10, 2**53 + 2010)]})
    outside = (
        r"1 of 2,001 values lie outside \[9,007,199,254,740,996, 9,007,199,254,750,992\].* \(9,007,199,254,740,993\)"
    )
    with pytest.raises(BadData, match=outside):
        lowwater.find_min(table, 4, (2**53 + 4, 2**53 + 10_000), column="x")


def test_what_an_engine_cannot_do_is_said_in_its_words():
    wide = pa.table({"x": np.array([1, 2**63 + 9], dtype=np.uint64)})
    with pytest.raises(BadData, match=r"pyarrow cannot count the column 'x'.*9223372036854775817"):
        estimate_of(wide, "x", domain=(0, 1e19))


def test_no_engine_is_imported_for_a_list():
    code = "import lowwater, sys; lowwater.find_min([1, 2] * 9000, 4, (0, 9), search='cohorts'); "
    code += "print([name for name in ('narwhals', 'duckdb', 'pyarrow', 'pandas', 'pyspark') if name in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "[]" == printed.strip()


def test_too_few_rows_are_refused(table):
    with pytest.raises(CannotWork, match="20 people at epsilon 4 cannot work"):
        estimate_of(table("polars").head(20), "age")
