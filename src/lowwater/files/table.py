"""Table: how DuckDB is to read a file, found out from the file's name and its first line.

Nothing is guessed from a sample of rows: a CSV file has a header, one delimiter, and as many fields in every line as
the header has. Everything else is an error that names the line.
"""

import csv
import gzip
import zlib
from pathlib import Path
from typing import Any

from lowwater.errors import BadData

_DELIMITERS = ",;\t|"
SPARE = "one field too many"
_OWN_COLUMNS = "hive_partitioning = false"  # else a folder named rating=5 replaces the column rating


def source(path: Path, *, strict: bool = True, spare: bool = False) -> str:
    """The SQL that stands for this file's rows; not strict: line endings may be mixed, as they are in the wild."""
    place, name = _located(path), path.name.lower()
    if name.endswith(".parquet"):
        return f"read_parquet({place}, {_OWN_COLUMNS})"
    if not name.endswith((".csv", ".csv.gz", ".tsv", ".tsv.gz")):
        raise BadData(f"{path.name} is neither CSV, TSV nor Parquet by its name; rename or convert it")
    delimiter, names = _header(path)
    return read_csv(path, names, delimiter, header=True, strict=strict, spare=spare)


def read_csv(path: Path, names: list[str], delimiter: str, *, header: bool, strict: bool, spare: bool) -> str:
    """The SQL that reads these columns as text; spare: and what stands behind them in a longer line."""
    columns = ", ".join(f"{quoted(column, chr(39))}: 'VARCHAR'" for column in [*names, *([SPARE] if spare else [])])
    return (
        f"read_csv({_located(path)}, auto_detect = false, header = {str(header).lower()}, columns = {{{columns}}}, "
        f"delim = {quoted(delimiter, chr(39))}, quote = '\"', escape = '\"', strict_mode = {str(strict).lower()}, "
        f"compression = '{'gzip' if _zipped(path) else 'none'}', null_padding = {str(spare).lower()}, {_OWN_COLUMNS})"
    )


def _located(path: Path) -> str:
    """The file's place as SQL text, with the characters of a glob pattern escaped: it is this file and no other."""
    if path.is_dir():
        raise BadData(f"there is no file {path}, it is a folder; give a file in it")
    if not path.is_file():
        raise BadData(f"there is no file {path}")
    return quoted("".join(f"[{mark}]" if mark in "*?[" else mark for mark in str(path)), chr(39))


def _zipped(path: Path) -> bool:
    return path.suffix.lower() == ".gz"


def _header(path: Path) -> tuple[str, list[str]]:
    """The delimiter and the names of the columns."""
    first = _first_line(path)
    if not first.strip():
        raise BadData(f"{path.name} has no header; its first line must name the columns")
    delimiter = max(_DELIMITERS, key=first.count)
    names = [name.strip() for name in next(csv.reader([first], delimiter=delimiter, skipinitialspace=True))]
    if len({name.lower() for name in names}) < len(names) or "" in names:
        shown = ", ".join(name or "(no name)" for name in names)
        raise BadData(f"{path.name} has columns without a name of their own: {shown}; rename or drop them")
    return delimiter, names


def _first_line(path: Path) -> str:
    opened: Any = gzip.open if _zipped(path) else open
    try:
        with opened(path, "rt", encoding="utf-8-sig") as lines:
            first = str(lines.readline()).rstrip("\r\n")
    except UnicodeDecodeError:
        raise _not_text(path) from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadData(f"{path.name} is not a text file that gzip compressed; fetch or compress it again") from None
    if "\0" in first:  # UTF-16 without its mark
        raise _not_text(path)
    return first


def _not_text(path: Path) -> BadData:
    return BadData(f"{path.name} is not a text file in UTF-8; save it as one (UTF-16 is not read)")


def quoted(text: str, mark: str) -> str:
    """An SQL name or string: marks doubled, so that nothing in it is read as SQL."""
    return mark + text.replace(mark, 2 * mark) + mark
