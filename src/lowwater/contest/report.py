"""The leaderboard: one HTML page that needs nothing else, its figures beside it."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from lowwater import __version__
from lowwater.contest.board import Standing, board, rows
from lowwater.contest.cell import Wishes
from lowwater.contest.entrants import FLAGSHIP, SIMPLE
from lowwater.contest.figures import figures
from lowwater.contest.measure import runs_of
from lowwater.contest.parts import PARTS
from lowwater.contest.promise import Promise
from lowwater.contest.verdict import promises
from lowwater.rivals.rival import Rival
from lowwater.study import page
from lowwater.study.figure import styled
from lowwater.study.store import Store
from lowwater.study.task import Task

HEAD = ("entrant", *PARTS, "over the bound", "bits", "rounds", "best in", "beats us", "loses", "from")
PROMISE = ("promise", "found", "goal", "kept")
_MOST_ROUNDS = 2**20  # rounds beyond this are one for each person


def write(store: Store, tasks: Sequence[Task], wishes: Wishes, seed: int, entrants: Mapping[str, Rival]) -> Path:
    """Draw every figure and write the page and its tables; return the page's path."""
    cells = rows(store.of(tasks))
    standings, decided = board(cells, entrants), promises(cells)
    with styled():
        drawn = figures(cells, standings)
        pictures = page.save(drawn, wishes.folder, svg={figure.name for figure in drawn})
    tables = [_markdown(HEAD, leaders(standings)), _markdown(PROMISE, _promise_rows(decided))]
    (wishes.folder / "leaderboard.md").write_text("\n".join(tables), encoding="utf-8")
    sections = [
        _opening(len(cells), wishes, seed),
        _runs(standings, wishes),
        _leaders(standings),
        _promises(decided),
        pictures,
        _parts(wishes),
    ]
    return page.write(wishes.folder / "leaderboard.html", "Lowwater: the contest", "\n".join(sections))


def _opening(cells: int, wishes: Wishes, seed: int) -> str:
    kind = "a look: few cells" if wishes.quick else "every cell"
    return (
        f"<h1>Who finds the smallest number?</h1><p>Every entrant on the same people with the same epsilon for each of "
        f"them: {cells:,} cells, {kind}. Lowwater {__version__}, seed {seed}. Every number is in "
        f"<code>numbers.jsonl</code> beside this page.</p>"
    )


def _runs(standings: Sequence[Standing], wishes: Wishes) -> str:
    """How many runs every entrant had on each population."""
    by_runs: dict[int, list[str]] = {}
    for entrant in standings:
        by_runs.setdefault(runs_of(entrant.name, wishes), []).append(entrant.name)
    groups = [f"{runs:,} runs: {'; '.join(by_runs[runs])}." for runs in sorted(by_runs, reverse=True)]
    return f"<p>On each population of a cell: {escape(' '.join(groups))}</p>" if groups else ""


def leaders(standings: Sequence[Standing]) -> list[tuple[str, ...]]:
    """The leaderboard as rows of text, under HEAD."""
    return [
        (
            entrant.name,
            *(_ratio(entrant.against.get(part), entrant.standard_errors.get(part)) for part in PARTS),
            _ratio(entrant.over_bound, entrant.over_bound_error),
            "all" if math.isinf(entrant.bits) else f"{entrant.bits:g}",
            "one a person" if entrant.rounds > _MOST_ROUNDS else f"{entrant.rounds:,}",
            f"{entrant.best:,}" if entrant.local else "-",
            "-" if entrant.name == FLAGSHIP else f"{entrant.wins:,}",
            "-" if entrant.name == FLAGSHIP else f"{entrant.losses:,}",
            entrant.reference,
        )
        for entrant in standings
    ]


def _leaders(standings: Sequence[Standing]) -> str:
    text = (
        f"<h2>Leaderboard</h2><p>Errors as a multiple of {SIMPLE}'s (geometric mean over the cells of each part) and "
        f"over the lower bound (grid), each with its standard error; bits one person sends, rounds the server waits "
        f"for (at a million people), cells with the smallest error of all local entrants (ties count for each), and "
        f"cells in which the entrant is clearly better or worse than the {FLAGSHIP} (two standard errors). The error "
        f"of a cell is the mean over its populations. Errors below a millionth count as a millionth.</p>"
    )
    return text + page.table(HEAD, leaders(standings))


def _promises(decided: Sequence[Promise]) -> str:
    """The flagship's promises, and whether they are kept; empty where the cells decide none."""
    if not decided:
        return ""
    return f"<h2>What the {FLAGSHIP} promises</h2>" + page.table(PROMISE, _promise_rows(decided))


def _promise_rows(decided: Sequence[Promise]) -> list[tuple[str, ...]]:
    """The promises as rows of text, under PROMISE."""
    return [
        (
            promise.words,
            f"{promise.figure:.5g}",
            f"{'at least' if promise.at_least else 'at most'} {promise.goal:g}",
            "yes" if promise.kept else "NO",
        )
        for promise in decided
    ]


def _markdown(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A table as Markdown, for pages that show it."""
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *lines]) + "\n"


def _parts(wishes: Wishes) -> str:
    """The description of each part, and why cells of it were left out."""
    lines, chosen = [], wishes.chosen(PARTS)
    for name, part in PARTS.items():
        absent = page.left_out(part.absent(wishes) if name in chosen else "it was not asked for", tag="span")
        note = f" {absent}" if absent else ""
        lines.append(f"<li><strong>{escape(part.title)}</strong> ({name}). {escape(part.about)}{note}</li>")
    return f"<h2>The parts</h2><ul>{''.join(lines)}</ul>"


def _ratio(value: float | None, standard_error: float | None) -> str:
    """A ratio with its standard error, if it has one; a dash where nothing ran."""
    if value is None or standard_error is None or math.isnan(value):
        return "-"
    return f"{value:.3g} ± {standard_error:.2g}" if standard_error else f"{value:.3g}"
