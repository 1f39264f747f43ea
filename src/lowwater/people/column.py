"""Column: people whose numbers stay in a file.

Every round needs one number, how many rows are at or below a threshold; DuckDB counts them in place, in bounded
memory, and reads no other column.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from lowwater.core.domain import Domain
from lowwater.errors import BadData
from lowwater.files.table import quoted, source
from lowwater.files.unreadable import MixedLines, unreadable
from lowwater.people.admit import SHOWN
from lowwater.people.people import Fault, Floats, Strays

_MEMORY = "512MB"

_FAULTS: dict[Fault, tuple[str, Callable[[Domain], list[float]]]] = {
    "missing": ("x IS NULL OR isnan(x)", lambda _domain: []),
    "outside": ("x < ? OR x > ?", lambda domain: [domain.lo, domain.hi]),
    "off the step": ("(x - ?) % ? != 0", lambda domain: [domain.lo, domain.step or math.inf]),
}
"""The SQL condition of each fault, and its parameters."""


class Column:
    """The numbers in one column of a CSV or Parquet file."""

    iid = False

    def __init__(self, path: Path, column: str) -> None:
        self._path = path
        self._connection = duckdb.connect(config={"memory_limit": _MEMORY})
        try:
            self.people = self._open(source(path), column)
        except MixedLines:
            self.people = self._open(source(path, strict=False), column)

    def _open(self, rows: str, column: str) -> int:
        """Create the view `people` of the column's numbers, and count its rows."""
        names = [row[0] for row in self._rows(f"DESCRIBE SELECT * FROM {rows}")]
        if column not in names:
            raise BadData(f"{self._path.name} has no column {column!r}; it has {', '.join(names)}")
        text = quoted(column, chr(34))
        text = text if rows.startswith("read_parquet") else f"trim({text})"  # a bare cast would fail inside the reader
        value = f"TRY_CAST({text} AS DOUBLE)"
        self._rows(f"CREATE OR REPLACE VIEW people AS SELECT {value} AS x FROM {rows}")
        return int(self._rows("SELECT count(*), count(x) FROM people")[0][0])

    @property
    def pool(self) -> int:
        """The number of people: they are no sample."""
        return self.people

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many rows have the truth yes at each threshold."""
        side = "<=" if domain.direction == "minimum" else ">="
        query = f"SELECT count(*) FROM people WHERE x {side} ?"
        return np.array([float(self._rows(query, [threshold])[0][0]) for threshold in thresholds.tolist()])

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of rows with the truth yes."""
        return self.count(domain, thresholds) / self.people

    def strays(self, fault: Fault, domain: Domain) -> Strays:
        """The rows whose number has this fault, the first few shown with their row numbers."""
        bad, of = _FAULTS[fault]
        parameters = of(domain)
        ((count,),) = self._rows(f"SELECT count(*) FROM people WHERE {bad}", parameters)
        if not count:
            return Strays()
        numbered = "SELECT x, row_number() OVER () AS row FROM people"
        first = self._rows(f"SELECT row, x FROM ({numbered}) WHERE {bad} LIMIT {SHOWN}", parameters)
        return Strays(count, [f"row {row}" if x is None else f"{x:,.15g} in row {row}" for row, x in first])

    def _rows(self, query: str, parameters: list[float] | None = None) -> list[Any]:
        try:
            rows: list[Any] = self._connection.execute(query, parameters or []).fetchall()
        except duckdb.Error as error:
            raise unreadable(self._path, error) from None
        return rows
