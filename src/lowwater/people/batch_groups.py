"""Batch groups: a column of a PyArrow dataset, counted by group, batch by batch."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow

from lowwater.people.batches import Batches
from lowwater.people.column_type import Bound
from lowwater.people.frame_groups import FrameGroups
from lowwater.people.groups import Grouping, Ints


class BatchGroups(Batches):
    """A column of a dataset, of the rows in the listed groups."""

    def __init__(self, dataset: Any, column: str | None, grouping: Grouping) -> None:
        super().__init__(dataset, column)
        self._grouping = grouping
        FrameGroups(dataset.schema.empty_table(), column, grouping)  # refuse a column that is not there

    def at_most_by(self, bounds: Sequence[Sequence[Bound]]) -> tuple[Ints, Ints]:
        """One pass: the rows of each group, and how many are at or below each of its bounds."""
        sizes, within = np.zeros(len(bounds), dtype=np.int64), np.zeros((len(bounds), len(bounds[0])), dtype=np.int64)
        for frame in self._frames():
            more, counts = frame.at_most_by(bounds)
            sizes, within = sizes + more, within + counts
        return sizes, within

    def _frames(self) -> Iterator[FrameGroups]:
        for batch in self._dataset.to_batches(columns=list(dict.fromkeys([self.column, self._grouping.by]))):
            if batch.num_rows:
                yield FrameGroups(pyarrow.table(batch), self.column, self._grouping)
