"""Query: SQL over a data file, run by DuckDB in bounded memory; an error names the file and its line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from lowwater.errors import BadData
from lowwater.files.table import SPARE, quoted, source
from lowwater.files.unreadable import MixedLines, unreadable

MEMORY = "1GB"

Rows = Callable[..., str]
"""The function for the SQL of a file's rows: `source`, or one with its arguments for a format without a header."""


def columns(path: Path) -> list[str]:
    """The names of a file's columns."""
    rows: list[Any] = _execute(path, f"DESCRIBE SELECT * FROM {source(path)}").fetchall()
    return [row[0] for row in rows]


def require(path: Path, wanted: tuple[str, ...]) -> None:
    """Refuse a file that lacks a column of `wanted`."""
    missing = [name for name in wanted if name not in (present := columns(path))]
    if missing:
        raise BadData(f"{path.name} has no column {', '.join(missing)}; it has {', '.join(present)}")


def ask(path: Path, query: str, rows: Rows = source) -> dict[str, Any]:
    """Run the query, in which {rows} stands for the file's rows; return arrays by column, NaN for a missing number."""
    try:
        cursor = _execute(path, query.replace("{rows}", rows(path, strict=True)))
    except MixedLines:
        _refuse_longer_lines(path, rows)
        cursor = _execute(path, query.replace("{rows}", rows(path, strict=False)))
    arrays: dict[str, Any] = cursor.fetchnumpy()
    return {name: _with_nan(column) for name, column in arrays.items()}


def _refuse_longer_lines(path: Path, rows: Rows) -> None:
    """Refuse a line with more fields than columns, which DuckDB would cut off without strict mode."""
    padded = rows(path, strict=False, spare=True)
    longer = _execute(path, f"SELECT count({quoted(SPARE, chr(34))}) FROM {padded}").fetchone()[0]
    if longer:
        raise BadData(f"{path.name} has more fields than columns in {longer:,} of its lines; mend or drop them")


def _with_nan(column: Any) -> Any:
    """Replace DuckDB's mask of missing numbers by NaN; a mask is easily lost, NaN is not."""
    if not isinstance(column, np.ma.MaskedArray) or column.dtype.kind not in "iuf":
        return column
    return np.where(np.ma.getmaskarray(column), np.nan, np.ma.getdata(column))


def require_numbers(path: Path, wanted: tuple[str, ...], rows: Rows = source, *, holes: bool = False) -> None:
    """Refuse text, an infinity or, without `holes`, an empty cell in the columns `wanted`; name its line."""
    for name in wanted:
        is_number = f"isfinite(TRY_CAST({text(name)} AS DOUBLE)) AND NOT contains({text(name)}, '_')"
        allowed = f"({is_number}) OR {hole(name)}" if holes else is_number
        _refuse(path, name, f"({allowed}) IS NOT TRUE", "no number", rows)


def require_filled(path: Path, wanted: tuple[str, ...], rows: Rows = source) -> None:
    """Refuse an empty cell in the columns `wanted`; name its line."""
    for name in wanted:
        _refuse(path, name, hole(name), "no name", rows)


def _refuse(path: Path, name: str, bad: str, what: str, rows: Rows) -> None:
    numbered = f"SELECT row_number() OVER () AS row, {text(name)} AS text, ({bad}) AS bad FROM {{rows}}"
    cells = ask(path, f"SELECT row, text FROM ({numbered}) WHERE bad LIMIT 1", rows)
    if not len(cells["row"]):
        return
    row, cell = int(cells["row"][0]), cells["text"][0]
    position = f"row {row}" if path.suffix.lower() == ".parquet" else f"line {row + (rows is source)}"
    value = "is empty" if cell is None or cell is np.ma.masked else f"is {str(cell)!r}"
    remedy = "write decimals with a point" if "," in str(cell) else "mend or drop it"
    raise BadData(f"{path.name}, {position}: {name} {value}, which is {what}; {remedy}")


def number(name: str) -> str:
    """The SQL of a column as numbers; DuckDB refuses text that is none, with its line."""
    return f"CAST({quoted(name, chr(34))} AS DOUBLE)"


def hole(name: str) -> str:
    """The SQL of whether a cell is empty, or NaN, which some programs write for empty."""
    return f"({text(name)} IS NULL OR lower({text(name)}) IN ('', 'nan'))"


def text(name: str) -> str:
    """The SQL of a column as trimmed text, in which names that are large numbers stay exact."""
    return f"trim(CAST({quoted(name, chr(34))} AS VARCHAR))"


def _execute(path: Path, query: str) -> Any:
    connection = duckdb.connect(config={"memory_limit": MEMORY})
    try:
        return connection.execute(query)
    except duckdb.Error as error:
        raise unreadable(path, error) from None
