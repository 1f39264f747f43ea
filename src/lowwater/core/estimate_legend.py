"""Estimate legend: what the signs in the first panel mean, in one line."""

from typing import TYPE_CHECKING

from lowwater.core import estimate_signs as signs
from lowwater.core import svg
from lowwater.core.estimate_words import before, percent

if TYPE_CHECKING:
    from lowwater.core.estimate import Estimate

_CHARACTER, _SIGN, _GAP = 6.2, 22, 18


def legend(estimate: "Estimate", x: float, y: float) -> str:
    """A sign and words for each kind of thing that the first panel shows, from `x` on."""
    drawn = []
    for sign, words in _entries(estimate):
        drawn += [_sign(sign, x, y - 4), svg.text(x + _SIGN, y, words, "muted", font_size=12)]
        x += _SIGN + len(words) * _CHARACTER + _GAP
    return "\n".join(drawn)


def _entries(estimate: "Estimate") -> list[tuple[str, str]]:
    """The signs that are drawn, with their words."""
    certain, entries = estimate.certain, []
    if certain.band:
        sure = "" if certain.confidence is None else f" ({percent(certain.confidence)} sure of all)"
        entries.append(("share", f"share {before(estimate.direction)}, with limits{sure}"))
    if estimate.fitted.curve:
        entries.append(("curve", "fitted curve"))
    if not entries:
        entries.append(("cell", "where the search stands"))
    known = estimate.likely_error is not None
    return [*entries, ("value", "estimate, with its likely error") if known else ("dot", "estimate")]


def _sign(sign: str, x: float, y: float) -> str:
    """The sign by its name, 16 wide."""
    middle, end = x + 8, x + 16
    return {
        "share": signs.limits(middle, y - 8, y + 8, 0.1) + signs.share(middle, y, 0.4, "a share"),
        "curve": svg.flat(y, x, end, "teal", stroke_width=2.5),
        "cell": signs.cell(y, x, end),
        "value": signs.value(middle, y, x, end),
        "dot": signs.value(middle, y, middle, middle),
    }[sign]
