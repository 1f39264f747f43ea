"""Cell statements: what answers about cells prove, whatever the numbers are like: docs/theory/certain.md proves it.

Shares: of one question's people a fixed set of answers is given by a binomial number, whose chance is linear in the
share of people at or before a threshold. So each threshold has exact limits, and the doubts of all of them add up.

Somebody: if nobody is at or before c, every cell up to c is named by chance alone. Bets on each threshold's last cells
multiply a wealth that is 1 on average; all of them up to c together make the wealth against "nobody is at or before c".
"""

import numpy as np
import numpy.typing as npt

from lowwater.core.statements import NOTHING, Certain, Few, Point
from lowwater.law.limits import limits
from lowwater.search.cells.shares import CellShares
from lowwater.search.certain import STAKE
from lowwater.search.settling import CONFIDENCE, SHARES, SURE

Floats = npt.NDArray[np.float64]

_BETS = (0.5, 1.0, 2.0)  # the shares that are bet on, in multiples of the stake
_MOST_BET = 0.5


def cell_certain(cells: CellShares) -> Certain:
    """What the answers of one run prove."""
    if not cells.answered:
        return NOTHING
    natural, people = cells.layout.natural.tolist(), cells.people.astype(int).tolist()
    share, low, high = (column.tolist() for column in cell_band(cells))
    columns = zip(natural, people, share, low, high, strict=True)
    band = tuple(Point(at, count, part, least, most) for at, count, part, least, most in columns if count)
    few = tuple(
        Few(share, natural[max(at for at, most in enumerate(high) if most <= share)])
        for share in SHARES
        if min(high) <= share
    )
    at = first_somebody(cells)
    somebody = None if at is None else natural[at]
    return Certain(somebody, None if at is None else SURE, few, confidence=CONFIDENCE, band=band)


def cell_band(cells: CellShares) -> tuple[Floats, Floats, Floats]:
    """The share of people at or before every threshold and its limits, which all hold together with CONFIDENCE."""
    layout, (no, gap) = cells.layout, cells.chances
    within = np.cumsum(cells.named.reshape(layout.size - 1, layout.questions), axis=0).ravel()
    by_chance = np.repeat(np.arange(1, layout.size), layout.questions) * no
    miss = np.full(within.size, (1 - CONFIDENCE) / (2 * within.size))
    chances = (within / np.maximum(cells.people, 1), *limits(within, cells.people, miss, miss))
    share, low, high = (np.clip((chance - by_chance) / gap, 0.0, 1.0) for chance in chances)
    return share, low, high


def first_somebody(cells: CellShares) -> int | None:
    """The first threshold by which somebody is there with confidence SURE, as its index; None where there is none.

    A wealth that was proved at c is claimed only where it is proved at all later thresholds too, so that one test alone
    can be wrong: that of the last threshold before the minimum.
    """
    poor = np.flatnonzero(cell_wealth(cells) + np.log(1 - SURE) < 0)
    first = int(poor[-1]) + 1 if poor.size else 0
    return first if first < cells.people.size else None


def cell_wealth(cells: CellShares) -> Floats:
    """The log of the wealth against "nobody is at or before" each threshold: the mean over bets on the cells up to it.

    The bet of a threshold is on the cells that end last before it, one of each question. Bets on later thresholds are
    not made yet, and keep their part.
    """
    (no, gap), width = cells.chances, cells.layout.questions
    named, people = (_last(column, width) for column in (cells.named, cells.people))
    expected = STAKE * np.sqrt(no * (1 - no) / gap**2 / max(cells.answered, 1.0))
    gains = []
    for part in _BETS:
        chance = no + gap * min(part * expected, _MOST_BET)
        gains.append(named * np.log(chance / no) + (people - named) * np.log((1 - chance) / (1 - no)))
    bet = np.logaddexp.reduce(gains, axis=0) - np.log(len(_BETS))
    left = np.log(np.maximum(np.arange(bet.size - 1, -1, -1), 1e-300))
    return np.asarray(np.logaddexp(np.logaddexp.accumulate(bet), left) - np.log(bet.size))


def _last(column: Floats, width: int) -> Floats:
    """The sum of the last `width` entries up to each one."""
    sums = np.concatenate([np.zeros(width), np.cumsum(column)])
    return np.asarray(sums[width:] - sums[:-width])
