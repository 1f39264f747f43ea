"""lowwater contest: every search and every rival on the same people, and a leaderboard."""

import json
import math
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from lowwater.cli.progress import Bar
from lowwater.contest import report
from lowwater.contest.board import board, rows
from lowwater.contest.cell import Wishes
from lowwater.contest.measure import computing, entrants, tasks
from lowwater.contest.parts import PARTS
from lowwater.contest.verdict import promises
from lowwater.errors import YourFault
from lowwater.study.run import run
from lowwater.study.store import Store

EXAMPLES = """\b
Examples:
  lowwater contest --quick                               # a look, in two minutes
  lowwater contest                                       # the grid and the stress set: about an hour on two cores
  lowwater contest --data ../data                        # with real data
  lowwater contest --only stress --entrant "tail fit" --entrant "cohort bisection"
  lowwater contest --quick --with my_mechanism.py        # your own mechanism beside the others

\b
Results are kept cell by cell in numbers.jsonl: an interrupted contest goes on where it was.
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("contest-results"),
    show_default=True,
    help="The folder to write into.",
)
@click.option("--quick", is_flag=True, help="Few cells and 20 runs: a look in about two minutes.")
@click.option("--only", "parts", multiple=True, type=click.Choice(list(PARTS)), help="Only these parts.")
@click.option("--entrant", "chosen", multiple=True, help="Only these entrants, by name.")
@click.option(
    "--with",
    "own",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A Python file with a mechanism of your own: ENTRANT = ...",
)
@click.option("--data", type=click.Path(path_type=Path), help="A folder with real data files.")
@click.option("--runs", type=click.IntRange(min=2), help="Runs for each place [default: 100, with --quick 20].")
@click.option("--seed", type=click.IntRange(min=0), default=2019, show_default=True, help="Same seed, same numbers.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes [default: all cores].")
@click.option("--json", "as_json", is_flag=True, help="Print the leaderboard as JSON.")
def contest(
    out: Path,
    quick: bool,
    parts: tuple[str, ...],
    chosen: tuple[str, ...],
    own: tuple[Path, ...],
    data: Path | None,
    runs: int | None,
    seed: int,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Let every mechanism find the same minima, and rank them."""
    say = (lambda _text: None) if as_json else click.echo
    everybody = entrants(own)
    for name in chosen:
        if name not in everybody:
            raise YourFault(f"--entrant {name!r}; it is one of: {', '.join(map(repr, everybody))}")
    out.mkdir(parents=True, exist_ok=True)
    wishes = Wishes(out, quick, runs or (20 if quick else 100), data, parts, chosen)
    for name, part in PARTS.items():
        if (not parts or name in parts) and (reason := part.absent(wishes)):
            say(f"{part.title}: {reason}")
    todo, store, since = tasks(wishes, own), Store(out / "numbers.jsonl", seed), time.monotonic()
    with Bar("competing", quiet=as_json) as bar:
        run(todo, store, computing(seed, out, own), jobs, lambda done, many: bar(done / max(1, many)))
    page = report.write(store, todo, wishes, seed, everybody)
    found = rows(store.of(todo))
    standings = board(found, everybody)
    if as_json:
        said = [asdict(one) for one in standings], [asdict(one) | {"kept": one.kept} for one in promises(found)]
        told = {"leaderboard": str(page), "cells": len(found), "standings": said[0], "promises": said[1]}
        click.echo(json.dumps(_finite(told), allow_nan=False))
        return
    say(_table(report.HEAD[:-1], [line[:-1] for line in report.leaders(standings)]))
    say(f"\n{len(found):,} cells, {len(todo):,} results in {time.monotonic() - since:.0f} s.")
    say(f"The leaderboard is {page}; its numbers are in {out / 'numbers.jsonl'}.")


def _finite(told: Any) -> Any:
    """The same with null for what JSON has no number for."""
    match told:
        case dict():
            return {name: _finite(value) for name, value in told.items()}
        case list() | tuple():
            return [_finite(value) for value in told]
        case float() if not math.isfinite(told):
            return None
    return told


def _table(head: tuple[str, ...], lines: list[tuple[str, ...]]) -> str:
    """Columns of text, the first to the left and the others to the right."""
    widths = [max(len(line[at]) for line in [head, *lines]) for at in range(len(head))]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(line[1:], widths[1:], strict=True))])
        for line in [head, *lines]
    )
