"""Opened: the people of whatever a caller has, by its type; an engine is imported when it is used, and by then it was.

A list, an array or a series is numbers at hand. A table stays where it is, and is counted by its own engine.
"""

from importlib import import_module
from typing import Any

from lowwater.core.kind import Kind, nouns
from lowwater.errors import BadData
from lowwater.people.numbers import Numbers
from lowwater.people.people import CheckedPeople
from lowwater.people.table import Rows, Table

_FRAMES = {
    ("pandas", "DataFrame"): "lowwater.people.frame:Frame",
    ("polars", "DataFrame"): "lowwater.people.frame:Frame",
    ("polars", "LazyFrame"): "lowwater.people.frame:Frame",
    ("pyarrow", "Table"): "lowwater.people.frame:Frame",
    ("pyspark", "DataFrame"): "lowwater.people.frame:Frame",
    ("narwhals", "DataFrame"): "lowwater.people.frame:Frame",
    ("narwhals", "LazyFrame"): "lowwater.people.frame:Frame",
    ("pyarrow", "Dataset"): "lowwater.people.batches:Batches",
    ("duckdb", "DuckDBPyRelation"): "lowwater.people.relation:Relation",
}
"""Who counts a table, by the package and the class of it, or of what it inherits from."""

_KEYED = "lowwater.people.spark.rows:SparkRows"
"""Whose rows randomize their own answers: those of a Spark frame with a column of keys."""


def people_of(values: Any, column: str | None = None, kind: Kind = "number") -> CheckedPeople:
    """The people of a table's column, or of numbers at hand."""
    rows = rows_of(values, column)
    if rows is not None:
        return Table(rows, kind)
    if column is not None:
        raise BadData(f"column={column!r} of {type(values).__name__}, which is no table that Lowwater knows")
    return Numbers.of(values, kind=kind)


def keyed_people(values: Any, column: str | None, key: str, kind: Kind = "number") -> CheckedPeople:
    """The people of a Spark frame whose rows, told apart by their `key`, randomize their own answers."""
    if not any((_package(each), each.__name__) == ("pyspark", "DataFrame") for each in type(values).__mro__):
        raise BadData(
            f"key={key!r} of {type(values).__name__}; only rows of a Spark DataFrame draw coins of their own: leave "
            "it out, and answers are randomized here, by counts"
        )
    if kind != "number" or column is None:
        raise BadData(f"key={key!r} with {nouns(kind)}, column={column!r}; give a column of numbers, and their domain")
    people: CheckedPeople = _loaded(_KEYED, values, "spark")(values, column, key)
    return people


def rows_of(values: Any, column: str | None) -> Rows | None:
    """The column of a table; None where the values are no table."""
    home = next((home for each in type(values).__mro__ if (home := _home(each))), None)
    if home is None:
        return None
    rows: Rows = _loaded(home, values, "frames")(values, column)
    return rows


def _loaded(home: str, values: Any, extra: str) -> Any:
    """What a row of a table names, or which extra it takes."""
    module, _, name = home.partition(":")
    try:
        return getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        raise BadData(f"{type(values).__name__} needs {error.name}: pip install 'lowwater[{extra}]'") from None


def _home(kind: type) -> str | None:
    return _FRAMES.get((_package(kind), kind.__name__))


def _package(kind: type) -> str:
    return kind.__module__.partition(".")[0].lstrip("_")
