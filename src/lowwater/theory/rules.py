"""Rules: how many rounds L, and which h, for so many people N (the two corollaries of Theorem 2)."""

import math
from dataclasses import dataclass

from lowwater.errors import BadPlan
from lowwater.search.plan import MOST_ROUNDS


@dataclass(frozen=True)
class Rule:
    """Rounds L and the constant h of the level."""

    rounds: int
    h: float


def lower_alpha(people: int, alpha: float = 1.0) -> Rule:
    """Corollary 1, where the tail is known to be no fatter than alpha: L = ceil(log2 N / 2a), h = ln N / 2a.

    With alpha = 1 this is the rule 'lower alpha' of the experiments.
    """
    _check(people, alpha)
    return Rule(_rounds(math.log2(people) / (2 * alpha)), math.log(people) / (2 * alpha))


def unknown_alpha(people: int, pivot: float = 1000.0) -> Rule:
    """Corollary 2, where nothing is known: L = ceil(log2(N)**2 / 2 log2 N0), h = ln(N)**2 / 2 ln N0.

    The corollary asks for both to grow like log(N)**2 and leaves the constant open; the experiments take N0 = 1000,
    so that both rules agree there.
    """
    _check(people, pivot - 1)
    return Rule(
        _rounds(math.log2(people) ** 2 / (2 * math.log2(pivot))),
        math.log(people) ** 2 / (2 * math.log(pivot)),
    )


RULES = {"lower-alpha": lower_alpha, "unknown-alpha": unknown_alpha}
"""The rules of the paper, by the name they have on the command line."""


def _rounds(exact: float) -> int:
    """At least one, and never more than doubles can tell apart (the paper has no such cap)."""
    return min(MOST_ROUNDS, max(1, math.ceil(exact - 1e-9)))


def _check(people: int, positive: float) -> None:
    if people < 2:
        raise BadPlan(f"people={people}; the paper's rules need at least 2")
    if not 0 < positive < math.inf:
        raise BadPlan("alpha must be positive, and the pivot of the unknown-alpha rule above 1")
