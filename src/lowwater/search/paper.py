"""Paper: the paper's Algorithm 2, bisection where everyone answers every round with a part of the grant.

Its rules give the rounds L and the constant h of the level for N people: the two corollaries of Theorem 2.
"""

import math
from dataclasses import dataclass

from lowwater.errors import BadPlan
from lowwater.search.bisection import bisection, halvings
from lowwater.search.level import Concentration
from lowwater.search.search import MOST_ROUNDS, Design, Request, Search


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


def design(request: Request) -> Design:
    """The design by the rule requested; without one 'lower-alpha' where alpha is given, else 'unknown-alpha'."""
    rule = _rule(request.people, request.words.get("rule"), request.words.get("alpha"))
    level = Concentration(float(request.words.get("h", rule.h)))
    return Design(halvings(request, rule.rounds), level, request.questions or 1)


def _rule(people: int, name: str | None, alpha: float | None) -> Rule:
    """The rule called `name`; without a name 'lower-alpha' where alpha is given, else 'unknown-alpha'."""
    name = name or ("unknown-alpha" if alpha is None else "lower-alpha")
    if name not in RULES:
        raise BadPlan(f"rule={name!r}; it is one of {', '.join(RULES)}")
    if alpha is None:
        return RULES[name](people)
    if name != "lower-alpha":
        raise BadPlan(f"alpha={alpha!r} is for rule='lower-alpha'; 'unknown-alpha' takes none")
    return lower_alpha(people, alpha)


RULES = {"lower-alpha": lower_alpha, "unknown-alpha": unknown_alpha}
"""The rules of the paper, by the name they have on the command line."""


def _rounds(exact: float) -> int:
    """Round up, to at least 1 and at most MOST_ROUNDS (the paper has no such cap)."""
    return min(MOST_ROUNDS, max(1, math.ceil(exact - 1e-9)))


def _check(people: int, positive: float) -> None:
    if people < 2:
        raise BadPlan(f"people={people}; the paper's rules need at least 2")
    if not 0 < positive < math.inf:
        raise BadPlan("alpha must be positive, and the pivot of the unknown-alpha rule above 1")


SEARCH = Search(bisection, design, everyone=True, lenient=True, words=("rule", "alpha", "h"), hidden=True)
