"""Questions to data files, asked of DuckDB in bounded memory; what is wrong with a file is said with its line."""

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
"""The SQL of a file's rows: `source`, or a format of its own, without a header, that takes the same arguments."""


def columns(path: Path) -> list[str]:
    """The names of a file's columns."""
    found: list[Any] = _connected(path, f"DESCRIBE SELECT * FROM {source(path)}").fetchall()
    return [row[0] for row in found]


def require(path: Path, wanted: tuple[str, ...]) -> None:
    """Refuse a file that lacks a column."""
    missing = [name for name in wanted if name not in (found := columns(path))]
    if missing:
        raise BadData(f"{path.name} has no column {', '.join(missing)}; it has {', '.join(found)}")


def ask(path: Path, query: str, rows: Rows = source) -> dict[str, Any]:
    """The answer to a query as arrays by column, NaN where a number is missing; {rows} are the file's rows."""
    try:
        found = _connected(path, query.replace("{rows}", rows(path, strict=True)))
    except MixedLines:
        _refuse_longer_lines(path, rows)
        found = _connected(path, query.replace("{rows}", rows(path, strict=False)))
    arrays: dict[str, Any] = found.fetchnumpy()
    return {name: _filled(column) for name, column in arrays.items()}


def _refuse_longer_lines(path: Path, rows: Rows) -> None:
    """Refuse a line with more fields than there are columns, which a reader that is not strict would cut off."""
    padded = rows(path, strict=False, spare=True)
    longer = _connected(path, f"SELECT count({quoted(SPARE, chr(34))}) FROM {padded}").fetchone()[0]
    if longer:
        raise BadData(f"{path.name} has more fields than columns in {longer:,} of its lines; mend or drop them")


def _filled(column: Any) -> Any:
    """DuckDB masks what is missing; a mask is easily lost, NaN is not."""
    if not isinstance(column, np.ma.MaskedArray) or column.dtype.kind not in "iuf":
        return column
    return np.where(np.ma.getmaskarray(column), np.nan, np.ma.getdata(column))


def require_numbers(path: Path, wanted: tuple[str, ...], rows: Rows = source, *, holes: bool = False) -> None:
    """Refuse a file in which one of these columns has a text, an infinity or, unless allowed, a hole; name the line."""
    for name in wanted:
        number_ = f"isfinite(TRY_CAST({text(name)} AS DOUBLE)) AND NOT contains({text(name)}, '_')"
        allowed = f"({number_}) OR {hole(name)}" if holes else number_
        _refuse(path, name, f"({allowed}) IS NOT TRUE", "no number", rows)


def require_filled(path: Path, wanted: tuple[str, ...], rows: Rows = source) -> None:
    """Refuse a file in which one of these columns has a hole, naming the first line."""
    for name in wanted:
        _refuse(path, name, hole(name), "no name", rows)


def _refuse(path: Path, name: str, bad: str, what: str, rows: Rows) -> None:
    numbered = f"SELECT row_number() OVER () AS row, {text(name)} AS text, ({bad}) AS bad FROM {{rows}}"
    found = ask(path, f"SELECT row, text FROM ({numbered}) WHERE bad LIMIT 1", rows)
    if not len(found["row"]):
        return
    row, given = int(found["row"][0]), found["text"][0]
    place = f"row {row}" if path.suffix.lower() == ".parquet" else f"line {row + (rows is source)}"
    value = "is empty" if given is None or given is np.ma.masked else f"is {str(given)!r}"
    remedy = "write decimals with a point" if "," in str(given) else "mend or drop it"
    raise BadData(f"{path.name}, {place}: {name} {value}, which is {what}; {remedy}")


def number(name: str) -> str:
    """A column as numbers; text that is none is an error with its line."""
    return f"CAST({quoted(name, chr(34))} AS DOUBLE)"


def hole(name: str) -> str:
    """Whether a cell is empty, or NaN, which is how some programs write that."""
    return f"({text(name)} IS NULL OR lower({text(name)}) IN ('', 'nan'))"


def text(name: str) -> str:
    """A column as text without spaces around it: names that are numbers stay exact, whatever their size."""
    return f"trim(CAST({quoted(name, chr(34))} AS VARCHAR))"


def _connected(path: Path, query: str) -> Any:
    connection = duckdb.connect(config={"memory_limit": MEMORY})
    try:
        return connection.execute(query)
    except duckdb.Error as error:
        raise unreadable(path, error) from None
