"""Run a study: all cores, results kept as they come, the same numbers whatever the number of processes."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context

from lowwater.study.store import Store
from lowwater.study.task import Result, Task

Compute = Callable[[Task], Result]
"""The numbers of one task; other processes must be able to import it."""

Progress = Callable[[int, int], None]

_AHEAD = 4  # tasks handed out for each process, so that none waits and an interruption loses little


def run(
    tasks: Sequence[Task], store: Store, compute: Compute, jobs: int | None = None, progress: Progress | None = None
) -> None:
    """Compute what is missing; progress is told how many of how many are done."""
    missing = store.missing(tasks)
    tell = progress or (lambda _done, _all: None)
    done = len(tasks) - len(missing)
    tell(done, len(tasks))
    for result in _results(missing, compute, jobs or os.cpu_count() or 1):
        store.add(result)
        done += 1
        tell(done, len(tasks))
    store.tidy()


def _results(tasks: Sequence[Task], compute: Compute, jobs: int) -> Iterator[Result]:
    if jobs == 1:
        yield from (compute(task) for task in tasks)
        return
    waiting, running = iter(tasks), set[Future[Result]]()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            while True:
                for task in waiting:
                    running.add(pool.submit(compute, task))
                    if len(running) >= jobs * _AHEAD:
                        break
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in finished)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
