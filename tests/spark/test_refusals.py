"""Tables that no run can use are refused before anybody is asked, in words that show a cell."""

import re

import pytest
from pyspark.sql import functions as sql

from lowwater.core.domain import Domain
from lowwater.errors import BadData
from lowwater.people.admit import admit
from lowwater.people.spark.rows import SparkRows


def table(spark, key="id", number="age", rows=100):
    frame = spark.range(rows).select("id", sql.lit(20.0).alias("age"))
    return frame.select(sql.expr(key).alias("id"), sql.expr(number).alias("age"))


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("id % 98", "the key 'id' is not unique (0 in 2 rows, 1 in 2 rows)"),
        (
            "id % 2",
            "the key 'id' is not unique (0 in 50 rows, 1 in 50 rows); rows with one key would share their coins",
        ),
        ("if(id = 7, NULL, id)", "1 of 100 rows have no usable key in 'id'; every row needs one of its own"),
        ("unhex(lpad(hex(id), 30, '0'))", "100 of 100 rows have no usable key in 'id'"),
        (
            "cast(id AS string)",
            "the key 'id' is of type string; it must be a whole number (cast it to bigint) or 16 bytes",
        ),
        ("cast(id AS double)", "the key 'id' is of type double"),
        ("unhex(lpad(hex(id % 99), 32, '0'))", "(00000000000000000000000000000000 in 2 rows)"),
    ],
)
def test_a_key_that_cannot_tell_rows_apart_is_refused(spark, key, message):
    with pytest.raises(BadData, match=re.escape(message)) as refusal:
        SparkRows(table(spark, key=key), "age", "id")
    assert "key" in str(refusal.value)


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (
            "if(id = 7, NULL, 20.0)",
            "1 of 100 values are missing or not a number; drop them first (nothing in the row of",
        ),
        (
            "if(id = 7, double('NaN'), 20.0D)",
            "1 of 100 values are missing or not a number; drop them first (nan in the",
        ),
        ("if(id = 7, 151, 20)", "1 of 100 values lie outside [0, 150]; widen the domain, or clamp them"),
        ("if(id = 7, double('-Infinity'), 20.0D)", "(-inf in the row of key 7)"),
        ("id + 53", "2 of 100 values lie outside [0, 150]"),
    ],
)
def test_numbers_that_no_survey_can_use_are_refused_with_their_keys(spark, number, message):
    with pytest.raises(BadData, match=re.escape(message)):
        admit(SparkRows(table(spark, number=number), "age", "id"), Domain(0, 150))


def test_numbers_between_two_steps_are_refused(spark):
    with pytest.raises(BadData, match=re.escape("(20.5 in the row of key 7)")):
        admit(
            SparkRows(table(spark, number="if(id = 7, 20.5D, 20D)"), "age", "id"), Domain(0, 150, step=1), on_step=True
        )


def test_whole_numbers_that_doubles_cannot_tell_apart_are_refused(spark):
    with pytest.raises(
        BadData, match=re.escape("beyond 2**53, where doubles cannot tell neighbours apart (9,007,199,25")
    ):
        SparkRows(table(spark, number="if(id = 7, 9007199254740993L, 20L)"), "age", "id")


@pytest.mark.parametrize(("number", "kind"), [("'20'", "string"), ("true", "boolean"), ("date'2020-01-01'", "date")])
def test_what_is_no_number_is_refused_with_its_type(spark, number, kind):
    with pytest.raises(BadData, match=f"the column 'age' is of type {kind}; cast it to numbers first"):
        SparkRows(table(spark, number=number), "age", "id")


def test_a_column_that_is_not_there_is_refused_with_those_that_are(spark):
    with pytest.raises(BadData, match="the table has no column 'wage'; it has id, age"):
        SparkRows(table(spark), "wage", "id")


def test_an_empty_table_is_refused(spark):
    with pytest.raises(BadData, match="there are no values"):
        admit(SparkRows(table(spark, rows=0), "age", "id"), Domain(0, 150))


def test_columns_may_have_any_name(spark):
    odd = table(spark).withColumnRenamed("age", "a `b`.c d").withColumnRenamed("id", "the.key")
    assert 100 == SparkRows(odd, "a `b`.c d", "the.key").people
