"""Statements: what the tail fit promises about its own statements, compared with the numbers of all cells of a part."""

import math
from collections.abc import Sequence

import numpy as np

from lowwater.contest.promise import Promise
from lowwater.law.count import binomial_tail
from lowwater.study.task import Numbers

_BAND = 0.95
_SURE = 1e-4
_CLEARLY = 1e-4  # the chance that a cell misses its promise as clearly as that, though it keeps it
_FACTOR, _SMALL = (
    2.0,
    3.0,
)  # a likely error within a factor of 2 of the actual one is right, one a third of it too small
_LEAST = 1e-6  # errors and likely errors below this are as good as none
_LIKELY = {"grid": 0.8, "stress": 0.75, "quantiles": 0.85}
_FITTED = ("grid", "stress", "real")


def coverage(part: str, cells: Sequence[Numbers]) -> list[Promise]:
    """The promises about the statements in one part; none where it has no cells."""
    if not cells:
        return []
    return [*_certain(part, cells), *_fitted(part, cells), *_likely(part, cells)]


def _certain(part: str, cells: Sequence[Numbers]) -> list[Promise]:
    band = [cell["band"] for cell in cells]
    missed = [cell for cell in cells if _chance(cell) <= _CLEARLY]
    promises = [
        Promise(f"{part}: bands that held", float(np.mean(band)), _BAND, at_least=True),
        Promise(f"{part}: cells whose bands clearly held in less than 95 %", len(missed), 0, at_least=False),
    ]
    if part == "quantiles":
        return promises
    wrong = float(np.mean([cell["somebody_wrong"] for cell in cells]))
    return [*promises, Promise(f"{part}: runs that named somebody who is not there", wrong, _SURE, at_least=False)]


def _chance(cell: Numbers) -> float:
    """The probability that at least as many of the bands miss as did in the cell, where 95 % hold."""
    runs = round(cell["runs"])
    return float(binomial_tail(round((1 - cell["band"]) * runs), runs, 1 - _BAND))


def _fitted(part: str, cells: Sequence[Numbers]) -> list[Promise]:
    given, right = (float(np.mean([cell[name] for cell in cells])) for name in ("given", "held"))
    if part not in _FITTED or not given:
        return []
    promises = [Promise(f"{part}: fitted limits that held, of those given", right / given, 0.93, at_least=True)]
    if part == "grid":
        widths = [cell["width"] / max(cell["error"], _LEAST) for cell in cells if cell["given"] >= 0.5]
        promises.append(Promise("grid: runs with fitted limits", given, 0.8, at_least=True))
        promises.append(
            Promise("grid: median width of fitted limits over the error", _median(widths), 8, at_least=False)
        )
    return promises


def _likely(part: str, cells: Sequence[Numbers]) -> list[Promise]:
    """On the stress set, of the cells whose share near the minimum can be seen at all."""
    if part not in _LIKELY:
        return []
    counted = [cell for cell in cells if part != "stress" or cell["visible"] >= 1]
    ratios = np.array([max(cell["error"], _LEAST) / max(cell["likely"], _LEAST) for cell in counted])
    if not ratios.size:
        return []
    right = (ratios <= _FACTOR) & (ratios >= 1 / _FACTOR)
    words = f"{part}: cells with a likely error"
    return [
        Promise(f"{words} within a factor of 2 of the actual one", float(right.mean()), _LIKELY[part], at_least=True),
        Promise(f"{words} more than 3 times too small", float((ratios > _SMALL).mean()), 0.05, at_least=False),
    ]


def _median(values: Sequence[float]) -> float:
    return float(np.median(values)) if values else math.nan
