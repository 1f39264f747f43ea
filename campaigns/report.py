"""Report: a line while a campaign runs, and a table of all in the end."""

import sys
from typing import Any

import lowwater
from campaigns.counts import FAULTS, total
from campaigns.runner import Result

_SELDOM = 10.0  # seconds between two lines about a campaign where nobody watches
_LONGEST = 1500  # letters of a note
_HEADS = {"gone_back": "gone back", "server_errors": "5xx"}


class Progress:
    """A line for each campaign, which a terminal shows again and again, and a file now and then."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}
        self._faults: dict[str, str] = {}

    def __call__(self, result: Result) -> None:
        """Say how far a campaign is."""
        line = f"{result.name}: slice {result.slices}, {result.seconds:.1f} s, {_work(result)}; {_faults(result)}"
        if sys.stderr.isatty():
            print(f"\r{line:<119}", end="", file=sys.stderr, flush=True)
        elif result.seconds >= self._told.get(result.name, -_SELDOM) + _SELDOM or self._new(result):
            self._told[result.name] = result.seconds
            print(line, file=sys.stderr, flush=True)

    def _new(self, result: Result) -> bool:
        before, self._faults[result.name] = self._faults.get(result.name), _faults(result)
        return before != self._faults[result.name]


def table(seed: int, results: list[Result]) -> str:
    """Every campaign and its counts; then each finding with how to repeat it."""
    heads = ["campaign", "seconds", "slices", *(_HEADS.get(name, name) for name in FAULTS), "done"]
    rows = [_cells(result) for result in results]
    sums = total([result.counts for result in results]).faults.values()
    seconds, slices = sum(result.seconds for result in results), sum(result.slices for result in results)
    rows.append(["all", f"{seconds:.1f}", str(slices), *map(str, sums), ""])
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads) - 1)]
    lines = ["  ".join((*_padded(row, widths), row[-1])).rstrip() for row in [heads, *rows]]
    return "\n".join([f"seed {seed}", *lines, *(_finding(seed, row) for row in results if not row.counts.clean)])


def as_json(seed: int, results: list[Result]) -> dict[str, Any]:
    """The same for a program."""
    campaigns = [
        {"name": row.name, "slices": row.slices, "seconds": round(row.seconds, 3), "faults": row.counts.faults}
        | {"done": dict(row.counts.done), "notes": list(row.counts.notes)}
        for row in results
    ]
    clean = all(row.counts.clean for row in results)
    return {"version": lowwater.__version__, "seed": seed, "clean": clean, "campaigns": campaigns}


def _cells(result: Result) -> list[str]:
    faults = map(str, result.counts.faults.values())
    return [result.name, f"{result.seconds:.1f}", str(result.slices), *faults, _work(result)]


def _padded(row: list[str], widths: list[int]) -> list[str]:
    first, *rest = (cell for cell in row[:-1])
    return [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]


def _work(result: Result) -> str:
    return ", ".join(f"{many:,} {what}" for what, many in result.counts.done.items()) or "nothing yet"


def _faults(result: Result) -> str:
    faults = [f"{many} {name}" for name, many in result.counts.faults.items() if many]
    return ", ".join(faults) or "nothing found"


def _finding(seed: int, result: Result) -> str:
    notes = "\n".join(f"  - {_short(note)}" for note in result.counts.notes)
    repeat = f"make campaign SEED={seed} ONLY={result.name}"
    return (
        f"\n{result.name} found {_faults(result)}\n{notes}\n"
        f"repeat it: {repeat}\nthe first finding alone: {repeat} SLICE={result.first}"
    )


def _short(note: str) -> str:
    half = _LONGEST // 2
    return note if len(note) <= _LONGEST else f"{note[:half]} ... ({len(note) - 2 * half:,} letters) ... {note[-half:]}"
