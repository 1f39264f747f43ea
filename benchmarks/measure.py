"""Measuring: the best of several tries, because a busy machine only ever makes things slower."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ratio:
    """What was measured against what, and the ratio that must hold."""

    name: str
    ratio: float
    limit: float
    at_most: bool
    detail: str

    @property
    def holds(self) -> bool:
        """Whether the limit is kept."""
        return self.ratio <= self.limit if self.at_most else self.ratio >= self.limit

    def __str__(self) -> str:
        bound = "at most" if self.at_most else "at least"
        verdict = "ok " if self.holds else "BAD"
        return f"{verdict} {self.name}: {self.ratio:,.2f} ({bound} {self.limit:g}); {self.detail}"


def seconds(work: Callable[[], object], tries: int = 7) -> float:
    """The shortest time the work took."""
    work()
    return min(_once(work) for _ in range(tries))


def _once(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor_seconds(pid: int) -> float:
    """The processor time that a running process has taken, all threads together; Linux tells it."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_megabytes(command: list[str]) -> float:
    """The peak memory of a command, measured from a process that runs nothing else."""
    watch = f"import resource, subprocess; subprocess.run({command!r}, check=True, stdout=subprocess.DEVNULL); "
    watch += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    result = subprocess.run([sys.executable, "-c", watch], check=True, capture_output=True, text=True)
    return float(result.stdout) / (2**20 if sys.platform == "darwin" else 2**10)
