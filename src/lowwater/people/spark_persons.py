"""Spark persons: the rows that are kept of a Spark frame in which one person may have several; see `persons`."""

from typing import Any

from pyspark.sql import Window
from pyspark.sql import functions as sql

from lowwater.core.domain import Direction
from lowwater.errors import BadData
from lowwater.people.column_type import chosen
from lowwater.people.groups import Grouping, several_rows


def kept_rows(frame: Any, column: str, grouping: Grouping, keep: Direction | None, salt: str) -> Any:
    """The kept rows as a Spark frame, the same that DuckDB keeps for the same salt."""
    person = sql.col(chosen(grouping.person, list(frame.columns)))
    by = sql.col(grouping.by)
    group = by.cast("string") if all(isinstance(each, str) for each in grouping.groups) else by
    value = (sql.max if keep == "maximum" else sql.min)(sql.col(column)).alias(column)
    rows = frame.filter(group.isin(*grouping.groups)).groupBy(person.alias("person"), group.alias(grouping.by))
    counted = rows.agg(value, sql.count(sql.lit(1)).alias("several"))
    _check(counted, grouping, keep)
    name = sql.col("person").cast("string")
    hashed = sql.md5(sql.concat_ws(chr(31), sql.lit(salt), name, sql.col(grouping.by).cast("string")))
    window = Window.partitionBy("person").orderBy(hashed, grouping.by)
    placed = counted.withColumn("place", sql.row_number().over(window))
    return placed.filter(sql.col("place") <= grouping.cap).select(column, grouping.by)


def _check(counted: Any, grouping: Grouping, keep: Direction | None) -> None:
    """Refuse rows without a person, and for a quantile persons with several rows in a group."""
    nameless = sql.sum(sql.when(sql.col("person").isNull(), sql.col("several")).otherwise(0))
    several = sql.sum(sql.when(sql.col("several") > 1, 1).otherwise(0))
    ((rows, persons),) = counted.agg(nameless.alias("nameless"), several.alias("several")).collect()
    if rows:
        raise BadData(f"{int(rows):,} rows have no person in the column {grouping.person!r}; name or drop them")
    if persons and keep is None:
        raise several_rows(persons)
