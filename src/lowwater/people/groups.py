"""Groups: people counted apart by a public list of groups, all groups in one pass."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain
from lowwater.errors import BadData, BadPlan
from lowwater.people.column_type import Bound
from lowwater.people.people import Floats
from lowwater.people.table import Rows

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Grouping:
    """How people are told apart: the column `by`, and the public list of its values.

    person: the column that names a person, where one may have several rows; None: every row is a person.
    cap: in how many groups a person takes part at most. Nobody answers more often, and the grant is split by it.
    """

    by: str
    groups: tuple[Hashable, ...]
    person: str | None = None
    cap: int = 1

    def __post_init__(self) -> None:
        if not self.groups:
            raise BadPlan("groups=None; give the public list of groups: one read off the data would tell who is there")
        twice = [group for group, count in Counter(self.groups).items() if count > 1 or group is None]
        if twice:
            raise BadPlan(f"groups has {twice[0]!r} twice, or a group without a name; name each group once")
        if type(self.cap) is not int or not 1 <= self.cap <= len(self.groups):
            raise BadPlan(f"cap={self.cap!r}; a person takes part in 1 to {len(self.groups)} of these groups")
        if self.cap > 1 and self.person is None:
            raise BadPlan(f"cap={self.cap!r} without person=; name the column that tells persons apart")

    @classmethod
    def taken_from(cls, options: dict[str, Any]) -> "Grouping | None":
        """The grouping that options by name ask for, taken out of them; None where there is none."""
        by, groups, person, cap = (options.pop(name, None) for name in ("by", "groups", "person", "cap"))
        if by is None:
            if (groups, person, cap) != (None, None, None):
                raise BadPlan("groups=, person= and cap= go with by=, the column that tells groups apart")
            return None
        return cls(by, () if groups is None else tuple(groups), person, 1 if cap is None else cap)


def several_rows(persons: int) -> BadData:
    """The refusal of persons with several numbers in one group, of whom a quantile needs one."""
    return BadData(
        f"{persons:,} times a person has several rows in one group, and a quantile needs one number for each; "
        "choose one of them first"
    )


def in_order(rows: Iterable[Any], groups: int, width: int) -> tuple[Ints, Ints]:
    """The rows (place in the list, size, counts) as arrays in the order of the list; a group without rows has none."""
    sizes, within = np.zeros(groups, dtype=np.int64), np.zeros((groups, width), dtype=np.int64)
    for place, size, counts in rows:
        sizes[place], within[place] = size, counts
    return sizes, within


class GroupRows(Rows, Protocol):
    """One column of a table, of the rows in the listed groups alone."""

    def at_most_by(self, bounds: Sequence[Sequence[Bound]]) -> tuple[Ints, Ints]:
        """One pass: the rows of each group, and how many are at or below each of its own bounds, group by bound."""
        ...


class GroupTable:
    """The people of every group, counted at thresholds of their own."""

    def __init__(self, rows: GroupRows, groups: int) -> None:
        self._rows = rows
        self.sizes, _ = rows.at_most_by([[]] * groups)

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many of each group have the truth yes at its thresholds, group by threshold, in one pass."""
        type_, minimum = self._rows.type, domain.direction == "minimum"
        bound = type_.at if minimum else type_.below
        sizes, within = self._rows.at_most_by([[bound(each) for each in row] for row in thresholds.tolist()])
        if (sizes != self.sizes).any():
            raise BadData(
                f"the groups had {self.sizes.sum():,} rows and have {sizes.sum():,} now, or moved; "
                "keep the table as it is while people are asked"
            )
        return np.asarray(within if minimum else sizes[:, None] - within, dtype=float)
