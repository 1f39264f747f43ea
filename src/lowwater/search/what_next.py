"""What next: how the estimate of a survey could be improved, in one line."""

import math

from lowwater.core.estimate_words import number, percent
from lowwater.core.randomizer import Randomizer

_MOST_TIMES = 64.0  # the largest number of people that is advised, in multiples of those there are
_MOST_EPSILON = 4.0  # the largest epsilon that is advised
_OUT_OF_SIGHT = 0.25  # the highest level at which an end can be seen


def what_next(power: float, level: float | None, people: int, randomizer: Randomizer) -> str:
    """How to halve the error: by more people or a larger epsilon; or which quantile to search for instead.

    The error falls with the noise of a share to the `power`, and that noise with the root of `people`. The `level` is
    that of an end; None where a quantile was searched for.
    """
    if level is not None and level > _OUT_OF_SIGHT:
        return f"{people:,} people at this epsilon hardly show an end; ask for the median, or ask more people"
    times = 4 ** (1 / max(power, 1e-3))
    if times > _MOST_TIMES:
        return f"more people hardly help here{_instead(level)}"
    epsilon = _epsilon(randomizer.variance / times, len(randomizer.table))
    larger = f", or epsilon {number(epsilon)}" if epsilon <= _MOST_EPSILON else ""
    return f"half the error takes about {int(float(f'{times * people:.2g}')):,} people{larger}"


def _instead(level: float | None) -> str:
    """The quantile that the same people can find, where an end was searched for."""
    if level is None:
        return ""
    share = float(f"{min(2 * level, 0.5):.1g}")
    return f"; the {percent(share)} quantile can be had from as many people now"


def lower_level(people: int) -> str:
    """How a search that compares shares with a level reaches a lower one: it falls with the root of `people`."""
    return f"half the level takes about {4 * people:,} people; search='tail-fit' fits what lies below it"


def _epsilon(variance: float, size: int) -> float:
    """The epsilon at which one debiased answer, of `size` there are, has this variance, rounded up to two digits.

    The variance is (size - 2 + e) / (e - 1)**2, with the odds e.
    """
    odds = (2 * variance + 1 + math.sqrt(1 + 4 * (size - 1) * variance)) / (2 * variance)
    return math.ceil(10 * math.log(odds)) / 10
