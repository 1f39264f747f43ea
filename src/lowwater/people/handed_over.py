"""Handed over: some columns of a table, as Arrow has them, for DuckDB to read; a dataset stays where it is."""

from typing import Any

import narwhals as nw

from lowwater.errors import BadData


def handed_over(table: Any, columns: list[str]) -> Any:
    """The columns of a frame; a relation and a dataset, which DuckDB reads where they are, as they are."""
    if not nw.dependencies.is_into_dataframe(table) and not isinstance(table, nw.LazyFrame) and not _lazy(table):
        return table
    frame: Any = nw.from_native(table)
    names = frame.collect_schema().names()
    if missing := [column for column in columns if column not in names]:
        raise BadData(f"the table has no column {missing[0]!r}; it has {', '.join(names)}")
    few = frame.select(*columns)
    return (few.collect() if isinstance(few, nw.LazyFrame) else few).to_arrow()


def _lazy(table: Any) -> bool:
    return nw.dependencies.is_polars_lazyframe(table)
