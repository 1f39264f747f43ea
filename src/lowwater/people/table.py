"""Table: people whose numbers stay in the engine that has them.

A round is one pass, which counts the rows at or below all of its thresholds and the rows themselves; no value leaves
the engine but those that a refusal shows.
"""

from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from lowwater.core.domain import Domain
from lowwater.core.kind import Kind
from lowwater.errors import BadData
from lowwater.people.admit import SHOWN
from lowwater.people.column_type import Bound, ColumnType
from lowwater.people.people import Fault, Floats, Strays


class Counted(NamedTuple):
    """What one pass counts: all rows, and those at or below each bound."""

    rows: int
    within: Sequence[int]


class Rows(Protocol):
    """One column of a table, as its engine counts it."""

    @property
    def column(self) -> str:
        """The name of the column."""
        ...

    @property
    def type(self) -> ColumnType:
        """What the column holds."""
        ...

    def at_most(self, bounds: Sequence[Bound]) -> Counted:
        """One pass: the rows, and how many are at or below each of the rising bounds."""
        ...

    def missing(self) -> Counted:
        """The rows, and how many of them have no value, or NaN."""
        ...

    def outside(self, low: Bound, high: Bound, count: int) -> list[str]:
        """Up to `count` values at or below `low` or above `high`, in words."""
        ...


R = TypeVar("R", bound=Rows)


class Table(Generic[R]):
    """The people of a column."""

    iid = False

    def __init__(self, rows: R, kind: Kind = "number") -> None:
        rows.type.require(kind, rows.column)
        self._rows = rows
        self.people, (self._missing,) = rows.missing()

    @property
    def pool(self) -> int:
        """The number of people: they are no sample."""
        return self.people

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many rows have the truth yes at each threshold, in one pass over all of them."""
        distinct, place = np.unique(thresholds, return_inverse=True)
        minimum, type_ = domain.direction == "minimum", self._rows.type
        within = self._at_most([(type_.at if minimum else type_.below)(each) for each in distinct.tolist()])
        counts = within if minimum else self.people - self._missing - within
        return np.asarray(counts[place.reshape(np.shape(thresholds))])

    def _at_most(self, bounds: Sequence[Bound]) -> Floats:
        rows, within = self._rows.at_most(bounds)
        if rows != self.people:
            raise BadData(
                f"the table had {self.people:,} rows and has {rows:,} now; keep it as it is while people are asked"
            )
        return np.array(within, dtype=float)

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of rows with the truth yes."""
        return self.count(domain, thresholds) / self.people

    def strays(self, fault: Fault, domain: Domain) -> Strays:
        """The rows whose number has this fault, the first few shown."""
        if fault == "missing":
            return Strays(self._missing, [f"in the column {self._rows.column!r}"] if self._missing else [])
        if fault == "off the step":
            raise BadData("a table is not searched for numbers off the step; read it from a file")
        low, high = self._rows.type.below(domain.lo), self._rows.type.at(domain.hi)
        below, inside = self._at_most([low, high])
        count = int(below + self.people - self._missing - inside)
        return Strays(count, self._rows.outside(low, high, SHOWN) if count else [])
