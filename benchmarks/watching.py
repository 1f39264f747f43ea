"""Answers while ten follow the survey, against the same server that nobody follows, in turns of one run.

Both are `lowwater serve` on SQLite with a survey of their own, under the load of `answering`. The streams of one are
open all the time, and read by one more process, which this machine's cores have to serve as well. Rates are medians of
turns: a turn is longer than the pause between two lines of progress, so none goes without.
"""

import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import Ratio
from benchmarks.serving import ours, serving, survey
from lowwater.server import keys
from lowwater.server.config import connect

TURNS, ANSWERS, LINES, STREAMS = 9, 5000, 64, 10


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    with tempfile.TemporaryDirectory() as folder:
        databases = [Path(folder) / f"{name}.db" for name in ("watched", "alone")]
        names = [survey(database, TURNS * ANSWERS + 1) for database in databases]
        key = _key(databases[0])
        with (
            serving(*ours(databases[0])) as (_, watched),
            serving(*ours(databases[1])) as (_, alone),
            _followers(watched, key),
        ):
            turns = _loaded(watched, names[0], alone, names[1])
    with_streams, without = (_rate(turns, port) for port in (watched, alone))
    detail = f"{with_streams:,.0f} and {without:,.0f} answers/s, {STREAMS} streams, {TURNS} turns of {ANSWERS:,}"
    yield Ratio("durable answers while ten follow / nobody follows", with_streams / without, 0.9, False, detail)


def _key(database: Path) -> str:
    with contextlib.closing(connect(str(database))) as store:
        store.begin()
        key = keys.make(store, "benchmark", time.time())
        store.commit()
    return key


@contextlib.contextmanager
def _followers(port: int, key: str) -> Iterator[None]:
    """Let STREAMS follow the server, once all of them were told that they may."""
    command = [sys.executable, "-m", "benchmarks.followers", str(port), key, str(STREAMS)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        replies = [process.stdout.readline() if process.stdout else "" for _ in range(STREAMS)]
        if any(" 200 " not in reply for reply in replies):
            raise RuntimeError(f"a stream was refused: {replies}")
        yield
    finally:
        process.terminate()
        process.communicate()


def _loaded(watched: int, name: str, alone: int, other: str) -> list[dict[str, Any]]:
    """What came of each turn of each server."""
    servers = (watched, f"/v1/surveys/{name}/answers", alone, f"/v1/surveys/{other}/answers")
    command = [sys.executable, "-m", "benchmarks.load", *(str(word) for word in (TURNS, ANSWERS, LINES, *servers))]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def _rate(turns: list[dict[str, Any]], port: int) -> float:
    return statistics.median(float(turn["rate"]) for turn in turns if turn["port"] == port)
