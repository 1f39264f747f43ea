"""Frame: a column of a pandas, Polars, PyArrow or PySpark frame, counted by its own engine through narwhals."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Any

import narwhals as nw

from lowwater.core.kind import Kind, kind_of
from lowwater.errors import BadData
from lowwater.people.column_type import Bound, ColumnType, chosen
from lowwater.people.people import cell_words
from lowwater.people.table import Counted

_TYPES: tuple[tuple[Any, ColumnType], ...] = (
    (nw.UInt64, ColumnType(cast=True)),
    (nw.Int128, ColumnType(cast=True)),
    (nw.UInt128, ColumnType(cast=True)),
    (nw.Boolean, ColumnType(cast=True)),
    (nw.Decimal, ColumnType(cast=True)),
    (nw.Date, ColumnType("date")),
    (nw.Time, ColumnType("time")),
    (nw.Duration, ColumnType("duration")),
)
"""What a column holds, by its narwhals type."""

_KINDS: dict[Kind, ColumnType] = {"date": ColumnType("date"), "time": ColumnType("time")}


class Frame:
    """A column of a frame that narwhals knows, eager or lazy."""

    def __init__(self, native: Any, column: str | None) -> None:
        frame: Any = nw.from_native(native)
        self.schema = frame.collect_schema()
        self.column = chosen(column, list(self.schema))
        polars = frame.implementation.is_polars()
        self.spark = isinstance(frame, nw.LazyFrame) and not polars
        self._how: dict[str, Any] = {"engine": "streaming"} if polars else {}
        self.frame = frame.lazy() if polars else frame

    @cached_property
    def type(self) -> ColumnType:
        """What the column holds."""
        dtype = self.schema[self.column]
        known = [type_ for each, type_ in _TYPES if dtype == each]
        if known or dtype.is_integer():
            return known[0] if known else ColumnType(whole=True)
        if dtype.is_float():
            return ColumnType(floating=True)
        if isinstance(dtype, nw.Datetime):
            return ColumnType("datetime" if dtype.time_zone is None else "instant")
        return self._by_cell()

    def _by_cell(self) -> ColumnType:
        """The type of a column of objects, by its first cell."""
        cells = self._cells(~nw.col(self.column).is_null(), 1)
        cell = cells[0] if cells else None
        if isinstance(cell, Decimal):
            return ColumnType(cast=True)
        if not isinstance(cell, (date, datetime, time, timedelta)):
            raise BadData(f"the column {self.column!r} does not hold numbers: {str(cell)!r} is one of its cells")
        kind = kind_of(cell)
        return _KINDS.get(kind, ColumnType(kind))

    @cached_property
    def value(self) -> Any:
        """The column as an expression."""
        column = nw.col(self.column)
        return column.cast(nw.Float64) if self.type.cast else column

    def indicator(self, truth: Any) -> Any:
        """The sum of a truth over rows; Spark adds up no truths."""
        return (truth.cast(nw.Int64) if self.spark else truth).sum()

    def at_most(self, bounds: Sequence[Bound]) -> Counted:
        """One pass: the rows, and how many are at or below each bound."""
        sums = [self.indicator(self.value <= bound).alias(f"within {i}") for i, bound in enumerate(bounds)]
        rows, *within = self.row(nw.len().alias("rows"), *sums)
        return Counted(rows, within)

    def missing(self) -> Counted:
        """The rows, and how many of them have no value, or NaN."""
        rows, missing = self.row(nw.len().alias("rows"), self.indicator(self._gone).alias("missing"))
        return Counted(rows, [missing])

    @property
    def _gone(self) -> Any:
        gone = nw.col(self.column).is_null()
        return gone | nw.col(self.column).is_nan() if self.type.floating else gone

    def outside(self, low: Bound, high: Bound, count: int) -> list[str]:
        """Up to `count` values at or below `low` or above `high`."""
        cells = self._cells((self.value <= low) | ~(self.value <= high), count)
        return [cell_words(cell) for cell in cells]

    def _cells(self, condition: Any, count: int) -> list[Any]:
        few = self.collected(lambda: self.frame.filter(condition).select(self.column).head(count))
        return list(few[self.column].to_list())

    def row(self, *expressions: Any) -> list[int]:
        """The one row of whole numbers that the expressions make; a sum over no rows is 0."""
        return [int(cell or 0) for cell in self.collected(lambda: self.frame.select(*expressions)).row(0)]

    def collected(self, make: Callable[[], Any]) -> Any:
        """The frame of few rows that `make` makes, in memory; Polars computes it as a stream."""
        try:
            frame = make()
            return frame.collect(**self._how) if isinstance(frame, nw.LazyFrame) else frame
        except Exception as error:  # every engine has errors of its own
            raise self.failed(error) from None

    def failed(self, error: Exception) -> BadData:
        """What an engine says that cannot count a column."""
        name = self.frame.implementation.name.lower()
        return BadData(f"{name} cannot count the column {self.column!r}: {str(error).strip().splitlines()[0]}")
