"""Figures: the contest drawn."""

from collections.abc import Mapping, Sequence

import numpy as np

from lowwater.contest.board import LEAST, Key, Row, Standing, error_ratio
from lowwater.contest.entrants import FLAGSHIP, LOWER, SIMPLE, UNKNOWN
from lowwater.contest.grid import EPSILONS
from lowwater.contest.stress import STRESS
from lowwater.study.figure import COLOURS, GUIDE, INK, Figure, panels

_LINES = {FLAGSHIP: COLOURS[0], SIMPLE: COLOURS[1], LOWER: COLOURS[2], UNKNOWN: COLOURS[3]}
_SHAPE = "width 0.3, alpha {alpha}, beta 1.0, people {people}, epsilon {epsilon}"


def figures(found: Mapping[Key, Row], standings: Sequence[Standing]) -> list[Figure]:
    """Whatever the cells at hand can show."""
    drawn = [_bars(found, standings), _errors(found), _stress(found), _bound(found)]
    return [figure for figure in drawn if figure is not None]


def _bars(found: Mapping[Key, Row], standings: Sequence[Standing]) -> Figure | None:
    """Every local entrant's error over cohort bisection's, part by part."""
    parts = [part for part in ("grid", "stress", "real") if any(where == part for where, _ in found)]
    local = [one for one in standings if one.local][::-1]
    if not local or SIMPLE not in [one.name for one in local]:
        return None
    canvas, axes = panels(len(parts), width=7.6, height=0.19 * len(local) + 0.8)
    for index, (axis, part) in enumerate(zip(axes, parts, strict=True)):
        values = [one.against.get(part, np.nan) for one in local]
        colours = [COLOURS[0] if one.name.startswith(FLAGSHIP) else GUIDE for one in local]
        axis.barh(range(len(local)), values, color=colours, height=0.7)
        axis.axvline(1.0, color=INK, linewidth=0.8)
        axis.set(xscale="log", title=part, xlabel=f"error over that of {SIMPLE}")
        axis.set_yticks(range(len(local)), [one.name for one in local] if index == 0 else [""] * len(local))
    caption = f"Geometric means over the cells of each part; left of the line is better than {SIMPLE}."
    return Figure("contest-leaderboard", "The leaderboard", caption, canvas)


def _errors(found: Mapping[Key, Row]) -> Figure | None:
    """Error against N for the flagship, bisection and the paper's rules."""
    people = sorted({int(name.split("people ")[1].split(",")[0]) for part, name in found if part == "grid"})
    chosen = [(alpha, epsilon) for alpha in (0.5, 1.0, 2.0) for epsilon in EPSILONS]
    shown = {
        (alpha, epsilon): {
            n: found.get(("grid", _SHAPE.format(alpha=alpha, people=n, epsilon=epsilon))) for n in people
        }
        for alpha, epsilon in chosen
    }
    shown = {key: cells for key, cells in shown.items() if cells and all(cells.values())}
    if not shown:
        return None
    canvas, axes = panels(len(shown), height=2.1)
    for axis, ((alpha, epsilon), cells) in zip(axes, shown.items(), strict=True):
        for name, colour in _LINES.items():
            errors = [row[name]["error"] for row in cells.values() if row and name in row]
            if len(errors) == len(people):
                axis.plot(people, np.maximum(errors, LEAST), marker="o", color=colour, label=name)
        axis.set(xscale="log", yscale="log", title=f"alpha = {alpha:g}, epsilon = {epsilon:g}", xlabel="N")
    if not axes[0].lines:
        return None
    axes[0].legend()
    axes[0].set_ylabel("worst mean absolute error")
    return Figure("contest-errors", "Error against N", "Width 0.3, beta = 1, fixed data, worst of six minima.", canvas)


def _stress(found: Mapping[Key, Row]) -> Figure | None:
    """The flagship's error over bisection's in every stress cell, by family."""
    families = list(dict.fromkeys(odd.family for odd in STRESS))
    place = {odd.name: families.index(odd.family) for odd in STRESS}
    points = [
        (place[name.removeprefix("population ").rsplit(", people ", 1)[0]], error_ratio(row, FLAGSHIP, SIMPLE))
        for (part, name), row in found.items()
        if part == "stress" and FLAGSHIP in row and SIMPLE in row
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


def _bound(found: Mapping[Key, Row]) -> Figure | None:
    """Error over the lower bound, as a distribution over the grid's cells."""
    canvas, (axis,) = panels(1, width=5.2, height=2.6)
    for name, colour in _LINES.items():
        ratios = sorted(
            row[name]["error"] / row[name]["bound"] for row in found.values() if "bound" in row.get(name, {})
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
