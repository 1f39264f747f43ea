"""Run a study: all cores, results kept as they come, the same numbers whatever the number of processes."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path

from lowwater.paper.store import Store
from lowwater.paper.studies import STUDIES
from lowwater.paper.task import Result, Task

Progress = Callable[[int, int], None]

_AHEAD = 4  # tasks handed out for each process, so that none waits and an interruption loses little


def run(
    tasks: Sequence[Task],
    store: Store,
    seed: int,
    folder: Path,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Compute what is missing; progress is told how many of how many are done."""
    missing = store.missing(tasks)
    tell = progress or (lambda _done, _all: None)
    done = len(tasks) - len(missing)
    tell(done, len(tasks))
    for result in _results(missing, seed, folder, jobs or os.cpu_count() or 1):
        store.add(result)
        done += 1
        tell(done, len(tasks))
    store.tidy()


def _results(tasks: Sequence[Task], seed: int, folder: Path, jobs: int) -> Iterator[Result]:
    if jobs == 1:
        yield from (compute(task, seed, folder) for task in tasks)
        return
    waiting, running = iter(tasks), set[Future[Result]]()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            while True:
                for task in waiting:
                    running.add(pool.submit(compute, task, seed, folder))
                    if len(running) >= jobs * _AHEAD:
                        break
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in finished)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def compute(task: Task, seed: int, folder: Path) -> Result:
    """The numbers of one task."""
    own = task.seed(seed)
    return Result(task, STUDIES[task.study].compute(task.settings, own, folder), own)
