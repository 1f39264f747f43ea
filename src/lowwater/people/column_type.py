"""Column type: what a column of a table holds, and where a threshold falls among its values.

An engine is only ever asked how many values are at or below a bound, which is a value of the column's own type: exact
for whole numbers beyond 2**53, for dates and for moments, and the same on every engine where a value is NaN, which is
at or below nothing.
"""

import math
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from lowwater.core.kind import MICRO, Kind, nouns, of_day, of_micros
from lowwater.errors import BadData

Bound = int | float | date | datetime | time | timedelta
"""A value that a column can have."""

_LEAST, _MOST = -(2**63), 2**63 - 1
_TIE = 0.25  # of a microsecond: seconds as doubles are that near to whole microseconds


@dataclass(frozen=True)
class ColumnType:
    """The kind of a column's values; `whole` numbers, or `floating` ones, among which NaN may be.

    cast: the values are decimals, truths or wider than 64 bits with a sign, and count as the nearest double.
    """

    kind: Kind = "number"
    whole: bool = False
    floating: bool = False
    cast: bool = False

    def at(self, threshold: float) -> Bound:
        """The last value at or below the threshold."""
        if self.kind == "number" and not self.whole:
            return float(threshold)
        return self._value(math.floor(self._scaled(threshold)))

    def below(self, threshold: float) -> Bound:
        """The last value below the threshold."""
        if self.kind == "number" and not self.whole:
            return math.nextafter(threshold, -math.inf)
        return self._value(math.ceil(self._scaled(threshold) - 2 * (self._tie)) - 1)

    @property
    def _tie(self) -> float:
        return 0.0 if self.kind in ("number", "date") else _TIE

    def _scaled(self, threshold: float) -> float:
        """The threshold in whole numbers, days or microseconds, moved so that a value of its own is not missed."""
        return threshold if not self._tie else threshold * MICRO + self._tie

    def _value(self, count: int) -> Bound:
        if self.kind == "number":
            return min(max(count, _LEAST), _MOST)
        return of_day(count) if self.kind == "date" else of_micros(self.kind, count)

    def require(self, kind: Kind, column: str) -> None:
        """Refuse a domain of another kind."""
        if kind != self.kind:
            holds = f"the column {column!r} holds {nouns(self.kind)}"
            raise BadData(f"{holds}, and the domain {nouns(kind)}; give both alike")


def chosen(column: str | None, names: list[str]) -> str:
    """The column that is given, or the only one there is."""
    if column is None and len(names) == 1:
        return names[0]
    if column is None:
        raise BadData(f"a table with the columns {', '.join(names)}; say which has the numbers, with column=")
    if column not in names:
        raise BadData(f"the table has no column {column!r}; it has {', '.join(names)}")
    return column
