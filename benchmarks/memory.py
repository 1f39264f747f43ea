"""The memory of a server over a million answers: it must not grow with them.

The answers come in lists, over ten rounds, each of which is counted and forgotten when it is full. The resident memory
after all of them is held against that after the first tenth, when everything that is loaded once is loaded.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.bulk import body, post
from benchmarks.measure import Ratio
from benchmarks.serving import ours, serving, survey

PEOPLE = int(os.environ.get("LOWWATER_BENCH_ANSWERS", "1_000_000"))
ROUNDS, LIST = 10, 5000


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "ours.db"
        name, asked = survey(database, PEOPLE, ROUNDS), PEOPLE // ROUNDS
        with serving(*ours(database)) as (process, port):
            seen = [_after(round, asked, process, port, name) for round in range(ROUNDS)]  # noqa: A001
    each = (seen[-1] - seen[0]) * 2**20 / (asked * (ROUNDS - 1))
    shown = ", ".join(f"{seen[at]:.1f}" for at in (0, 2, 4, ROUNDS - 1))
    detail = f"{shown} MB after a tenth, three tenths, half and all of {PEOPLE:,} answers; {each:.1f} bytes an answer"
    yield Ratio("resident memory, 10 times the answers", seen[-1] / seen[0], 1.1, True, detail)


def _after(round: int, asked: int, process: int, port: int, name: str) -> float:  # noqa: A002 (as in the glossary)
    """The memory after everybody asked in a round has answered."""
    for at in range(round * asked, (round + 1) * asked, LIST):
        people = range(at, min(at + LIST, (round + 1) * asked))
        post(port, name, body(people, round), len(people))
    return _resident(process)


def _resident(process: int) -> float:
    """The resident memory of a process, in megabytes."""
    result = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], check=True, stdout=subprocess.PIPE, text=True)  # noqa: S607
    return int(result.stdout) / 2**10
