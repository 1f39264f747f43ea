"""lowwater paper: every figure and table of the paper, in one report."""

import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import click

from lowwater.cli import experiment
from lowwater.cli.text.progress import Bar
from lowwater.errors import BadData
from lowwater.paper import report
from lowwater.paper.purchases import PAPER_RANGES
from lowwater.paper.studies import STUDIES, compute
from lowwater.paper.study import Wishes
from lowwater.study.store import Store

EXAMPLES = """\b
Examples:
  lowwater paper --quick                                 # a look, in a minute or two
  lowwater paper                                         # everything that needs no data
  lowwater paper --movielens ml-latest/ratings.csv       # with the paper's MovieLens tasks
  lowwater paper --purchases sales.csv --ranges paper    # with your own purchases
  lowwater paper --spark sc://cluster:15002              # over a cluster: the same numbers
  lowwater paper --only synthetic --monte-carlo          # as the paper did it: 1000 runs for each point

\b
Results are kept point by point in numbers.jsonl: an interrupted study goes on where it was.
"""


@click.command(epilog=EXAMPLES)
@experiment.out("paper-results")
@click.option("--quick", is_flag=True, help="Few points and 200 runs: a look in about two minutes.")
@click.option("--only", multiple=True, type=click.Choice(list(STUDIES)), help="Only these studies.")
@click.option(
    "--monte-carlo", is_flag=True, help="Simulate fixed data too, as the paper did, instead of the exact law."
)
@click.option(
    "--runs", type=click.IntRange(min=1), help="Simulated runs for each point [default: 1000, with --quick 200]."
)
@experiment.seed
@experiment.jobs
@click.option("--movielens", type=click.Path(path_type=Path), help="An official ratings.csv, or an older ratings.dat.")
@click.option(
    "--purchases", type=click.Path(path_type=Path), multiple=True, help="A file with age, amount and category."
)
@click.option("--ranges", help="'paper' for its six, or edges such as 0,10,20 [default: six groups of equal size].")
@click.option("--large", type=click.Path(path_type=Path), help="A folder with the large data files.")
@click.option("--with-replacement", is_flag=True, help="Sample real data with replacement even where there is enough.")
@click.option("--json", "as_json", is_flag=True, help="Print where things are as JSON.")
def paper(out: Path, quick: bool, runs: int | None, seed: int, as_json: bool, **chosen: Any) -> None:
    """Reproduce every experiment of the paper and write one report."""
    say = (lambda _text: None) if as_json else click.echo
    how = {name: chosen.pop(name) for name in ("jobs", "spark")}
    chosen["ranges"] = _ranges(chosen["ranges"])
    experiment.claim(out)
    wishes = Wishes(out, quick=quick, runs=runs or (200 if quick else 1000), **chosen)
    studies = wishes.chosen(STUDIES)
    for study in studies.values():
        if reason := study.absent(wishes):
            say(f"{study.title}: left out, {reason}")
    tasks = [task for study in studies.values() for task in study.tasks(wishes)]
    numbers = out / experiment.NUMBERS
    store, since = Store(numbers, seed), time.monotonic()
    experiment.run_tasks(tasks, store, partial(compute, folder=out.resolve()), Bar("computing", quiet=as_json), **how)
    say(f"{len(tasks):,} points in {time.monotonic() - since:.0f} s; drawing.")
    page = report.write(store, tasks, wishes, seed)
    say(f"The report is {page}; its numbers are in {numbers}, its figures in {out / 'figures'}.")
    if as_json:
        click.echo(json.dumps({"report": str(page), "numbers": str(numbers), "points": len(tasks)}))


def _ranges(text: str | None) -> tuple[float, ...] | None:
    """The edges of the amount ranges."""
    if text is None:
        return None
    if text == "paper":
        return PAPER_RANGES
    try:
        edges = tuple(float(edge) for edge in text.split(","))
    except ValueError:
        edges = ()
    if len(edges) < 2 or list(edges) != sorted(set(edges)):
        raise BadData(f"--ranges {text!r}; give rising edges such as 0,10000,20000, or 'paper'")
    return edges
