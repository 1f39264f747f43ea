"""Batches: a column of a PyArrow dataset, counted batch by batch, so that memory is bounded by one of them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyarrow

from lowwater.people.column_type import Bound, ColumnType, chosen
from lowwater.people.frame import Frame
from lowwater.people.table import Counted


class Batches:
    """A column of a dataset."""

    def __init__(self, dataset: Any, column: str | None) -> None:
        self.column = chosen(column, list(dataset.schema.names))
        self._dataset = dataset
        self._none = Frame(dataset.schema.empty_table().select([self.column]), self.column)

    @property
    def type(self) -> ColumnType:
        """What the column holds."""
        return self._none.type

    def at_most(self, bounds: Sequence[Bound]) -> Counted:
        """One pass: the rows, and how many are at or below each bound."""
        return self._sum(lambda frame: frame.at_most(bounds), len(bounds))

    def missing(self) -> Counted:
        """The rows, and how many of them have no value, or NaN."""
        return self._sum(Frame.missing, 1)

    def outside(self, low: Bound, high: Bound, count: int) -> list[str]:
        """Up to `count` values at or below `low` or above `high`."""
        shown: list[str] = []
        for frame in self._frames():
            shown += frame.outside(low, high, count - len(shown))
            if len(shown) == count:
                break
        return shown

    def _sum(self, count: Callable[[Frame], Counted], width: int) -> Counted:
        rows, within = 0, [0] * width
        for frame in self._frames():
            counted = count(frame)
            rows += counted.rows
            within = [each + more for each, more in zip(within, counted.within, strict=True)]
        return Counted(rows, within)

    def _frames(self) -> Iterator[Frame]:
        for batch in self._dataset.to_batches(columns=[self.column]):
            if batch.num_rows:
                yield Frame(pyarrow.table(batch), self.column)
