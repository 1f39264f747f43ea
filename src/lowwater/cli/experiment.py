"""Experiments on the command line: the options that `paper` and `contest` share, and how their tasks are computed."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import click

from lowwater.cli.options import Command, stacked
from lowwater.cli.text.progress import Bar
from lowwater.study.alone import alone
from lowwater.study.run import Compute, run
from lowwater.study.store import Store
from lowwater.study.task import Task

Option = Callable[[Command], Command]

NUMBERS = "numbers.jsonl"

seed = click.option(
    "--seed", type=click.IntRange(min=0), default=2019, show_default=True, help="Same seed, same numbers."
)
jobs = stacked(
    click.option("--jobs", type=click.IntRange(min=1), help="Processes [default: all cores]."),
    click.option(
        "--spark", metavar="URL", help="Compute on a Spark Connect server instead, such as sc://localhost:15002."
    ),
)

_CLUSTER = "lowwater.study.cluster"  # loaded where --spark is given, for it needs an extra


def out(folder: str) -> Option:
    """The option --out, by default `folder`."""
    path = click.Path(path_type=Path)
    return click.option("--out", type=path, default=Path(folder), show_default=True, help="The folder to write into.")


def claim(folder: Path) -> None:
    """Make the folder, and keep other studies out of it until the command ends."""
    folder.mkdir(parents=True, exist_ok=True)
    click.get_current_context().with_resource(alone(folder))


def run_tasks(
    tasks: Sequence[Task], store: Store, compute: Compute, bar: Bar, jobs: int | None = None, spark: str | None = None
) -> None:
    """Compute the `tasks` that `store` lacks, in processes or on Spark, while `bar` shows the share that is done."""
    spread = None if spark is None else import_module(_CLUSTER).over(spark)
    with bar:
        run(tasks, store, compute, jobs, lambda done, total: bar(done / max(1, total)), spread)
