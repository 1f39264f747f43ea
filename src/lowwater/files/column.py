"""Column: a population that stays in its file.

Every round needs one number, how many rows stand at or below a threshold; DuckDB counts them in place, in bounded
memory, and reads no other column.
"""

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt

from lowwater.core.domain import Domain, Outside
from lowwater.errors import BadData
from lowwater.files.table import quoted, source

Floats = npt.NDArray[np.float64]

_MEMORY = "512MB"
_SHOWN = 5
_ADVICE = ("Possible", "Column ", "LINE ", "file =")


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
        """Look at the column as a table of its own, and count its rows."""
        names = [row[0] for row in self._rows(f"DESCRIBE SELECT * FROM {rows}")]
        if column not in names:
            raise BadData(f"{self._path.name} has no column {column!r}; it has {', '.join(names)}")
        text = quoted(column, chr(34))
        text = text if rows.startswith("read_parquet") else f"trim({text})"  # a bare cast would fail inside the reader
        number = f"TRY_CAST({text} AS DOUBLE)"
        self._rows(f"CREATE OR REPLACE VIEW people AS SELECT {number} AS x FROM {rows}")
        return int(self._rows("SELECT count(*), count(x) FROM people")[0][0])

    @property
    def pool(self) -> int:
        """These very people: they are no sample."""
        return self.people

    def admit(self, domain: Domain, outside: Outside) -> None:
        """Refuse rows that cannot be used, saying how many and which; with 'clamp' those beyond the ends may pass."""
        if self.people == 0:
            raise BadData(f"{self._path.name} has no rows; at least one is needed")
        self._refuse("x IS NULL OR isnan(x)", [], "are missing or not a number; drop them first")
        if outside == "refuse":
            ends = f"[{domain.lo:g}, {domain.hi:g}]"
            remedy = "widen the domain, or clamp them with --outside clamp"
            self._refuse("x < ? OR x > ?", [domain.lo, domain.hi], f"lie outside {ends}; {remedy}")

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many rows have the truth yes at each threshold."""
        side = "<=" if domain.direction == "minimum" else ">="
        query = f"SELECT count(*) FROM people WHERE x {side} ?"
        return np.array([float(self._rows(query, [threshold])[0][0]) for threshold in thresholds.tolist()])

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of rows with the truth yes."""
        return self.count(domain, thresholds) / self.people

    def _refuse(self, bad: str, parameters: list[float], what: str) -> None:
        """Name the rows that cannot be used, the first few with their numbers."""
        many = self._rows(f"SELECT count(*) FROM people WHERE {bad}", parameters)[0][0]
        if not many:
            return
        numbered = "SELECT x, row_number() OVER () AS row FROM people"
        first = self._rows(f"SELECT row, x FROM ({numbered}) WHERE {bad} LIMIT {_SHOWN}", parameters)
        shown = ", ".join(f"row {row}" if x is None else f"{x:g} in row {row}" for row, x in first)
        more = ", ..." if many > _SHOWN else ""
        raise BadData(f"{many} of {self.people} values {what} ({shown}{more})")

    def _rows(self, query: str, parameters: list[float] | None = None) -> list[Any]:
        try:
            found: list[Any] = self._connection.execute(query, parameters or []).fetchall()
        except duckdb.Error as error:
            said = str(error)
            if "state machine" in said:
                raise MixedLines(f"{self._path.name} is not a proper CSV file") from None
            raise BadData(f"{self._path.name} cannot be read: {gist(said)}") from None
        return found


class MixedLines(BadData):
    """The lines of this CSV file end in different ways."""


def gist(said: str) -> str:
    """What DuckDB says is wrong, without its advice on options that we do not have."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    end = next((at for at, line in enumerate(lines) if line.startswith(_ADVICE)), len(lines))
    quote = next((at for at, line in enumerate(lines[:end]) if line.startswith("Original Line")), end)
    return "; ".join(lines[: min(quote, end)] + lines[max(quote + 1, end - 1) : end])  # an open quote quotes the file
