"""Table: how DuckDB is to read a file, found out from the file's name and its first line.

Nothing is guessed from a sample of rows: a CSV file has a header, one delimiter, and as many fields in every line as
the header has. Everything else is an error that names the line.
"""

import csv
import gzip
from pathlib import Path
from typing import Any

from lowwater.errors import BadData

_DELIMITERS = ",;\t|"


def source(path: Path, *, strict: bool = True) -> str:
    """The SQL that stands for this file's rows; not strict: line endings may be mixed, as they are in the wild."""
    if not path.is_file():
        raise BadData(f"there is no file {path}")
    name = path.name.lower()
    if name.endswith(".parquet"):
        return f"read_parquet({quoted(str(path), chr(39))})"
    if not name.endswith((".csv", ".csv.gz", ".tsv", ".tsv.gz")):
        raise BadData(f"{path.name} is neither CSV, TSV nor Parquet by its name; rename or convert it")
    delimiter, names = _header(path)
    columns = ", ".join(f"{quoted(column, chr(39))}: 'VARCHAR'" for column in names)
    return (
        f"read_csv({quoted(str(path), chr(39))}, auto_detect = false, header = true, columns = {{{columns}}}, "
        f"delim = {quoted(delimiter, chr(39))}, quote = '\"', escape = '\"', strict_mode = {str(strict).lower()})"
    )


def _header(path: Path) -> tuple[str, list[str]]:
    """The delimiter and the names of the columns."""
    opened: Any = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8-sig") as lines:
            first = lines.readline().rstrip("\r\n")
    except (UnicodeDecodeError, gzip.BadGzipFile, EOFError):
        raise BadData(f"{path.name} is not a text file in UTF-8") from None
    if not first.strip():
        raise BadData(f"{path.name} has no header; its first line must name the columns")
    delimiter = max(_DELIMITERS, key=first.count)
    names = next(csv.reader([first], delimiter=delimiter))
    if len(set(names)) < len(names) or "" in names:
        raise BadData(f"{path.name} has columns without a name of their own: {', '.join(names)}")
    return delimiter, names


def quoted(text: str, mark: str) -> str:
    """An SQL name or string: marks doubled, so that nothing in it is read as SQL."""
    return mark + text.replace(mark, 2 * mark) + mark
