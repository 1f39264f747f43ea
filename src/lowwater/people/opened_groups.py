"""Opened groups: the people of a table's groups, counted by its own engine, which is imported when it is used."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from lowwater.core.domain import Direction
from lowwater.errors import BadData
from lowwater.people.groups import Grouping, GroupRows
from lowwater.people.opened import rows_of

Opener = Callable[[Grouping], GroupRows]

_READERS = {
    "Frame": "lowwater.people.frame_groups:FrameGroups",
    "Batches": "lowwater.people.batch_groups:BatchGroups",
    "Relation": "lowwater.people.relation_groups:RelationGroups",
}
"""Who counts by group, by who counts the whole column."""


def opened(values: Any, column: str | None) -> tuple[str, Opener]:
    """The name of the column with the numbers, and what opens the groups of a grouping."""
    rows = rows_of(values, column)
    if rows is None:
        raise BadData(f"by= of {type(values).__name__}; groups need a table, and column= for its numbers")
    return rows.column, partial(_load(_READERS[type(rows).__name__]), values, rows.column)


def kept(values: Any, column: str, grouping: Grouping, keep: Direction | None, salt: str) -> Opener:
    """What opens the groups of the rows that are kept where one person may have several; see `persons`."""
    values = values.to_native() if type(values).__module__.startswith("narwhals") else values
    if type(values).__module__.startswith("pyspark"):
        rows = _load("lowwater.people.spark_persons:kept_rows")(values, column, grouping, keep, salt)
        return partial(_load(_READERS["Frame"]), rows, column)
    wanted = list(dict.fromkeys([column, grouping.by, str(grouping.person)]))
    table = _load("lowwater.people.handed_over:handed_over")(values, wanted)
    rows = _load("lowwater.people.persons:kept_rows")(table, column, grouping, keep, salt)
    return partial(_load(_READERS["Relation"]), rows, column)


def _load(home: str) -> Any:
    module, _, name = home.partition(":")
    try:
        return getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        raise BadData(f"groups of this table need {error.name}: pip install {error.name}") from None
