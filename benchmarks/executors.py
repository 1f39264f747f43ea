"""Randomizing rows on Sail's executors: rows a second a core, and its share of a whole pass.

A pass reads a Parquet folder, hands every row's key and number to Python, randomizes the answers of those who are
asked, and brings a tally back. The alternatives are the same pass with a function that only counts rows, and the
engine's own count of the numbers at or below a threshold, which nobody may see. Processor time is what counts, of all
threads of this process, in which the server runs too: the time of one core, however many there are and whoever else is
busy.

    python -m benchmarks.executors FILE    # also write what was measured, as lines of JSON
"""

import json
import logging
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pysail.spark import SparkConnectServer
from pyspark.sql import DataFrame, SparkSession

from benchmarks.measure import Ratio
from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.people.spark.lots import Lots
from lowwater.people.spark.partition import RoundAsked
from lowwater.people.spark.row_coins import RowCoins
from lowwater.people.spark.run import tally_frame

ROWS, FILES, TRIES = 10_000_000, 8, 5
LEAST = 2.0
"""Million rows a second a core."""

_PLAIN = "rows counted in Python"
_ENGINE = "the engine's own count"


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    figures = measured()
    plain, engine = (figures[name]["seconds"] for name in (_PLAIN, _ENGINE))
    for name, case in figures.items():
        if name in (_PLAIN, _ENGINE):
            continue
        share = 100 * (1 - plain / case["seconds"])
        detail = (
            f"of {ROWS:,} rows, randomizing takes {share:.0f} % of the time, the rest is reading and handing over; "
            f"{case['seconds'] / engine:.0f} times the engine's own count of one threshold"
        )
        yield Ratio(f"million rows a second a core, {name}", case["rate"] / 1e6, LEAST, False, detail)


def measured() -> dict[str, dict[str, float]]:
    """The processor seconds of each pass, the least of several tries, and its rows a second a core."""
    with tempfile.TemporaryDirectory() as folder, session() as spark:
        _write(Path(folder))
        columns = spark.read.parquet(folder).selectExpr("id AS key", "age AS number")
        times = {name: _least(work) for name, work in _passes(columns).items()}
    return {name: {"rows": ROWS, "seconds": took, "rate": ROWS / took} for name, took in times.items()}


@contextmanager
def session() -> Iterator[SparkSession]:
    """A session with a Sail server in this process."""
    os.environ.setdefault("RUST_LOG", "error")
    logging.disable(logging.WARNING)
    warnings.filterwarnings("ignore", message="PySpark does not yet", category=FutureWarning)
    server = SparkConnectServer("127.0.0.1", 0)
    server.start(background=True)
    spark = SparkSession.builder.remote(f"sc://127.0.0.1:{server.listening_address[1]}").create()
    try:
        yield spark
    finally:
        spark.stop()
        server.stop()


def _write(folder: Path) -> None:
    """Ages and keys of as many people as there are rows."""
    rng, each = np.random.default_rng(2019), ROWS // FILES
    for part in range(FILES):
        ids = np.arange(part * each, (part + 1) * each)
        pq.write_table(pa.table({"id": ids, "age": rng.uniform(18, 90, each)}), folder / f"{part}.parquet")


def _passes(columns: DataFrame) -> dict[str, Callable[[], Any]]:
    """Every pass that is measured, by its name."""
    coin, coins = randomized_response(Epsilon.of(1)), RowCoins.fresh()

    def asked(cohort: int | None, questions: int = 1, choices: int = 2) -> Callable[[], Any]:
        randomizer = coin if choices == 2 else randomized_response(Epsilon.of(4), choices)
        several = [tuple(20.0 + i / 2 + 4 * k for k in range(choices - 1)) for i in range(questions)]
        sizes = (cohort or 1,) * questions
        cohorts = None if cohort is None else Lots(ROWS).take(sizes)
        put = tuple(Question(0, i, thresholds, randomizer, cohort) for i, thresholds in enumerate(several))
        return tally_frame(columns, RoundAsked(Domain(0, 150), put, cohorts, coins)).toArrow

    return {
        _ENGINE: columns.where("number <= 30").count,
        _PLAIN: columns.mapInArrow(_counted, "people long").toArrow,
        "everybody asked one question": asked(None),
        "one in 32 asked one question": asked(ROWS // 32),
        "everybody asked one of 128 questions": asked(ROWS // 128, questions=128),
        "everybody asked which of 16 cells, 9 questions": asked(ROWS // 9, questions=9, choices=16),
    }


def _counted(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """What is left of a pass that asks nobody: rows, counted."""
    people = sum(len(batch.column(1).to_numpy(zero_copy_only=False)) for batch in batches)
    yield pa.RecordBatch.from_arrays([pa.array([people], pa.int64())], ["people"])


def _least(work: Callable[[], Any]) -> float:
    """The least processor time that the work took."""
    work()
    times = []
    for _ in range(TRIES):
        since = time.process_time()
        work()
        times.append(time.process_time() - since)
    return min(times)


if __name__ == "__main__":
    lines = [json.dumps({"pass": name} | figures) for name, figures in measured().items()]
    Path(sys.argv[1]).write_text("\n".join([*lines, ""]), encoding="utf-8")
