"""Single answers, acknowledged when they are durable: our server against the least that could keep them.

Counted is the post of an answer, from its first byte sent to its reply: HTTP, reading and checking the message, the
judgement (which survey, place, round, lease, whether it is a repeat), and the commit. Check-in comes before, and is not
counted. The alternative is a bare ASGI endpoint with a group commit of its own (bare.py): what this machine, uvicorn
and SQLite allow. Both run as one process on SQLite (WAL, synchronous FULL), in short turns, under the same load: 64
lines that stay open, from one more process. Rates are the best turns', latencies those of all turns.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import Ratio
from benchmarks.serving import ours, serving, survey

TURNS, ANSWERS, LINES = 30, 1000, 64


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    with tempfile.TemporaryDirectory() as folder:
        database, beside = Path(folder) / "ours.db", Path(folder) / "bare.db"
        name = survey(database, TURNS * ANSWERS + 1)  # one more than will answer: the round stays open
        with serving(*ours(database)) as (_, port), serving("benchmarks.bare", str(beside)) as (_, bare):
            turns = _loaded(port, f"/v1/surveys/{name}/answers", bare, "/")
    mine, least = ([turn for turn in turns if turn["port"] == one] for one in (port, bare))
    detail = f"{_told(mine)} and {_told(least)}, {LINES} lines, {TURNS} turns of {ANSWERS:,}"
    yield Ratio("durable answers over HTTP / a bare endpoint", _rate(mine) / _rate(least), 0.5, False, detail)


def _loaded(*servers: object) -> list[dict[str, Any]]:
    """What came of each turn of each server."""
    told = [str(word) for word in (TURNS, ANSWERS, LINES, *servers)]
    command = [sys.executable, "-m", "benchmarks.load", *told]
    found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in found.splitlines()]


def _rate(turns: list[dict[str, Any]]) -> float:
    return max(float(turn["rate"]) for turn in turns)


def _told(turns: list[dict[str, Any]]) -> str:
    took = sorted(one for turn in turns for one in turn["took"])
    half, most = took[len(took) // 2] * 1e3, took[len(took) * 99 // 100] * 1e3
    return f"{_rate(turns):,.0f} answers/s (p50 {half:.1f} ms, p99 {most:.1f} ms)"
