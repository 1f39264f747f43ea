"""Draw what a pass over ten million rows costs on Sail, from the lines that `python -m benchmarks.executors` wrote."""

import json
import sys
from pathlib import Path

import matplotlib as mpl

from lowwater.study.figure import COLOURS, STYLE, panels

LIMIT = 2  # million rows a second a core


def draw(lines: list[dict[str, float]], path: Path) -> None:
    """Bars of the rates, the slowest below."""
    with mpl.rc_context(STYLE):
        canvas, (axis,) = panels(1, height=2.2)
        bars = axis.barh([line["pass"] for line in lines][::-1], [line["rate"] / 1e6 for line in lines][::-1])
        axis.bar_label(bars, fmt="%.1f", padding=3)
        axis.axvline(LIMIT, color=COLOURS[1], linestyle=":")
        axis.set(xscale="log", xlim=(1, 500), xlabel="million rows a second a core")
        for bar in bars:
            bar.set_color(COLOURS[0])
        canvas.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    draw([json.loads(line) for line in text.splitlines()], Path(sys.argv[2]))
