"""Run a study: all cores, results kept as they come, the same numbers whatever the number of processes."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from multiprocessing import get_context

from lowwater.study.store import Store
from lowwater.study.task import Numbers, Result, Task

Compute = Callable[[Task, int], Numbers]
"""The numbers of a task, given the task's own seed; other processes must be able to import it."""

Progress = Callable[[int, int], None]
"""Called with the number of tasks done and the number of all tasks."""

Make = Callable[[Task], Result]
"""Computes one task."""

Spread = Callable[[Sequence[Task], Make], Iterator[Result]]
"""Spreads tasks over whatever computes them, and gives their results as they come, in any order."""

_AHEAD = 4  # tasks handed out for each process, so that none waits and an interruption loses little


def run(
    tasks: Sequence[Task],
    store: Store,
    compute: Compute,
    jobs: int | None = None,
    progress: Progress | None = None,
    spread: Spread | None = None,
) -> None:
    """Compute the `tasks` that `store` lacks, adding each result to `store` as it comes.

    They are spread over `jobs` processes, unless another `spread` is given, such as a cluster.
    """
    missing = store.missing(tasks)
    report = progress or (lambda _done, _all: None)
    done = len(tasks) - len(missing)
    report(done, len(tasks))
    results = spread or partial(_results, jobs=jobs or os.cpu_count() or 1)
    for result in results(missing, partial(result_of, compute=compute, seed=store.seed)):
        store.add(result)
        done += 1
        report(done, len(tasks))
    store.tidy()


def result_of(task: Task, compute: Compute, seed: int) -> Result:
    """Compute one task, with the seed that it derives from the study's `seed`."""
    own_seed = task.seed(seed)
    return Result(task, compute(task, own_seed), own_seed)


def _results(tasks: Sequence[Task], make: Make, jobs: int) -> Iterator[Result]:
    if jobs == 1:
        yield from (make(task) for task in tasks)
        return
    waiting, running = iter(tasks), set[Future[Result]]()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            while True:
                for task in waiting:
                    running.add(pool.submit(make, task))
                    if len(running) >= jobs * _AHEAD:
                        break
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in finished)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
