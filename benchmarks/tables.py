"""Tables where they lie: a round against the engine's own best count, growth with rows, and groups against one group.

Whatever is compared is run in turn, several times, and the shortest time of each counts: others may be busy on the
machine. Processor time, of all threads, is measured beside it.

    python -m benchmarks.tables FILE    # also write what was measured, as lines of JSON

LOWWATER_BENCH_ROWS is the number of rows of the largest folder.
"""

import json
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl

import lowwater
from benchmarks.measure import Ratio
from lowwater.core.domain import Domain
from lowwater.people.column import Column
from lowwater.people.opened import people_of
from lowwater.planning.forecast import forecast

ROWS = int(os.environ.get("LOWWATER_BENCH_ROWS", "100_000_000"))
SIZES = (ROWS // 100, ROWS // 10, ROWS)
GROUPS, GROUPED = 1000, ROWS // 10
THRESHOLDS = np.linspace(19, 88, 64)
DOMAIN = Domain(0, 150)
ENGINES = {"DuckDB": "DuckDB's histogram", "Polars": "Polars' streaming sums"}
"""Who counts, and the best count of the engine itself."""

_FILES = 10

Line = dict[str, Any]


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    yield from ratios_of(measured())


def ratios_of(lines: list[Line]) -> Iterator[Ratio]:
    """The ratios of what was measured."""
    took = {(line["what"], line["rows"]): line["seconds"] for line in lines}
    for engine, best in ENGINES.items():
        ours, own = took[engine, ROWS], took[best, ROWS]
        detail = f"{ours:.2f} s and {own:.2f} s for {THRESHOLDS.size} thresholds over {ROWS:,} rows"
        yield Ratio(f"a round / {best}", ours / own, 1.3, True, detail)
        detail = ", ".join(f"{took[engine, rows]:.3f} s for {rows:,}" for rows in SIZES)
        growth = took[engine, ROWS] / took[engine, SIZES[0]] / 100
        yield Ratio(f"a round of 100 times the rows / 100 rounds ({engine})", growth, 1.3, True, detail)
    many, one = took[f"{GROUPS:,} groups", GROUPED], took["1 group", GROUPED]
    detail = f"{many:.1f} s and {one:.1f} s, plans and searches included, over {GROUPED:,} rows"
    yield Ratio(f"a run of {GROUPS:,} groups / of one group", many / one, 5, True, detail)


def measured() -> list[Line]:
    """The seconds and the processor seconds of each work, by the number of rows."""
    with tempfile.TemporaryDirectory() as folder:
        places = {rows: _write(Path(folder) / str(rows), rows) for rows in SIZES}
        lines = [line for rows, place in places.items() for line in _in_turn(rows, _rounds(place), tries=5)]
        return lines + _in_turn(GROUPED, _runs(places[GROUPED]), tries=3)


def _write(folder: Path, rows: int) -> Path:
    """A folder of Parquet files with ages, countries and a planet."""
    folder.mkdir()
    each = rows // _FILES
    age = "18 + 70 * ((i * 2654435761) % 4294967296) / 4294967296.0"
    for part in range(_FILES):
        numbers = f"range({part * each}, {(part + 1) * each}) AS r(i)"
        country = f"'country ' || (i * 7919 % {GROUPS}) AS country"
        people = f"SELECT {age} AS age, {country}, 'earth' AS planet FROM {numbers}"  # noqa: S608
        duckdb.sql(f"COPY ({people}) TO '{folder}/{part}.parquet'")
    return folder


def _rounds(folder: Path) -> dict[str, Callable[[], object]]:
    """One round of all thresholds, by us and by the engine itself."""
    bounds, files = THRESHOLDS.tolist(), f"{folder}/*.parquet"
    column, frame = Column(folder, "age"), people_of(pl.scan_parquet(files), "age")
    connection = duckdb.connect(config={"memory_limit": "512MB"})
    histogram = f"SELECT histogram(age, {bounds}::DOUBLE[]) FROM read_parquet('{files}')"  # noqa: S608
    sums = pl.scan_parquet(files).select((pl.col("age") <= each).sum().alias(str(each)) for each in bounds)
    return {
        "DuckDB": lambda: column.count(DOMAIN, THRESHOLDS),
        ENGINES["DuckDB"]: lambda: connection.execute(histogram).fetchall(),
        "Polars": lambda: frame.count(DOMAIN, THRESHOLDS),
        ENGINES["Polars"]: lambda: sums.collect(engine="streaming"),
    }


def _runs(folder: Path) -> dict[str, Callable[[], object]]:
    """A whole run with `by=`: of all groups, and of the same rows in one group."""
    people, seeds = duckdb.connect().read_parquet(f"{folder}/*.parquet"), count(1)

    def run(by: str, groups: Sequence[str]) -> Callable[[], object]:
        def whole() -> object:
            forecast.cache_clear()  # else only the first run would pay for its plan
            return lowwater.find_min(people, 1, (0, 150), column="age", by=by, groups=groups, seed=next(seeds))

        return whole

    countries = [f"country {index}" for index in range(GROUPS)]
    return {"1 group": run("planet", ["earth"]), f"{GROUPS:,} groups": run("country", countries)}


def _in_turn(rows: int, works: dict[str, Callable[[], object]], tries: int) -> list[Line]:
    """The shortest time of each, taken in turn, so that a busy machine slows all of them alike."""
    best = dict.fromkeys(works, (math.inf, math.inf))
    for _ in range(tries):
        for name, work in works.items():
            took, spent = _timed(work)
            best[name] = min(best[name][0], took), min(best[name][1], spent)
    return [
        {"what": name, "rows": rows, "tries": tries, "seconds": took, "processor_seconds": spent}
        for name, (took, spent) in best.items()
    ]


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds and processor seconds of the work."""
    since, spent = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - since, time.process_time() - spent


if __name__ == "__main__":
    figures = measured()
    marked = [line | {"version": lowwater.__version__} for line in figures]
    Path(sys.argv[1]).write_text("".join(json.dumps(line) + "\n" for line in marked), encoding="utf-8")
    print(*ratios_of(figures), sep="\n")
