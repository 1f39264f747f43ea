"""Numbers: one column of a file as an array, each within its domain and on its grid, or a refusal that names one."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lowwater.errors import BadData
from lowwater.files.query import ask, number, require, require_numbers

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Read:
    """The numbers of a column, and how many of its rows have none."""

    values: Floats
    holes: int = 0


def read(path: Path, column: str, domain: tuple[float, float], *, step: float | None, holes: bool) -> Read:
    """Every number of the column; holes: rows without one are left out and counted, else they are refused."""
    require(path, (column,))
    require_numbers(path, (column,), holes=holes)
    cells: Floats = ask(path, f"SELECT {'TRY_' if holes else ''}{number(column)} AS x FROM {{rows}}")["x"]
    values = cells[~np.isnan(cells)]
    if not values.size:
        raise BadData(f"{path.name} has no numbers in its column {column}; at least one is needed")
    _admit(path.name, column, values, domain, step)
    return Read(values, cells.size - values.size)


def _admit(file: str, column: str, values: Floats, domain: tuple[float, float], step: float | None) -> None:
    lo, hi = domain
    beyond = values[(values < lo) | (values > hi)]
    if beyond.size:
        ends = f"[{lo:,.10g}, {hi:,.10g}]"
        raise BadData(
            f"{file}: {column} {beyond[0]:,.15g} lies outside {ends}; mend or drop such rows ({beyond.size:,})"
        )
    between = values[(values - lo) % step != 0] if step else values[:0]
    if between.size:
        raise BadData(
            f"{file}: {column} {between[0]:,.15g} is no multiple of {step:g}; round such rows ({between.size:,})"
        )
