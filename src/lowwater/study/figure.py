"""Figure: a drawing with a name, a title and a caption that says exactly what was run."""

import textwrap
import warnings
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from lowwater.study.words import legible

_LINE = 34  # characters that fit over a panel
INK, GUIDE = "#12333f", "#9aa8ad"
COLOURS = ("#0f766e", "#c2410c", "#4338ca", "#a16207", "#be185d", "#334155")
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 7,
    "axes.titlesize": 8,
    "legend.fontsize": 5.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "lowwater",
    "pdf.fonttype": 42,
    "lines.linewidth": 1.4,
    "lines.markersize": 3,
}


@dataclass(frozen=True, eq=False)
class Figure:
    """A canvas with its name, title and caption."""

    name: str
    title: str
    caption: str
    canvas: Canvas

    def svg(self) -> str:
        """The drawing as SVG text that can stand inside a page; the same drawing is the same text."""
        return self._svg

    @cached_property
    def _svg(self) -> str:
        """The SVG text, drawn once for the file and the page."""
        buffer = StringIO()
        with _any_script():
            self.canvas.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
        text = buffer.getvalue()
        return text[text.index("<svg") :].strip()

    def save(self, folder: Path) -> None:
        """The drawing as a PDF file."""
        with _any_script():
            self.canvas.savefig(folder / f"{self.name}.pdf", metadata={"CreationDate": None, "Creator": None})


@contextmanager
def _any_script() -> Iterator[None]:
    """Silence warnings of glyphs that the font lacks: a browser has another font, a PDF shows boxes."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"(?s)Glyph .* missing from font")
        yield


def plain(name: str) -> str:
    """A name as a title: dollar signs are escaped, for they would begin a formula, and a long name is wrapped."""
    return "\n".join(textwrap.wrap(legible(name), _LINE)).replace("$", r"\$")


def styled() -> AbstractContextManager[None]:
    """A context in which everything is drawn in `STYLE`."""
    return mpl.rc_context(STYLE)


def panels(count: int, *, width: float = 7.6, height: float = 2.5, columns: int = 3) -> tuple[Canvas, list[Axes]]:
    """A canvas with `count` axes in rows of `columns`, without a window or global state; spare axes are hidden."""
    rows = -(-count // columns)
    canvas = Canvas(figsize=(width, height * rows), layout="constrained")
    axes = list(canvas.subplots(rows, min(count, columns), squeeze=False).flat)
    for spare in axes[count:]:
        spare.set_visible(False)
    return canvas, axes[:count]


def error_line(
    axes: Axes, x: Sequence[float], rows: Sequence[dict[str, float]], label: str, colour: str, dash: str = "-"
) -> None:
    """Mean errors with the band between their 0.05 and 0.95 quantiles, on two logarithmic scales."""
    tiny = 1e-9
    axes.plot(x, [max(row["mean_error"], tiny) for row in rows], dash, marker="o", color=colour, label=label)
    low, high = ([max(row[name], tiny) for row in rows] for name in ("q05", "q95"))
    axes.fill_between(x, low, high, color=colour, alpha=0.12, linewidth=0)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")


def guide_line(axes: Axes, x: Sequence[float], shape: Sequence[float], through: float, label: str) -> None:
    """A theoretical rate `shape`, scaled so that its last point is at `through`."""
    axes.plot(x, [through * value / shape[-1] for value in shape], "--", color=GUIDE, linewidth=1.1, label=label)
