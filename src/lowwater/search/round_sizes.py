"""Round sizes: how many people each question of a fitted search asks, fixed by the plan.

Rounds grow: early ones only tell roughly where to look. The last ones may settle what can be said without a model.
"""

import numpy as np

from lowwater.search.search import Setting
from lowwater.search.settling import NO_SETTLING, Settling, settling

GROWTH = 32.0
"""How many times the last growing round is larger than the first."""


def sizes(setting: Setting) -> tuple[int, ...]:
    """The `round_sizes` of a plan's setting."""
    return round_sizes(setting.people, setting.rounds, setting.questions, settling_of(setting))


def settling_of(setting: Setting) -> Settling:
    """The settling of a plan's setting."""
    if not setting.settle:
        return NO_SETTLING
    variance = setting.randomizer.variance
    return settling(setting.people, setting.rounds, setting.questions, variance, setting.quantile)


def round_sizes(people: int, rounds: int, questions: int, last: Settling) -> tuple[int, ...]:
    """How many people a question of each round asks: growing rounds, then those that settle."""
    settled = last.sizes(questions)
    rest = people - questions * sum(settled)
    return (*growing_sizes(rest, rounds - len(settled), questions), *settled)


def growing_sizes(people: int, rounds: int, questions: int) -> tuple[int, ...]:
    """How many people a question of each round asks: the last round is `GROWTH` times the first."""
    shares = GROWTH ** (np.arange(rounds) / max(1, rounds - 1))
    spare = people / questions - rounds  # beyond one person for every question
    return tuple(1 + int(size) for size in np.floor(spare * shares / shares.sum()))
