"""Table: the SQL with which DuckDB reads a file, from the file's name and its first line.

Nothing is guessed from a sample of rows: a CSV file has a header, one delimiter, and as many fields in every line as
the header has. Everything else is an error that names the line.
"""

import csv
import glob
import gzip
import zlib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from lowwater.errors import BadData

_DELIMITERS = ",;\t|"
SPARE = "one field too many"
_OWN_COLUMNS = "hive_partitioning = false"  # else a folder named rating=5 replaces the column rating


def source(path: Path, *, strict: bool = True, spare: bool = False) -> str:
    """The SQL of the rows of a file, or of all Parquet files of a folder or a glob.

    Without `strict` line endings may be mixed; `spare` as in read_csv().
    """
    if pattern := _many(path):
        return f"read_parquet({quoted(pattern, chr(39))}, {_OWN_COLUMNS})"
    literal, name = _literal(path), path.name.lower()
    if name.endswith(".parquet"):
        return f"read_parquet({literal}, {_OWN_COLUMNS})"
    if not name.endswith((".csv", ".csv.gz", ".tsv", ".tsv.gz")):
        raise BadData(f"{path.name} is neither CSV, TSV nor Parquet by its name; rename or convert it")
    delimiter, names = _header(path)
    return read_csv(path, names, delimiter, header=True, strict=strict, spare=spare)


def folder_source(path: Path, own: Collection[str]) -> str | None:
    """The SQL of the rows of a folder with a column for the names of folders such as country=DE; None: there are none.

    The files' `own` columns come first: None too where the name of a folder would replace one.
    """
    pattern = _many(path)
    first = next(path.rglob("*.parquet"), None) if path.is_dir() else None
    keys = {part.partition("=")[0].lower() for part in (first.parts[:-1] if first else ()) if "=" in part}
    if not keys or keys & {name.lower() for name in own}:
        return None
    return f"read_parquet({quoted(pattern or '', chr(39))}, hive_partitioning = true, hive_types_autocast = false)"


def read_csv(path: Path, names: list[str], delimiter: str, *, header: bool, strict: bool, spare: bool) -> str:
    """The SQL that reads the columns `names` as text; `spare` adds the column SPARE, which longer lines fill."""
    columns = ", ".join(f"{quoted(column, chr(39))}: 'VARCHAR'" for column in [*names, *([SPARE] if spare else [])])
    return (
        f"read_csv({_literal(path)}, auto_detect = false, header = {str(header).lower()}, columns = {{{columns}}}, "
        f"delim = {quoted(delimiter, chr(39))}, quote = '\"', escape = '\"', strict_mode = {str(strict).lower()}, "
        f"compression = '{'gzip' if _is_gzip(path) else 'none'}', null_padding = {str(spare).lower()}, {_OWN_COLUMNS})"
    )


def _literal(path: Path) -> str:
    """The path as an SQL string, its glob characters escaped, so that it matches this file alone."""
    if path.is_dir():
        raise BadData(f"there is no file {path}, it is a folder; give a file in it")
    if not path.is_file():
        raise BadData(f"there is no file {path}")
    return quoted(_escaped(path), chr(39))


def _many(path: Path) -> str | None:
    """The pattern of the Parquet files in a folder, or the path itself where it is a glob; None for a file."""
    if path.is_dir():
        if not any(path.rglob("*.parquet")):
            raise BadData(f"the folder {path} has no files that end in .parquet; give a file, or another folder")
        return f"{_escaped(path)}/**/*.parquet"
    if path.exists() or not any(mark in str(path) for mark in "*?["):
        return None
    if not glob.glob(str(path), recursive=True):
        raise BadData(f"no file matches {path}")
    if not path.name.lower().endswith(".parquet"):
        raise BadData(f"the glob {path} does not end in .parquet; only Parquet files are read several at once")
    return str(path)


def _escaped(path: Path) -> str:
    """The path with its glob characters escaped, so that it matches itself alone."""
    return "".join(f"[{mark}]" if mark in "*?[" else mark for mark in str(path))


def _is_gzip(path: Path) -> bool:
    return path.suffix.lower() == ".gz"


def _header(path: Path) -> tuple[str, list[str]]:
    """The delimiter and the names of the columns."""
    line = _first_line(path)
    if not line.strip():
        raise BadData(f"{path.name} has no header; its first line must name the columns")
    delimiter = max(_DELIMITERS, key=line.count)
    names = [name.strip() for name in next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))]
    if len({name.lower() for name in names}) < len(names) or "" in names:
        shown = ", ".join(name or "(no name)" for name in names)
        raise BadData(f"{path.name} has columns without a name of their own: {shown}; rename or drop them")
    return delimiter, names


def _first_line(path: Path) -> str:
    open_file: Any = gzip.open if _is_gzip(path) else open
    try:
        with open_file(path, "rt", encoding="utf-8-sig") as lines:
            line = str(lines.readline()).rstrip("\r\n")
    except UnicodeDecodeError:
        raise _not_text(path) from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadData(f"{path.name} is not a text file that gzip compressed; fetch or compress it again") from None
    if "\0" in line:  # UTF-16 without a byte order mark
        raise _not_text(path)
    return line


def _not_text(path: Path) -> BadData:
    return BadData(f"{path.name} is not a text file in UTF-8; save it as one (UTF-16 is not read)")


def quoted(text: str, mark: str) -> str:
    """The text as an SQL name or string: `mark` at both ends, and doubled inside against SQL injection."""
    return mark + text.replace(mark, 2 * mark) + mark
