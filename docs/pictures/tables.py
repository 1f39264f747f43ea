"""Draw what tables cost where they lie, from the lines that `python -m benchmarks.tables` wrote."""

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes

from lowwater.study.figure import COLOURS, STYLE, panels

Line = dict[str, Any]


def draw(lines: list[Line], path: Path) -> None:
    """The seconds of a round against rows, ours beside the engines' own, and the groups beside one group."""
    with mpl.rc_context(STYLE):
        canvas, axes = panels(3, height=2.4)
        for axis, engine, colour in zip(axes, ("DuckDB", "Polars"), COLOURS, strict=False):
            _rounds(axis, [line for line in lines if line["what"].startswith(engine)], engine, colour)
        _groups(axes[2], [line for line in lines if "group" in line["what"]])
        canvas.savefig(path, metadata={"Date": None})


def _rounds(axis: Axes, lines: list[Line], engine: str, colour: str) -> None:
    """Lines on two logarithmic scales, full for us and dashed for the engine itself."""
    for what in dict.fromkeys(line["what"] for line in lines):
        rows, times = zip(*((line["rows"], line["seconds"]) for line in lines if line["what"] == what), strict=True)
        label, dash = (f"Lowwater on {engine}", "o-") if what == engine else (what, "x--")
        axis.loglog(rows, times, dash, label=label, color=colour if what == engine else COLOURS[5])
    axis.set(xlabel="rows", ylabel="seconds", title="a round of 64 thresholds")
    axis.legend()


def _groups(axis: Axes, lines: list[Line]) -> None:
    """Bars of a whole run: seconds on the clock and of processors."""
    for shift, (name, label) in enumerate((("seconds", "on the clock"), ("processor_seconds", "of processors"))):
        places = [place + 0.4 * shift for place in range(len(lines))]
        bars = axis.bar(places, [line[name] for line in lines], 0.38, label=label, color=COLOURS[shift])
        axis.bar_label(bars, fmt="%.0f", padding=2)
    axis.set_xticks([place + 0.2 for place in range(len(lines))], [line["what"] for line in lines])
    axis.set(ylabel="seconds", title=f"a whole run, {lines[0]['rows']:,} rows")
    axis.legend()


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    draw([json.loads(line) for line in text.splitlines()], Path(sys.argv[2]))
