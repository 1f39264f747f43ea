"""Column: people whose numbers stay in a file, or in all Parquet files of a folder or a glob.

Every round needs one pass, which counts the rows at or below its thresholds; DuckDB counts them in place, in bounded
memory, and reads no other column.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb

from lowwater.core.domain import Domain
from lowwater.core.kind import Kind
from lowwater.errors import BadData
from lowwater.files.table import quoted, source
from lowwater.files.unreadable import MixedLines, unreadable
from lowwater.people.admit import SHOWN
from lowwater.people.people import Fault, Strays, cell_words
from lowwater.people.relation import Relation, literal
from lowwater.people.table import Table

MEMORY = "512MB"

CASTS: dict[Kind, str] = {
    "number": "DOUBLE",
    "date": "DATE",
    "datetime": "TIMESTAMP",
    "instant": "TIMESTAMP WITH TIME ZONE",
    "time": "TIME",
    "duration": "INTERVAL",
}
"""What text is read as, by the kind of the numbers."""

_FAULTS: dict[Fault, Callable[[Relation, Domain], str]] = {
    "missing": lambda rows, _domain: rows.gone,
    "outside": lambda rows, domain: (
        f"x <= {literal(rows.type.below(domain.lo))} OR x > {literal(rows.type.at(domain.hi))}"
    ),
    "off the step": lambda _rows, domain: f"(x - {domain.lo!r}) % {domain.step or math.inf!r} != 0",
}
"""The SQL condition of each fault."""


class Column(Table[Relation]):
    """The numbers in one column of a CSV or Parquet file, or of the Parquet files of a folder or a glob."""

    def __init__(self, path: Path, column: str, kind: Kind = "number") -> None:
        self._path, self._kind = path if path.name else path.resolve(), kind
        self._connection = duckdb.connect(config={"memory_limit": MEMORY})
        try:
            super().__init__(self._open(source(path), column), kind)
        except MixedLines:
            super().__init__(self._open(source(path, strict=False), column), kind)

    def _open(self, rows: str, column: str) -> Relation:
        """Create the view `people` of the column's numbers."""
        types = {row[0]: row[1] for row in self._query(f"DESCRIBE SELECT * FROM {rows}")}
        if column not in types:
            raise BadData(f"{self._path.name} has no column {column!r}; it has {', '.join(types)}")
        value = quoted(column, chr(34))
        if types[column] == "VARCHAR":
            text = value if rows.startswith("read_parquet") else f"trim({value})"  # else a cast fails in the reader
            value = f"TRY_CAST({text} AS {CASTS[self._kind]})"
        self._query(f"CREATE OR REPLACE VIEW people AS SELECT {value} AS x FROM {rows}")
        return FileRows(self._connection.sql("SELECT x FROM people"), self._path, column)

    def strays(self, fault: Fault, domain: Domain) -> Strays:
        """The rows whose number has this fault, the first few shown with their row numbers."""
        bad = _FAULTS[fault](self._rows, domain)
        ((count,),) = self._query(f"SELECT count(*) FROM people WHERE {bad}")
        if not count:
            return Strays()
        numbered = "SELECT x, row_number() OVER () AS row FROM people"
        first = self._query(f"SELECT row, x FROM ({numbered}) WHERE {bad} LIMIT {SHOWN}")
        return Strays(count, [f"row {row}" if x is None else f"{cell_words(x)} in row {row}" for row, x in first])

    def _query(self, query: str) -> list[Any]:
        try:
            rows: list[Any] = self._connection.execute(query).fetchall()
        except duckdb.Error as error:
            raise unreadable(self._path, error) from None
        return rows


class FileRows(Relation):
    """The numbers of a file's column; an error names the file."""

    def __init__(self, relation: Any, path: Path, column: str) -> None:
        self._path = path
        super().__init__(relation, "x")
        self.column = column

    def failed(self, error: Exception) -> BadData:
        """What DuckDB says of a file that it cannot read."""
        return unreadable(self._path, error)
