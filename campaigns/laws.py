"""The laws that hypothesis tests, with examples that nobody has seen."""

import contextlib
import os
import random
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from campaigns.counts import Counts
from campaigns.ground import Ground
from campaigns.runner import Slice

ROOT = Path(__file__).parents[1]

LEDGER = "tests/unit/client/test_ledger_laws.py"
_BOOKS = "tests/service/lists/test_operations.py::test_the_books_are_right_after_any_list_of_operations"
_KINDS = ("cohorts", "tail_fit", "quantile", "paper")
BRIEF = tuple(f"{_BOOKS}[sqlite-{kind}]" for kind in _KINDS)
LONG = (
    *(f"{_BOOKS}[postgres-{kind}]" for kind in _KINDS),
    "tests/unit/client/test_address.py",
    "tests/unit/client/test_retrying.py",
    "tests/unit/test_wire.py",
    "tests/unit/core",
    "tests/laws/test_plan.py",
    "tests/laws/test_strategies.py",
    "tests/laws/test_pool.py",
)

MARKED = "-m long tests"
"""What the tests leave out because it takes its time."""

_LEAST = 6.0  # seconds that pytest gets in any case: enough for what is brief
_LONG, _LONGEST = 25.0, 300.0  # seconds that the others may take, and those that are marked
_STOPPING = 10.0  # seconds for tests that are interrupted to clean up
_NOTHING = 5  # pytest's exit code where no test was selected


@contextlib.contextmanager
def opened(_ground: Ground) -> Iterator[Slice]:
    """Runs of pytest, each with one law: those of ledgers and books, and others where there is time."""

    def work(chance: random.Random, seconds: float) -> Counts:
        laws = (LEDGER, *BRIEF, *(LONG if seconds >= _LONG else ()), *((MARKED,) if seconds >= _LONGEST else ()))
        return outcome(command(chance.randrange(2**32), *chance.choice(laws).split()), max(_LEAST, seconds))

    yield work


def command(seed: int, *laws: str) -> list[str]:
    """What runs laws with a seed."""
    options = ("--hypothesis-profile", "fresh", "--hypothesis-seed", str(seed), "-p", "no:cacheprovider", "-q")
    return [sys.executable, "-m", "pytest", *laws, *options]


def outcome(words: list[str], seconds: float) -> Counts:
    """What came of a run; one that is not done in time is ended, and neither holds nor fails."""
    with _running(words) as process:
        try:
            text, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return Counts(done={"runs of pytest cut short": 1})
    if process.returncode in (0, _NOTHING):
        return Counts(done={"runs of pytest": 1})
    note = f"a law does not hold; repeat: {shlex.join(words)}\n{text[-3000:]}"
    return Counts(failed=1, done={"runs of pytest": 1}, notes=(note,))


@contextlib.contextmanager
def _running(words: list[str]) -> Iterator["subprocess.Popen[str]"]:
    """A process that is asked to stop, so that it stops the database of its tests, and then ended with all its own."""
    process = subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=_STOPPING)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
