"""Tables where they lie: a round against the engine's own best count, growth with rows, and groups against one search.

LOWWATER_BENCH_ROWS is the number of rows of the largest folder, LOWWATER_BENCH_PLOT a folder for the figure and its
numbers.
"""

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
from matplotlib.figure import Figure

import lowwater
from benchmarks.measure import Ratio, seconds
from lowwater.core.domain import Domain
from lowwater.people.column import Column
from lowwater.people.opened import people_of

ROWS = int(os.environ.get("LOWWATER_BENCH_ROWS", "100_000_000"))
SIZES = (ROWS // 100, ROWS // 10, ROWS)
GROUPS, GROUPED = 1000, ROWS // 10
THRESHOLDS = np.linspace(19, 88, 64)
DOMAIN = Domain(0, 150)
_FILES = 10


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    with tempfile.TemporaryDirectory() as folder:
        places = {rows: _write(Path(folder) / str(rows), rows) for rows in SIZES}
        measured = {rows: _rounds(place) for rows, place in places.items()}
        for engine, best in (("DuckDB", "histogram"), ("Polars", "streaming sums")):
            ours, own = measured[ROWS][engine], measured[ROWS][f"{engine} {best}"]
            detail = f"{ours:.2f} s and {own:.2f} s for {THRESHOLDS.size} thresholds over {ROWS:,} rows"
            yield Ratio(f"a round / {engine}'s own {best}", ours / own, 1.3, True, detail)
        yield from _growth(measured)
        grouped, whole = _groups(places[GROUPED])
        detail = f"{grouped:.1f} s and {whole:.1f} s, plans and searches included, over {GROUPED:,} rows"
        yield Ratio(f"a run of {GROUPS:,} groups / of one", grouped / whole, 5, True, detail)
        _plot(measured, grouped, whole)


def _write(folder: Path, rows: int) -> Path:
    """A folder of Parquet files with ages and countries."""
    folder.mkdir()
    each = rows // _FILES
    age = "18 + 70 * ((i * 2654435761) % 4294967296) / 4294967296.0"
    for part in range(_FILES):
        numbers = f"range({part * each}, {(part + 1) * each}) AS r(i)"
        people = f"SELECT {age} AS age, 'country ' || (i * 7919 % {GROUPS}) AS country FROM {numbers}"  # noqa: S608
        duckdb.sql(f"COPY ({people}) TO '{folder}/{part}.parquet'")
    return folder


def _rounds(folder: Path) -> dict[str, float]:
    """The seconds of one round of all thresholds, by us and by the engine itself."""
    bounds, files = THRESHOLDS.tolist(), f"{folder}/*.parquet"
    column, frame = Column(folder, "age"), people_of(pl.scan_parquet(files), "age")
    connection = duckdb.connect(config={"memory_limit": "512MB"})
    histogram = f"SELECT histogram(age, {bounds}::DOUBLE[]) FROM read_parquet('{files}')"  # noqa: S608
    sums = pl.scan_parquet(files).select((pl.col("age") <= each).sum().alias(str(each)) for each in bounds)
    return _in_turn(
        {
            "DuckDB": lambda: column.count(DOMAIN, THRESHOLDS),
            "DuckDB histogram": lambda: connection.execute(histogram).fetchall(),
            "Polars": lambda: frame.count(DOMAIN, THRESHOLDS),
            "Polars streaming sums": lambda: sums.collect(engine="streaming"),
        }
    )


def _in_turn(works: dict[str, Callable[[], object]], tries: int = 4) -> dict[str, float]:
    """The shortest time of each, taken in turn, so that a busy machine slows all of them alike."""
    best = dict.fromkeys(works, np.inf)
    for _ in range(tries):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def _growth(measured: dict[int, dict[str, float]]) -> Iterator[Ratio]:
    """A hundred times the rows, as a multiple of a hundred times the time."""
    for engine in ("DuckDB", "Polars"):
        few, many = measured[SIZES[0]][engine], measured[ROWS][engine]
        detail = ", ".join(f"{measured[rows][engine]:.3f} s for {rows:,}" for rows in SIZES)
        yield Ratio(f"a round of 100 times the rows / 100 rounds ({engine})", many / few / 100, 1.3, True, detail)


def _groups(folder: Path) -> tuple[float, float]:
    """The seconds of a whole run of all groups, and of one search over all rows."""
    people = duckdb.connect().read_parquet(f"{folder}/*.parquet")
    groups = [f"country {index}" for index in range(GROUPS)]
    whole = seconds(lambda: lowwater.find_min(people, 1, (0, 150), column="age", seed=_next()), tries=2)
    start = time.perf_counter()
    lowwater.find_min(people, 1, (0, 150), column="age", by="country", groups=groups, seed=1)
    return time.perf_counter() - start, whole


_seeds = iter(range(1000))


def _next() -> int:
    """A seed that no run has had, so that nothing is cached."""
    return next(_seeds)


def _plot(measured: dict[int, dict[str, float]], grouped: float, whole: float) -> None:
    """The seconds of a round against rows, ours beside the engines' own, and the groups beside one search."""
    if not (folder := os.environ.get("LOWWATER_BENCH_PLOT")):
        return
    canvas = Figure(figsize=(7, 3), layout="constrained")
    rounds, runs = canvas.subplots(1, 2, width_ratios=(2, 1))
    for name in measured[ROWS]:
        ours = name in ("DuckDB", "Polars")
        times = [measured[rows][name] for rows in SIZES]
        rounds.loglog(SIZES, times, "o-" if ours else "x--", label=f"Lowwater on {name}" if ours else name)
    rounds.set(xlabel="rows", ylabel="seconds of a round", title=f"{THRESHOLDS.size} thresholds in one pass")
    rounds.legend(frameon=False)
    bars = runs.bar(["one search", f"{GROUPS:,} groups"], [whole, grouped])
    runs.bar_label(bars, fmt="%.1f s")
    runs.set(title=f"a whole run, {GROUPED:,} rows", ylabel="seconds")
    Path(folder).mkdir(parents=True, exist_ok=True)
    canvas.savefig(Path(folder) / "tables.svg", metadata={"Date": None})
    numbers = {"version": lowwater.__version__, "rounds": measured, "groups": grouped, "one search": whole}
    (Path(folder) / "numbers.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
