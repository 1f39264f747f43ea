"""python -m benchmarks.commits COMMIT: this tree against an earlier commit, in one run, over HTTP alone.

Both servers run at the same time and are loaded in turns, first on SQLite, then on PostgreSQL where the machine has it:
lists of check-ins with open access, single answers, and lists of answers. Then what each keeps for an answer, what
2,000 idle surveys cost, and how much longer a page of 100 surveys takes than a page of 1 (in this tree only: before
there were no pages). The commit must speak the same messages.
"""

import contextlib
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import uvloop

import lowwater
from benchmarks.load import load, request
from benchmarks.measure import Ratio, seconds
from benchmarks.serving import posted, secret
from campaigns.cluster import BINARIES, Cluster

LIST, SINGLE, LINES, TURNS, IDLE, WATCHED = 5_000, 5_000, 64, 5, 2_000, 10.0
HERE = Path(__file__).parents[1]
_HEADERS = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Served:
    """A server of one of the two trees, with a key."""

    port: int
    process: int
    key: str

    def ask(self, method: str, path: str, body: str | None = None) -> Any:
        """The reply to a request, as JSON."""
        headers = _HEADERS | {"Authorization": f"Bearer {self.key}"}
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)) as line:
            line.request(method, path, body, headers)
            reply = line.getresponse()
            text = reply.read()
        if reply.status >= 300:
            raise RuntimeError(text[:500].decode())
        return json.loads(text)

    def open(self, people: int) -> str:
        """The path of a survey of one question, which asks `people`."""
        plan = lowwater.plan(people, 1.0, (0, 16), search="cohorts", rounds=1, refuse=False)
        opening = {
            "title": "Measured",
            "plan": json.loads(plan.to_json()),
            "rules": {"lease": 9e4},
        }
        return f"/v1/surveys/{self.ask('POST', '/v1/surveys', json.dumps(opening))['survey']}"


def ratios(commit: str) -> Iterator[Ratio]:
    """Every ratio between the two trees."""
    with tempfile.TemporaryDirectory() as folder, _tree(commit, Path(folder) / "before") as before:
        places = [str(Path(folder) / "ours.db"), str(Path(folder) / "before.db")]
        yield from _compared("SQLite", before, places)
        yield from _kept(places)
        if BINARIES:
            with contextlib.closing(Cluster()) as cluster:
                yield from _compared("PostgreSQL", before, [cluster.fresh(), cluster.fresh()])
        yield from _idle(str(Path(folder) / "idle.db"))


def _compared(kind: str, before: Path, databases: list[str]) -> Iterator[Ratio]:
    """Rates of the new tree over those of the old one."""
    with _serving(HERE, databases[0]) as new, _serving(before, databases[1]) as old:
        people = (LIST + SINGLE) * TURNS + 1
        surveys = [(served, served.open(people)) for served in (new, old)]
        turns = [[_turn(served, path, turn) for served, path in surveys] for turn in range(TURNS)]
    for at, (what, least) in enumerate(
        (("check-ins in bulk", 4.0), ("single answers", 0.95), ("answers in bulk", 0.95))
    ):
        mine, theirs = (max(turn[which][at] for turn in turns) for which in range(2))
        yield Ratio(f"{what} on {kind} / before", mine / theirs, least, False, f"{mine:,.0f}/s and {theirs:,.0f}/s")


def _turn(served: Served, path: str, turn: int) -> tuple[float, float, float]:
    """Check-ins, single answers and answers in bulk, a second each."""
    people = range(turn * (LIST + SINGLE), (turn + 1) * (LIST + SINGLE))
    names = json.dumps([{"version": "lowwater/2", "name": secret(person), "invitation": None} for person in people])
    checked = _seconds(served, f"{path}/check-in/bulk", names)
    requests = [request(f"{path}/answers", posted(person)) for person in people[:SINGLE]]
    single, _ = uvloop.run(load(served.port, requests, LINES))
    listed = _seconds(served, f"{path}/answers/bulk", f"[{','.join(posted(person) for person in people[SINGLE:])}]")
    return len(people) / checked, SINGLE / single, LIST / listed


def _seconds(served: Served, path: str, body: str) -> float:
    since = time.perf_counter()
    served.ask("POST", path, body)
    return time.perf_counter() - since


def _kept(databases: list[str]) -> Iterator[Ratio]:
    mine, theirs = (Path(database).stat().st_size / ((LIST + SINGLE) * TURNS) for database in databases)
    yield Ratio("bytes kept for an answer / before", mine / theirs, 0.5, True, f"{mine:.0f} and {theirs:.0f}")


def _idle(database: str) -> Iterator[Ratio]:
    with _serving(HERE, database) as served:
        for _ in range(IDLE):
            served.open(10)
        time.sleep(2)
        before = _used(served.process)
        time.sleep(WATCHED)
        share = (_used(served.process) - before) / WATCHED
        yield Ratio(f"share of a core that {IDLE:,} idle surveys take", share, 0.03, True, f"over {WATCHED:g} s")
        single, many = (seconds(partial(served.ask, "GET", f"/v1/surveys?many={many}"), 50) for many in (1, 100))
        detail = f"{many * 1e3:.2f} ms and {single * 1e3:.2f} ms"
        yield Ratio("a page of 100 surveys / a page of 1", many / single, 5, True, detail)


def _used(process: int) -> float:
    """The seconds of processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def _tree(commit: str, folder: Path) -> Iterator[Path]:
    """A commit in a folder of its own."""
    subprocess.run(["git", "-C", HERE, "worktree", "add", "--quiet", "--detach", folder, commit], check=True)  # noqa: S607
    try:
        yield folder
    finally:
        subprocess.run(["git", "-C", HERE, "worktree", "remove", "--force", folder], check=True)  # noqa: S607


@contextlib.contextmanager
def _serving(tree: Path, database: str) -> Iterator[Served]:
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "LOWWATER_DATABASE": database}
    command = [sys.executable, "-m", "lowwater"]
    made = subprocess.run(
        [*command, "key", "make", "bench"], env=environment, check=True, capture_output=True, text=True
    )
    serve = [*command, "serve", "--port", "0", "--log", "info"]
    process = subprocess.Popen(serve, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        first = json.loads(process.stderr.readline() if process.stderr else "{}")
        yield Served(int(first["address"].rpartition(":")[2]), process.pid, made.stdout.strip())
    finally:
        process.terminate()
        process.communicate()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Say which commit: python -m benchmarks.commits COMMIT")
    broken = 0
    for ratio in ratios(sys.argv[1]):
        print(ratio, flush=True)
        broken += not ratio.holds
    sys.exit(f"{broken} limits broken" if broken else 0)
