"""Search: one row of the table of searches, and the values passed between a search and a plan.

A row defines how a search is designed, whom its rounds ask, what its level means, and how its strategy is made. The
planner, the server, the simulator, the contest and the command line read all of it from the row.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lowwater.core.domain import Domain
from lowwater.core.epsilon import Epsilon
from lowwater.core.randomizer import Randomizer
from lowwater.search.knowledge import NOTHING, Knowledge
from lowwater.search.level import Level, Quantile
from lowwater.search.settling import LATEST
from lowwater.search.strategy import Strategy

MOST_ROUNDS = 52
"""The most halvings of a domain that the resolution of a double allows."""


def finest_rounds(domain: Domain) -> int:
    """How often a domain can be halved before doubles can no longer tell its cells apart."""
    coarse = math.ulp(max(abs(domain.lo), abs(domain.hi)))
    return min(MOST_ROUNDS, math.floor(math.log2(domain.width / coarse)))


@dataclass(frozen=True)
class Request:
    """What a plan is to be designed for.

    `rounds` and `questions` are None where the search decides; `words` are the given options that only this search
    knows; `error` is the largest error allowed, where the plan is to find the number of people for it; `epsilon` is
    what each person grants, None where answers are honest; `quantile` is the one searched for, None for the minimum.
    """

    people: int
    domain: Domain
    rounds: int | None = None
    questions: int | None = None
    words: Mapping[str, Any] = field(default_factory=dict)
    error: float | None = None
    epsilon: Epsilon | None = None
    quantile: float | None = None


@dataclass(frozen=True)
class Design:
    """A search's answer to a request: rounds, the rule of its level, questions a round, and choices of an answer."""

    rounds: int
    level: Level
    questions: int = 1
    choices: int = 2


@dataclass(frozen=True)
class Setting:
    """The arguments of a strategy.

    `cohort` is how many people one question asks on average, None: everyone; the last growing round asks `growth` times
    as many as the first; `settle` lets two late questions prove something without a model, by the rule of the number
    `settling`; `known` is what is known before anybody answers.
    """

    domain: Domain
    people: int
    cohort: int | None
    rounds: int
    questions: int
    level: Level
    randomizer: Randomizer
    growth: float
    seed: int = 0
    settle: bool = False
    known: Knowledge = NOTHING
    settling: int = LATEST

    @property
    def quantile(self) -> float | None:
        """The quantile searched for; None for the minimum or maximum."""
        return self.level.p if isinstance(self.level, Quantile) and self.level.p > 0 else None


Sizes = tuple[tuple[int, ...], ...]
"""How many people each question of each round asks."""


def equal_sizes(setting: Setting) -> Sizes:
    """The same number of people in all rounds."""
    each = setting.people if setting.cohort is None else setting.cohort
    return ((each,) * setting.questions,) * setting.rounds


def settles(_setting: Setting, level: float) -> str:
    """What a level means to a search that compares each round's share with it."""
    return f"the search settles where about {100 * level:.3g} % of people are, not at the very end"


@dataclass(frozen=True)
class Search:
    """One row of the table.

    strategy: the search as a state machine.
    design: its rounds, questions and level, where nobody gives them.
    sizes: how many people each question of each round asks.
    sees: what its level means, in words.
    blind: what happens at a level of 1 or more, which nobody reaches, in words.
    everyone: every round asks everyone, instead of a fresh cohort.
    pooled: its level counts the answers of all rounds together, instead of one question's.
    private: its answers are randomized; else it is for simulation only.
    lenient: a plan no better than a guess is marked, not refused, unless its tail was stated.
    most_rounds, most_questions: the most it can take; None: any number.
    most_choices: the most choices that an answer has; 2: yes or no.
    words: the options that only this search knows.
    only_level: the one rule of a level that it follows, unless it looks for a quantile; None: any rule.
    settling: its late questions can prove something without a model.
    hidden: it can search a hidden group, whose people are an unknown share of those asked.
    learns: what is known about the tail beforehand, or from an earlier survey, is part of its prior.
    """

    strategy: Callable[[Setting], Strategy[Any]]
    design: Callable[[Request], Design]
    sizes: Callable[[Setting], Sizes] = equal_sizes
    sees: Callable[[Setting, float], str] = settles
    blind: str = "the search runs to the far end whatever people hold"
    everyone: bool = False
    pooled: bool = False
    private: bool = True
    lenient: bool = False
    most_rounds: int | None = None
    most_questions: int | None = 1
    most_choices: int = 2
    words: tuple[str, ...] = ()
    only_level: Level | None = None
    settling: bool = False
    learns: bool = False
    hidden: bool = False
