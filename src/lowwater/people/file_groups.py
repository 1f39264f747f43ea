"""File groups: the columns of a file that groups need, as a DuckDB relation, in bounded memory."""

from pathlib import Path
from typing import Any

import duckdb

from lowwater.core.kind import Kind
from lowwater.errors import BadData
from lowwater.files.table import folder_source, quoted, source
from lowwater.files.unreadable import MixedLines, unreadable
from lowwater.people.column import CASTS, MEMORY
from lowwater.people.groups import Grouping


def file_groups(path: Path, column: str, grouping: Grouping, kind: Kind) -> Any:
    """The numbers, the group and the person of every row; text is read as the kind of the numbers."""
    connection = duckdb.connect(config={"memory_limit": MEMORY})
    try:
        return _relation(connection, path, source(path), column, grouping, kind)
    except MixedLines:
        return _relation(connection, path, source(path, strict=False), column, grouping, kind)


def _relation(connection: Any, path: Path, rows: str, column: str, grouping: Grouping, kind: Kind) -> Any:
    try:
        whole = connection.sql(f"SELECT * FROM {rows}")
        if text := not rows.startswith("read_parquet"):
            connection.execute(f"SELECT count(COLUMNS(*)) FROM {rows}").fetchall()  # a torn line shows now, not halfway
    except duckdb.Error as error:
        raise unreadable(path, error) from None
    wanted = dict.fromkeys([column, grouping.by, *([grouping.person] if grouping.person else [])])
    if grouping.by not in whole.columns and (folders := folder_source(path, whole.columns)):
        whole = connection.sql(f"SELECT * FROM {folders}")
    types = dict(zip(whole.columns, map(str, whole.types), strict=True))
    if missing := [name for name in wanted if name not in types]:
        raise BadData(f"{path.name} has no column {missing[0]!r}; it has {', '.join(types)}")
    columns = [_column(name, types[name], CASTS[kind] if name == column else None, text=text) for name in wanted]
    return whole.project(", ".join(columns))


def _column(name: str, type_: str, cast: str | None, *, text: bool) -> str:
    """The SQL of one column, trimmed where it is text of a CSV file, and read as numbers where it holds them."""
    label = quoted(name, chr(34))
    value = f"trim({label})" if text else label
    return f"TRY_CAST({value} AS {cast}) AS {label}" if cast and type_ == "VARCHAR" else f"{value} AS {label}"
