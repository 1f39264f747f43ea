"""Relation: a column of a DuckDB relation, counted by DuckDB."""

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Any

import duckdb

from lowwater.core.kind import micros
from lowwater.errors import BadData
from lowwater.files.table import quoted
from lowwater.people.column_type import Bound, ColumnType, chosen
from lowwater.people.table import Counted

_TYPES: tuple[tuple[str, ColumnType, str | None], ...] = (
    (r"U?(TINY|SMALL)INT|U?INTEGER|BIGINT", ColumnType(whole=True), "BIGINT"),
    (r"DOUBLE", ColumnType(floating=True), None),
    (r"FLOAT", ColumnType(floating=True), "DOUBLE"),
    (r"DECIMAL.*|BOOLEAN|U?HUGEINT|UBIGINT", ColumnType(cast=True), "DOUBLE"),
    (r"DATE", ColumnType("date"), None),
    (r"TIMESTAMP WITH TIME ZONE", ColumnType("instant"), None),
    (r"TIMESTAMP(_S|_MS|_NS)?", ColumnType("datetime"), "TIMESTAMP"),
    (r"TIME", ColumnType("time"), None),
    (r"INTERVAL", ColumnType("duration"), None),
)
"""What a column holds, by the name of DuckDB's type, and the type that its values are counted as."""

FEW = 4
"""Up to so many bounds are counted one by one; more by `histogram`, whose time hardly grows with them."""


class Relation:
    """A column of a DuckDB relation."""

    def __init__(self, relation: Any, column: str | None) -> None:
        self.column = chosen(column, list(relation.columns))
        self.relation = relation
        name, stored = quoted(self.column, chr(34)), str(relation.types[relation.columns.index(self.column)])
        known = [(type_, cast) for pattern, type_, cast in _TYPES if re.fullmatch(pattern, stored)]
        if not known:
            raise self._refused(name)
        self.type, cast = known[0]
        self.value = name if cast is None else f"CAST({name} AS {cast})"

    def _refused(self, name: str) -> BadData:
        cells = self._rows(lambda: self.relation.filter(f"{name} IS NOT NULL").project(f"CAST({name} AS VARCHAR)"), 1)
        cell = cells[0][0] if cells else None
        return BadData(f"the column {self.column!r} does not hold numbers: {cell!r} is one of its cells")

    def at_most(self, bounds: Sequence[Bound]) -> Counted:
        """One pass: the rows, and how many are at or below each bound."""
        distinct = sorted(set(bounds))
        each = [literal(bound) for bound in distinct]
        if len(each) > FEW:
            counted = f"map_values(histogram({self.value}, [{', '.join(each)}]))"
            rows, within = self._row(f"count(*), {counted}")
            sums = [sum(within[: index + 1]) for index in range(len(distinct))]
        else:
            filters = [f"count(*) FILTER ({self.value} <= {bound})" for bound in each]
            rows, *sums = self._row(", ".join(["count(*)", *filters]))
        by_bound = dict(zip(distinct, sums, strict=False))
        return Counted(rows, [by_bound[bound] for bound in bounds])

    def missing(self) -> Counted:
        """The rows, and how many of them have no value, or NaN."""
        rows, missing = self._row(f"count(*), count(*) FILTER ({self.gone})")
        return Counted(rows, [missing])

    @cached_property
    def gone(self) -> str:
        """The SQL of whether a value is missing."""
        return f"{self.value} IS NULL" + (f" OR isnan({self.value})" if self.type.floating else "")

    def outside(self, low: Bound, high: Bound, count: int) -> list[str]:
        """Up to `count` values at or below `low` or above `high`."""
        stray = f"{self.value} <= {literal(low)} OR {self.value} > {literal(high)}"
        cells = self._rows(lambda: self.relation.filter(stray).project(f"CAST({self.value} AS VARCHAR)"), count)
        return [str(cell) for (cell,) in cells]

    def _row(self, aggregates: str) -> Any:
        return self._rows(lambda: self.relation.aggregate(aggregates), 1)[0]

    def _rows(self, make: Callable[[], Any], count: int) -> list[Any]:
        return self._fetched(lambda: make().limit(count))

    def _fetched(self, make: Callable[[], Any]) -> list[Any]:
        """The rows of the relation that `make` makes."""
        try:
            rows: list[Any] = make().fetchall()
        except duckdb.Error as error:
            raise self.failed(error) from None
        return rows

    def failed(self, error: Exception) -> BadData:
        """What DuckDB says that cannot count a column."""
        return BadData(f"duckdb cannot count the column {self.column!r}: {str(error).splitlines()[0]}")


def literal(bound: Bound) -> str:
    """A bound as SQL, of the type that its column is counted as."""
    if isinstance(bound, datetime):
        return f"TIMESTAMP{'' if bound.tzinfo is None else 'TZ'} '{bound.isoformat(' ')}'"
    if isinstance(bound, (date, time)):
        return f"{'TIME' if isinstance(bound, time) else 'DATE'} '{bound.isoformat()}'"
    if isinstance(bound, timedelta):
        return f"to_microseconds({micros(bound)})"
    return f"CAST('{bound!r}' AS {'BIGINT' if isinstance(bound, int) else 'DOUBLE'})"
