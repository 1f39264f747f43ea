"""The leaderboard: one HTML page that needs nothing else, its figures beside it."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from lowwater import __version__
from lowwater.contest.board import Key, Row, Standing, board, rows
from lowwater.contest.cell import Wishes
from lowwater.contest.entrants import FLAGSHIP, PACE, SIMPLE
from lowwater.contest.figures import figures
from lowwater.contest.measure import runs_of
from lowwater.contest.parts import PARTS
from lowwater.contest.verdict import Promise, promises
from lowwater.rivals.rival import Rival
from lowwater.study.figure import styled
from lowwater.study.page import in_page, page, table
from lowwater.study.store import Store
from lowwater.study.task import Task

HEAD = ("entrant", "grid", "stress", "real", "over the bound", "bits", "rounds", "best in", "beats us", "loses", "from")
PROMISE = ("promise", "found", "goal", "kept")
_MANY = 2**20  # rounds beyond this are one for each person


def write(store: Store, tasks: Sequence[Task], wishes: Wishes, seed: int, entrants: Mapping[str, Rival]) -> Path:
    """Draw, write the page, and say where it is."""
    found = rows(store.of(tasks))
    standings = board(found, entrants)
    folder = wishes.folder / "figures"
    folder.mkdir(parents=True, exist_ok=True)
    with styled():
        drawn = figures(found, standings)
        for figure in drawn:
            figure.save(folder)
            (folder / f"{figure.name}.svg").write_text(figure.svg(), encoding="utf-8")
        pictures = "\n".join(in_page(figure) for figure in drawn)
    parts = [_opening(found, wishes, seed), _leaders(standings), _kept(promises(found)), pictures, _parts(wishes)]
    tables = [_plain(HEAD, leaders(standings)), _plain(PROMISE, _promised(promises(found)))]
    (wishes.folder / "leaderboard.md").write_text("\n".join(tables), encoding="utf-8")
    written = wishes.folder / "leaderboard.html"
    written.write_text(page("Lowwater: the contest", "\n".join(parts)), encoding="utf-8")
    return written


def _opening(found: Mapping[Key, Row], wishes: Wishes, seed: int) -> str:
    kind = "a look: few cells" if wishes.quick else "every cell"
    pace = ", ".join(f"{name} {runs_of(name, wishes):,}" for name in PACE)
    return (
        f"<h1>Who finds the smallest number?</h1><p>Every entrant on the same people with the same epsilon for each of "
        f"them: {len(found):,} cells, {kind}; {wishes.runs:,} runs for each place ({escape(pace)}). Lowwater "
        f"{__version__}, seed {seed}. Every number is in <code>numbers.jsonl</code> beside this page.</p>"
    )


def leaders(standings: Sequence[Standing]) -> list[tuple[str, ...]]:
    """The leaderboard as rows of text, under HEAD."""
    return [
        (
            one.name,
            *(_number(one.against.get(part)) for part in ("grid", "stress", "real")),
            _number(one.over_bound),
            "all" if math.isinf(one.bits) else f"{one.bits:g}",
            "one a person" if one.rounds > _MANY else f"{one.rounds:,}",
            f"{one.best:,}" if one.local else "-",
            "-" if one.name == FLAGSHIP else f"{one.wins:,}",
            "-" if one.name == FLAGSHIP else f"{one.losses:,}",
            one.reference,
        )
        for one in standings
    ]


def _leaders(standings: Sequence[Standing]) -> str:
    said = (
        f"<h2>Leaderboard</h2><p>Errors as a multiple of {SIMPLE}'s (geometric mean over the cells of each part), over "
        f"the lower bound (grid), bits one person sends, rounds the server waits for (at a million people), cells with "
        f"the smallest error of all local entrants (ties count for each), and cells in which the entrant is clearly "
        f"better or worse than the {FLAGSHIP} (two standard errors). Errors below a millionth count as a millionth.</p>"
    )
    return said + table(HEAD, leaders(standings))


def _kept(found: Sequence[Promise]) -> str:
    """What the flagship promises, and whether it holds."""
    if not found:
        return ""
    return f"<h2>What the {FLAGSHIP} promises</h2>" + table(PROMISE, _promised(found))


def _promised(found: Sequence[Promise]) -> list[tuple[str, ...]]:
    """The promises as rows of text, under PROMISE."""
    return [
        (
            one.words,
            f"{one.found:.5g}",
            f"{'at least' if one.at_least else 'at most'} {one.goal:g}",
            "yes" if one.kept else "NO",
        )
        for one in found
    ]


def _plain(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A table as Markdown, for pages that want to show it."""
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *lines]) + "\n"


def _parts(wishes: Wishes) -> str:
    """What each part is, and what was left out."""
    lines = []
    for name, part in PARTS.items():
        absent = part.absent(wishes) if not wishes.parts or name in wishes.parts else "it was not asked for"
        note = f' <span class="left-out">Left out: {escape(absent)}</span>' if absent else ""
        lines.append(f"<li><strong>{escape(part.title)}</strong> ({name}). {escape(part.about)}{note}</li>")
    return f"<h2>The parts</h2><ul>{''.join(lines)}</ul>"


def _number(value: float | None) -> str:
    return "-" if value is None or math.isnan(value) else f"{value:.3g}"
