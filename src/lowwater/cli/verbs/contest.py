"""lowwater contest: every search and every rival on the same people, and a leaderboard."""

import json
import math
import time
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import click

from lowwater.cli import experiment
from lowwater.cli.text.progress import Bar
from lowwater.contest import report
from lowwater.contest.board import board, rows
from lowwater.contest.cell import Wishes
from lowwater.contest.measure import compute, entrants, tasks
from lowwater.contest.parts import PARTS
from lowwater.contest.verdict import promises
from lowwater.errors import YourFault
from lowwater.study.store import Store

EXAMPLES = """\b
Examples:
  lowwater contest --quick                               # a look, in two minutes
  lowwater contest                                       # all but real data: an hour or two on two cores
  lowwater contest --data ../data                        # with real data
  lowwater contest --only stress --entrant "tail fit" --entrant "cohort bisection"
  lowwater contest --spark sc://cluster:15002            # over a cluster: the same numbers
  lowwater contest --quick --with my_mechanism.py        # your own mechanism beside the others

\b
Results are kept cell by cell in numbers.jsonl: an interrupted contest goes on where it was.
"""


@click.command(epilog=EXAMPLES)
@experiment.out("contest-results")
@click.option("--quick", is_flag=True, help="Few cells and 20 runs: a look in about two minutes.")
@click.option("--only", multiple=True, type=click.Choice(list(PARTS)), help="Only these parts.")
@click.option("--entrant", "entrants", multiple=True, help="Only these entrants, by name.")
@click.option(
    "--with",
    "own",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A Python file with a mechanism of your own: ENTRANT = ...",
)
@click.option("--data", type=click.Path(path_type=Path), help="A folder with real data files.")
@click.option("--runs", type=click.IntRange(min=2), help="Runs for each place [default: 100, with --quick 20].")
@experiment.seed
@experiment.jobs
@click.option("--json", "as_json", is_flag=True, help="Print the leaderboard as JSON.")
def contest(out: Path, quick: bool, runs: int | None, seed: int, as_json: bool, **chosen: Any) -> None:
    """Let every mechanism find the same minima and quantiles, and rank them."""
    say = (lambda _text: None) if as_json else click.echo
    how = {name: chosen.pop(name) for name in ("jobs", "spark")}
    own = [path.resolve() for path in chosen.pop("own")]
    everybody = entrants(own)
    for name in chosen["entrants"]:
        if name not in everybody:
            raise YourFault(f"--entrant {name!r}; it is one of: {', '.join(map(repr, everybody))}")
    experiment.claim(out)
    wishes = Wishes(out, quick=quick, runs=runs or (20 if quick else 100), **chosen)
    for part in wishes.chosen(PARTS).values():
        if reason := part.absent(wishes):
            say(f"{part.title}: {reason}")
    todo, store, since = tasks(wishes, own), Store(out / experiment.NUMBERS, seed), time.monotonic()
    before = len(store.of(todo))
    compute_one = partial(compute, folder=out.resolve(), own=own)
    experiment.run_tasks(todo, store, compute_one, Bar("competing", quiet=as_json), **how)
    page = report.write(store, todo, wishes, seed, everybody)
    cells = rows(store.of(todo))
    standings = board(cells, everybody)
    if as_json:
        decided = [asdict(promise) | {"kept": promise.kept} for promise in promises(cells)]
        leaderboard = {"leaderboard": str(page), "cells": len(cells), "standings": [asdict(line) for line in standings]}
        click.echo(json.dumps(_finite(leaderboard | {"promises": decided}), allow_nan=False))
        return
    say(_table(report.HEAD[:-1], [line[:-1] for line in report.leaders(standings)]))
    kept = f", {before:,} of them kept from before," if before else ""
    say(f"\n{len(cells):,} cells, {len(todo):,} results{kept} in {time.monotonic() - since:.0f} s.")
    say(f"The leaderboard is {page}; its numbers are in {out / experiment.NUMBERS}.")


def _finite(value: Any) -> Any:
    """The value with None for every infinity and NaN in it, which JSON lacks."""
    match value:
        case dict():
            return {name: _finite(inner) for name, inner in value.items()}
        case list() | tuple():
            return [_finite(inner) for inner in value]
        case float() if not math.isfinite(value):
            return None
    return value


def _table(head: tuple[str, ...], lines: list[tuple[str, ...]]) -> str:
    """Columns of text, the first to the left and the others to the right."""
    widths = [max(len(line[at]) for line in [head, *lines]) for at in range(len(head))]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(line[1:], widths[1:], strict=True))])
        for line in [head, *lines]
    )
