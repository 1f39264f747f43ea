"""Single answers, acknowledged when they are durable: our server against the least that could keep them.

Counted is the post of an answer, from its first byte sent to its reply: HTTP, reading and checking the message, the
judgement (which survey, place, round, lease, whether it is a repeat), and the commit. Check-in comes before, and is not
counted. The alternative is a bare ASGI endpoint with a group commit of its own (bare.py): what this machine, uvicorn
and SQLite allow. Both run as one process on SQLite (WAL, synchronous FULL), in short turns, under the same load: 64
lines that stay open, from one more process. Rates are the best turns', latencies those of all turns.

What decides is the processor. On two cores with much other work (a load of 20 to 40) an answer took 142 to 168 us of it
here and 63 to 82 us in the bare endpoint: four runs, ratios of .44 to .50. Ours are spread over many layers; the
largest single one is the write to the socket, which both have. The rates of the best turns: .43 to .53 in five runs.
So the server holds a little less than half of what is possible, and whether a run reports .5 depends on what else the
machine does. Processor time is told too, since other work moves it least.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import Ratio, processor_seconds
from benchmarks.serving import ours, serving, survey

TURNS, ANSWERS, LINES = 30, 1000, 64


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    with tempfile.TemporaryDirectory() as folder:
        database, beside = Path(folder) / "ours.db", Path(folder) / "bare.db"
        name = survey(database, TURNS * ANSWERS + 1)  # one more than will answer: the round stays open
        with serving(*ours(database)) as (pid, port), serving("benchmarks.bare", str(beside)) as (other, bare):
            before = processor_seconds(pid), processor_seconds(other)
            turns = _loaded(port, f"/v1/surveys/{name}/answers", bare, "/")
            mine_took, least_took = processor_seconds(pid) - before[0], processor_seconds(other) - before[1]
    mine, least = ([turn for turn in turns if turn["port"] == server] for server in (port, bare))
    detail = f"{_told(mine)} and {_told(least)}, {LINES} lines, {TURNS} turns of {ANSWERS:,}"
    yield Ratio("durable answers over HTTP / a bare endpoint", _rate(mine) / _rate(least), 0.5, False, detail)
    each = f"{mine_took / TURNS / ANSWERS * 1e6:.0f} and {least_took / TURNS / ANSWERS * 1e6:.0f} us for an answer"
    yield Ratio("processor time of a bare endpoint / of our server", least_took / mine_took, 0.4, False, each)


def _loaded(*servers: object) -> list[dict[str, Any]]:
    """What came of each turn of each server."""
    words = [str(word) for word in (TURNS, ANSWERS, LINES, *servers)]
    command = [sys.executable, "-m", "benchmarks.load", *words]
    result = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in result.splitlines()]


def _rate(turns: list[dict[str, Any]]) -> float:
    return max(float(turn["rate"]) for turn in turns)


def _told(turns: list[dict[str, Any]]) -> str:
    took = sorted(seconds for turn in turns for seconds in turn["took"])
    half, most = took[len(took) // 2] * 1e3, took[len(took) * 99 // 100] * 1e3
    return f"{_rate(turns):,.0f} answers/s (p50 {half:.1f} ms, p99 {most:.1f} ms)"
