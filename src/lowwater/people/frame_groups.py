"""Frame groups: a column of a frame, counted by group.

A frame in memory has the place of every row's group looked up once; then a round is one comparison for each row. A
lazy one is joined with the bounds of the groups, which are few, and its engine adds up.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import narwhals as nw
import numpy as np

from lowwater.errors import BadData
from lowwater.people.column_type import Bound
from lowwater.people.frame import Frame
from lowwater.people.groups import Grouping, Ints, in_order

_AT_ONCE = 2**18  # rows


class FrameGroups(Frame):
    """A column of a frame that narwhals knows, of the rows in the listed groups."""

    def __init__(self, native: Any, column: str | None, grouping: Grouping) -> None:
        super().__init__(native, column)
        self._by, self._groups = grouping.by, list(grouping.groups)
        if self._by not in self.schema:
            raise BadData(f"the table has no column {self._by!r}; it has {', '.join(self.schema)}")
        frame = self.frame.select(self.column, self._by)
        if all(isinstance(group, str) for group in self._groups) and self.schema[self._by] != nw.String:
            frame = frame.with_columns(nw.col(self._by).cast(nw.String))
        self.frame = frame.filter(nw.col(self._by).is_in(self._groups))

    def at_most_by(self, bounds: Sequence[Sequence[Bound]]) -> tuple[Ints, Ints]:
        """One pass: the rows of each group, and how many are at or below each of its bounds."""
        try:
            return self._joined(bounds) if isinstance(self.frame, nw.LazyFrame) else self._compared(bounds)
        except BadData:
            raise
        except Exception as error:  # every engine has errors of its own
            raise self.failed(error) from None

    def _compared(self, bounds: Sequence[Sequence[Bound]]) -> tuple[Ints, Ints]:
        """The counts of a frame in memory, some rows at a time."""
        count, width, codes = len(self._groups), len(bounds[0]), self._codes
        columns = [self._array([row[index] for row in bounds]) for index in range(width)]
        within = np.zeros((count, width), dtype=np.int64)
        for start in range(0, codes.size if width else 0, _AT_ONCE):
            code, value = codes[start : start + _AT_ONCE], self._values[start : start + _AT_ONCE]
            for index, column in enumerate(columns):
                within[:, index] += np.bincount(code[value <= column[code]], minlength=count)
        return np.bincount(codes, minlength=count), within

    @cached_property
    def _codes(self) -> Ints:
        """The place of every row's group in the list."""
        places = nw.col(self._by).replace_strict(self._groups, list(range(len(self._groups))), return_dtype=nw.Int64)
        return np.asarray(self.frame.select(places)[self._by].to_numpy(), dtype=np.int64)

    @cached_property
    def _values(self) -> Any:
        """The column's values, as numpy has them."""
        return self.frame.select(self.value)[self.column].to_numpy()

    def _array(self, bounds: list[Bound]) -> Any:
        """The bounds of all groups, as numpy compares them with the values."""
        series = nw.new_series("bound", bounds, backend=self.frame.implementation)
        return series.to_numpy()

    def _joined(self, bounds: Sequence[Sequence[Bound]]) -> tuple[Ints, Ints]:
        """The counts of a lazy frame."""
        width = len(bounds[0])
        joined = self.frame.join(self._few(bounds), on=self._by, how="inner")
        truths = [(self.value <= nw.col(f"bound {i}")).cast(nw.Int64).alias(f"within {i}") for i in range(width)]
        sums = [nw.col(f"within {i}").sum() for i in range(width)]
        marked = joined.with_columns(*truths) if truths else joined
        counted = marked.group_by(self._by).agg(nw.len().alias("rows"), *sums)
        place = {group: index for index, group in enumerate(self._groups)}
        rows = ((place[group], size, counts) for group, size, *counts in self.collected(lambda: counted).rows())
        return in_order(rows, len(place), width)

    def _few(self, bounds: Sequence[Sequence[Bound]]) -> Any:
        """The bounds of each group, as a frame of the same engine."""
        columns: dict[str, Any] = {self._by: self._groups}
        columns |= {f"bound {i}": list(column) for i, column in enumerate(zip(*bounds, strict=True))}
        if not self.spark:
            return nw.from_dict(columns, backend=self.frame.implementation).lazy()
        rows = [tuple(row) for row in zip(*columns.values(), strict=True)]
        return nw.from_native(self.frame.to_native().sparkSession.createDataFrame(rows, list(columns)))
