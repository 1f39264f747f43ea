"""Numbers: one column of a file as an array, or an error that names the first cell that is no number."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lowwater.errors import BadData
from lowwater.files.query import ask, number, require, require_numbers

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Read:
    """The numbers of a column, and the count of its rows without one."""

    values: Floats
    holes: int = 0


def read(path: Path, column: str, *, holes: bool) -> Read:
    """Read every number of the column; `holes` skips and counts rows without one, which are an error otherwise."""
    require(path, (column,))
    require_numbers(path, (column,), holes=holes)
    cells: Floats = ask(path, f"SELECT {'TRY_' if holes else ''}{number(column)} AS x FROM {{rows}}")["x"]
    values = cells[~np.isnan(cells)]
    if not values.size:
        raise BadData(f"{path.name} has no numbers in its column {column}; at least one is needed")
    return Read(values, cells.size - values.size)
