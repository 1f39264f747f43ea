"""Relation groups: a column of a DuckDB relation, counted by group."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from lowwater.errors import BadData
from lowwater.files.table import quoted
from lowwater.people.column_type import Bound
from lowwater.people.groups import Grouping, Ints, in_order
from lowwater.people.relation import FEW, Relation, literal


class RelationGroups(Relation):
    """A column of a DuckDB relation, of the rows in the listed groups."""

    def __init__(self, relation: Any, column: str | None, grouping: Grouping) -> None:
        super().__init__(relation, column)
        if grouping.by not in relation.columns:
            raise BadData(f"the table has no column {grouping.by!r}; it has {', '.join(relation.columns)}")
        self._by = quoted(grouping.by, chr(34))
        if all(isinstance(group, str) for group in grouping.groups):
            self._by = f"CAST({self._by} AS VARCHAR)"
        self._groups, self._names = [group_literal(group) for group in grouping.groups], _list(grouping.groups)
        self._whole = relation  # counted by a join, which leaves other groups out faster than the filter does
        self.relation = relation.filter(f"{self._by} IN ({', '.join(self._groups)})")

    def at_most_by(self, bounds: Sequence[Sequence[Bound]]) -> tuple[Ints, Ints]:
        """One pass: the rows of each group, and how many are at or below each of its bounds."""
        shared = all(row == bounds[0] for row in bounds)
        distinct = sorted(set(bounds[0]))
        query = self._same(distinct) if shared else self._own(bounds)
        rows = self._fetched(lambda: self._whole.query("people", query))
        if not shared:
            return in_order(rows, len(self._groups), len(bounds[0]))
        sizes, bins = in_order(rows, len(self._groups), len(distinct))
        sums = np.cumsum(bins, axis=1) if len(distinct) > FEW else bins
        return sizes, sums[:, [distinct.index(each) for each in bounds[0]]]

    def _same(self, bounds: Sequence[Bound]) -> str:
        """The query for bounds that all groups share: counts at or below each, or between two where they are many."""
        bins = f"list_value({', '.join(f'count(*) FILTER ({self.value} <= {literal(each)})' for each in bounds)})"
        if len(bounds) > FEW:
            histogram = f"map_values(histogram({self.value}, [{', '.join(map(literal, bounds))}]))"
            bins = f"{histogram}[:{len(bounds)}]"
        counted = f"SELECT {self._by} AS named, count(*) AS size, {bins} AS bins FROM people GROUP BY 1"
        return f"SELECT place, size, bins FROM ({counted}) JOIN ({self._listed()}) USING (named)"

    def _own(self, bounds: Sequence[Sequence[Bound]]) -> str:
        """The query for bounds of each group's own, which a join brings to its rows."""
        names = [f"b{index}" for index in range(len(bounds[0]))]
        columns = [
            f"unnest({_list(column)}) AS {name}" for name, column in zip(names, zip(*bounds, strict=True), strict=True)
        ]
        counts = ", ".join(f"count(*) FILTER ({self.value} <= {name})" for name in names)
        joined = f"people JOIN ({', '.join([self._listed(), *columns])}) ON {self._by} = named"
        return f"SELECT place, count(*), list_value({counts}) FROM {joined} GROUP BY place"

    def _listed(self) -> str:
        """The query for the groups and their places in the list."""
        return f"SELECT unnest({self._names}) AS named, unnest(range({len(self._groups)})) AS place"


_TYPES = {int: "BIGINT", float: "DOUBLE", str: "VARCHAR"}
_MARKS = [chr(code) for code in (44, *range(31, 0, -1))]  # a comma, and characters that hardly any name has


def _list(values: Sequence[Any]) -> str:
    """Values as an SQL list; those of one type as one text that is split, which DuckDB reads faster than one by one."""
    types = {type(value) for value in values}
    type_ = _TYPES.get(types.pop()) if len(types) == 1 else None
    texts = [str(value) for value in values]
    mark = next((mark for mark in _MARKS if not any(mark in text for text in texts)), None)
    if type_ is None or mark is None:
        return f"[{', '.join(map(group_literal, values))}]"
    return f"CAST(string_split({quoted(mark.join(texts), chr(39))}, chr({ord(mark)})) AS {type_}[])"


def group_literal(group: Hashable) -> str:
    """A group as SQL: text, a truth, or a number, date or moment as a bound."""
    if isinstance(group, str):
        return quoted(group, chr(39))
    return str(group).upper() if isinstance(group, bool) else literal(group)  # type: ignore[arg-type]
