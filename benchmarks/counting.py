"""Counting a column in its file: how memory grows with the file."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import duckdb

from benchmarks.measure import Ratio, peak_megabytes

_ROWS = (1_000_000, 20_000_000)


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("parquet", "csv"):
            few, many = (_peak(Path(folder) / f"people{rows}.{ending}", rows) for rows in _ROWS)
            detail = f"{many:.0f} MB and {few:.0f} MB for {_ROWS[1]:,} and {_ROWS[0]:,} rows"
            yield Ratio(f"peak memory of find, 20 times the rows ({ending})", many / few, 3, True, detail)


def _peak(path: Path, rows: int) -> float:
    """The peak memory, in megabytes, of a find over `rows` rows."""
    age = "18 + 70 * ((i * 2654435761) % 4294967296) / 4294967296.0"
    duckdb.sql(f"COPY (SELECT i AS person, {age} AS age FROM range({rows}) AS r(i)) TO '{path}'")  # noqa: S608
    options = ["find", str(path), "--column", "age", "--epsilon", "1", "--domain", "0", "150", "--json"]
    return peak_megabytes([sys.executable, "-m", "lowwater", *options])
