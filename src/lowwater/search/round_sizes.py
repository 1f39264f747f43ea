"""Round sizes: how many people each question of a fitted search asks, fixed by the plan.

Rounds grow: early ones only tell roughly where to look. Two late ones may settle what can be said without a model.
"""

import numpy as np

from lowwater.search.search import Setting, Sizes
from lowwater.search.settling import NO_SETTLING, RULES, Settling, settling

GROWTH = 8.0
"""How many times the last growing round is larger than the first, unless a plan says otherwise."""

MOST_GROWTH = 1024.0
"""The most growth that a plan may have: beyond it the first rounds ask hardly anybody."""


def sizes(setting: Setting) -> Sizes:
    """The `round_sizes` of a plan's setting."""
    return round_sizes(setting.people, setting.rounds, setting.questions, settling_of(setting), setting.growth)


def settling_of(setting: Setting) -> Settling:
    """The settling of a plan's setting."""
    if not setting.settle:
        return NO_SETTLING
    variance, rule = setting.randomizer.variance, RULES[setting.settling]
    return settling(setting.people, setting.rounds, setting.questions, variance, setting.quantile, rule)


def round_sizes(people: int, rounds: int, questions: int, last: Settling, growth: float = GROWTH) -> Sizes:
    """How many people each question of each round asks: growing rounds, and in late ones those that settle."""
    settled = last.sizes(rounds, questions)
    growing = [index // questions for index in range(rounds * questions) if index not in settled]
    sizes = iter(_growing_sizes(people - sum(settled.values()), growing, questions, growth))
    every = [settled[index] if index in settled else next(sizes) for index in range(rounds * questions)]
    return tuple(tuple(every[start : start + questions]) for start in range(0, len(every), questions))


def _growing_sizes(people: int, growing: list[int], questions: int, growth: float) -> list[int]:
    """How many people each question asks, given its round; in the last round `growth` times as many as in the first."""
    shares = growth ** (np.arange(growing[-1] + 1) / max(1, growing[-1]))
    spare = people / questions - len(growing) / questions  # beyond one person for every question
    each = np.floor(spare * shares / (shares * np.bincount(growing) / questions).sum())
    return [1 + int(each[round_index]) for round_index in growing]
