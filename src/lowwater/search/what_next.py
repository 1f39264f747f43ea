"""What next: one line on how the answer to a survey could be bettered."""

import math

from lowwater.core.estimate_words import number, percent
from lowwater.core.randomizer import Randomizer

_MOST_TIMES = 64.0  # more people than this many times as many are no advice
_MOST_EPSILON = 4.0  # nor is a larger epsilon than this
_OUT_OF_SIGHT = 0.25  # a level above this shows no end


def what_next(power: float, level: float | None, people: int, randomizer: Randomizer) -> str:
    """How the error could be halved: by more people or a larger epsilon; or which quantile could be had instead.

    The error falls with the noise of a share to the `power`, and that noise with the root of `people`. The `level` is
    that of an end; None where a quantile was looked for.
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
    """The quantile that can be had now, where an end was looked for."""
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
