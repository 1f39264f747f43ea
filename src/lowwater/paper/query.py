"""Questions to data files, asked of DuckDB in bounded memory; what is wrong with a file is said with its line."""

from pathlib import Path
from typing import Any

import duckdb

from lowwater.errors import BadData
from lowwater.files.column import gist
from lowwater.files.table import quoted, source

MEMORY = "1GB"


def columns(path: Path) -> list[str]:
    """The names of a file's columns."""
    return [row[0] for row in _run(path, f"DESCRIBE SELECT * FROM {source(path, strict=False)}")]


def require(path: Path, wanted: tuple[str, ...]) -> None:
    """Refuse a file that lacks a column."""
    missing = [name for name in wanted if name not in (found := columns(path))]
    if missing:
        raise BadData(f"{path.name} has no column {', '.join(missing)}; it has {', '.join(found)}")


def ask(path: Path, query: str) -> dict[str, Any]:
    """The answer to a query as numpy arrays by column; {rows} in it stands for the file's rows."""
    found: dict[str, Any] = _connected(path, query.replace("{rows}", source(path, strict=False))).fetchnumpy()
    return found


def number(name: str) -> str:
    """A column as numbers; text that is none is an error with its line."""
    return f"CAST({quoted(name, chr(34))} AS DOUBLE)"


def _run(path: Path, query: str) -> list[Any]:
    found: list[Any] = _connected(path, query).fetchall()
    return found


def _connected(path: Path, query: str) -> Any:
    connection = duckdb.connect(config={"memory_limit": MEMORY})
    try:
        return connection.execute(query)
    except duckdb.Error as error:
        raise BadData(f"{path.name} cannot be read: {gist(str(error))}") from None
