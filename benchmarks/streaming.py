"""Reading the paper's MovieLens file: as many rows, people and movies as it had, in bounded memory."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import duckdb

from benchmarks.measure import Ratio, peak_megabytes

ROWS, PEOPLE, MOVIES = 27_753_444, 283_228, 53_889


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.csv"
        person = f"1 + (i * 2654435761) % {PEOPLE}"
        movie, rating = f"1 + (i * 40503) % {MOVIES}", "0.5 * (1 + (i * 7919) % 10)"
        columns = f'{person} AS "userId", {movie} AS "movieId", {rating} AS rating, 964982703 + i AS timestamp'
        duckdb.sql(f"COPY (SELECT {columns} FROM range({ROWS}) AS r(i)) TO '{path}' (HEADER)")  # noqa: S608
        size = path.stat().st_size / 2**20
        read = (
            "from pathlib import Path; import sys; from lowwater.paper.movielens import read; read(Path(sys.argv[1]))"
        )
        peak = peak_megabytes([sys.executable, "-c", read, str(path)])
        detail = f"{peak:.0f} MB for a file of {size:.0f} MB with {ROWS:,} ratings by {PEOPLE:,} people"
        yield Ratio("peak memory of reading MovieLens / 2 GB", peak / 2048, 1, True, detail)
