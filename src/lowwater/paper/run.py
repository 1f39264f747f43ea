"""Run the paper's studies: each task knows its study by name."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from lowwater.paper.studies import STUDIES
from lowwater.study import run as study
from lowwater.study.store import Store
from lowwater.study.task import Result, Task


def run(
    tasks: Sequence[Task],
    store: Store,
    seed: int,
    folder: Path,
    jobs: int | None = None,
    progress: study.Progress | None = None,
) -> None:
    """Compute what is missing; progress is told how many of how many are done."""
    study.run(tasks, store, partial(compute, seed=seed, folder=folder), jobs, progress)


def compute(task: Task, seed: int, folder: Path) -> Result:
    """The numbers of one task."""
    own = task.seed(seed)
    return Result(task, STUDIES[task.study].compute(task.settings, own, folder), own)
