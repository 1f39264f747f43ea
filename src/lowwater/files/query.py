"""Questions to data files, asked of DuckDB in bounded memory; what is wrong with a file is said with its line."""

from pathlib import Path
from typing import Any

import duckdb
import numpy as np

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
    """The answer to a query as arrays by column, NaN where a number is missing; {rows} are the file's rows."""
    whole = query.replace("{rows}", source(path, strict=False)) if "{rows}" in query else query
    found: dict[str, Any] = _connected(path, whole).fetchnumpy()
    return {name: _filled(column) for name, column in found.items()}


def _filled(column: Any) -> Any:
    """DuckDB masks what is missing; a mask is easily lost, NaN is not."""
    if not isinstance(column, np.ma.MaskedArray) or column.dtype.kind not in "iuf":
        return column
    return np.where(np.ma.getmaskarray(column), np.nan, np.ma.getdata(column))


def require_numbers(path: Path, wanted: tuple[str, ...], rows: str = "{rows}") -> None:
    """Refuse a file in which one of these columns has a hole or a text, naming the first line."""
    for name in wanted:
        text = f"CAST({quoted(name, chr(34))} AS VARCHAR)"
        bad = f"SELECT row_number() OVER () AS row, {text} AS text, TRY_CAST(trim({text}) AS DOUBLE) AS x FROM {rows}"
        found = ask(path, f"SELECT row, text FROM ({bad}) WHERE x IS NULL OR isnan(x) LIMIT 1")
        if len(found["row"]):
            row, given = int(found["row"][0]) + (path.suffix != ".parquet"), found["text"][0]
            what = "is empty" if given is None or given is np.ma.masked else f"is {str(given)!r}"
            raise BadData(f"{path.name}, line {row}: {name} {what}, which is no number; mend or drop that line")


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
