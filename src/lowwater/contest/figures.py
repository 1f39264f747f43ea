"""Figures: the contest drawn."""

from collections.abc import Sequence

import numpy as np

from lowwater.contest.board import Rows, Standing
from lowwater.contest.cell import CellKey
from lowwater.contest.entrants import FLAGSHIP, LOWER, SIMPLE, UNKNOWN
from lowwater.contest.grid import EPSILONS
from lowwater.contest.parts import PARTS
from lowwater.contest.ratio import LEAST, error_ratio
from lowwater.contest.stress import STRESS
from lowwater.study.figure import COLOURS, GUIDE, INK, Figure, panels

_LINES = {FLAGSHIP: COLOURS[0], SIMPLE: COLOURS[1], LOWER: COLOURS[2], UNKNOWN: COLOURS[3]}


def figures(cells: Rows, standings: Sequence[Standing]) -> list[Figure]:
    """Every figure for which the cells have the numbers."""
    drawn = [_bars(cells, standings), _errors(cells), _stress(cells), _bound(cells)]
    return [figure for figure in drawn if figure is not None]


def _bars(cells: Rows, standings: Sequence[Standing]) -> Figure | None:
    """Every local entrant's error over cohort bisection's, part by part."""
    parts = [part for part in PARTS if any(key.part == part for key in cells)]
    local = [entrant for entrant in standings if entrant.local][::-1]
    if not local or SIMPLE not in [entrant.name for entrant in local]:
        return None
    canvas, axes = panels(len(parts), width=7.6, height=0.19 * len(local) + 0.8, columns=len(parts))
    for axis in axes[1:]:  # an entrant that is absent from a part has an empty row there
        axis.sharex(axes[0])
        axis.sharey(axes[0])
        axis.tick_params(labelleft=False)
    for axis, part in zip(axes, parts, strict=True):
        values = [entrant.against.get(part, np.nan) for entrant in local]
        colours = [COLOURS[0] if entrant.name.startswith(FLAGSHIP) else GUIDE for entrant in local]
        axis.barh(range(len(local)), values, color=colours, height=0.7)
        axis.axvline(1.0, color=INK, linewidth=0.8)
        axis.set(xscale="log", title=part)
    axes[0].set_yticks(range(len(local)), [entrant.name for entrant in local])
    canvas.supxlabel(f"error over that of {SIMPLE}", fontsize=7)
    caption = f"Geometric means over the cells of each part; left of the line is better than {SIMPLE}."
    return Figure("contest-leaderboard", "The leaderboard", caption, canvas)


def _errors(cells: Rows) -> Figure | None:
    """Error against N for the flagship, bisection and the paper's rules, on the grid's data of width 0.3."""
    people = sorted({key.people for key in cells if key.part == "grid"})
    shown = {
        (alpha, epsilon): [row for n in people if (row := cells.get(_shown(n, alpha, epsilon)))]
        for alpha in (0.5, 1.0, 2.0)
        for epsilon in EPSILONS
    }
    shown = {panel: rows for panel, rows in shown.items() if rows and len(rows) == len(people)}
    if not shown:
        return None
    canvas, axes = panels(len(shown), height=2.1)
    for axis, ((alpha, epsilon), rows) in zip(axes, shown.items(), strict=True):
        for name, colour in _LINES.items():
            errors = [row[name]["error"] for row in rows if name in row]
            if len(errors) == len(people):
                axis.plot(people, np.maximum(errors, LEAST), marker="o", color=colour, label=name)
        axis.set(xscale="log", yscale="log", title=f"alpha = {alpha:g}, epsilon = {epsilon:g}", xlabel="N")
    if not axes[0].lines:
        return None
    axes[0].legend()
    axes[0].set_ylabel("mean absolute error")
    return Figure("contest-errors", "Error against N", "Width 0.3, beta = 1, fixed data, mean over six minima.", canvas)


def _shown(people: int, alpha: float, epsilon: float) -> CellKey:
    return CellKey("grid", people, epsilon, width=0.3, alpha=alpha, beta=1.0)


def _stress(cells: Rows) -> Figure | None:
    """The flagship's error over bisection's in every stress cell, by family."""
    families = list(dict.fromkeys(odd.family for odd in STRESS))
    family = {odd.name: families.index(odd.family) for odd in STRESS}
    points = [
        (family[key.population], error_ratio(row, FLAGSHIP, SIMPLE))
        for key, row in cells.items()
        if key.part == "stress" and key.population and FLAGSHIP in row and SIMPLE in row
    ]
    if not points:
        return None
    canvas, (axis,) = panels(1, width=7.6, height=3.0)
    shift = np.linspace(-0.3, 0.3, len(points)) if len(points) > 1 else np.zeros(1)
    spread = np.random.default_rng(0).permutation(shift)
    axis.scatter(np.array([x for x, _ in points]) + spread, [y for _, y in points], s=7, color=COLOURS[0], alpha=0.6)
    axis.axhline(1.0, color=INK, linewidth=0.8)
    axis.axhline(2.0, color=COLOURS[1], linewidth=0.8, linestyle="--")
    axis.set(yscale="log", ylabel=f"{FLAGSHIP} over {SIMPLE}")
    axis.set_xticks(range(len(families)), families, rotation=25, ha="right")
    caption = f"One point for each cell of the stress set; below 1 the {FLAGSHIP} is better, above 2 it is counted."
    return Figure("contest-stress", "The stress set", caption, canvas)


def _bound(cells: Rows) -> Figure | None:
    """Error over the lower bound, as a distribution over the grid's cells."""
    canvas, (axis,) = panels(1, width=5.2, height=2.6)
    for name, colour in _LINES.items():
        ratios = sorted(
            row[name]["error"] / row[name]["bound"] for row in cells.values() if "bound" in row.get(name, {})
        )
        if not ratios:
            return None
        axis.plot(ratios, np.arange(1, len(ratios) + 1) / len(ratios), color=colour, label=name)
    axis.set(xscale="log", xlabel="error over the lower bound", ylabel="share of the grid's cells")
    axis.legend()
    caption = (
        "The lower bound holds for i.i.d. people and the worst law of the class: no search gets below 1 everywhere."
    )
    return Figure("contest-bound", "How far from the lower bound", caption, canvas)
