"""Cohorts: bisection where everyone answers once, with the whole grant, and each round asks a fresh cohort."""

import math
from typing import Any

from lowwater.errors import BadPlan
from lowwater.search.bisection import bisection, halvings
from lowwater.search.level import Deviations, ExactTail
from lowwater.search.search import Design, Request, Search

ROUNDS = 12
"""Rounds, unless the caller gives them, or an error that takes more."""

LEVELS: dict[str, Any] = {"simple": Deviations, "exact-tail": ExactTail}
"""The rule of the level, by the option `level`: falling deviations (the default), or exact binomial tails."""


def design(request: Request) -> Design:
    """`ROUNDS` rounds, or more where a smaller error takes them; at most one for each person."""
    name = request.words.get("level", "simple")
    if name not in LEVELS:
        raise BadPlan(f"level={name!r}; it is one of {', '.join(LEVELS)}")
    return Design(halvings(request, _rounds(request)), LEVELS[name](), request.questions or 1)


def _rounds(request: Request) -> int:
    """The number of rounds where none is requested."""
    finer = 0 if request.error is None else math.ceil(math.log2(request.domain.width / request.error)) + 1
    return min(max(ROUNDS, finer), request.people)


SEARCH = Search(bisection, design, words=("level",), hidden=True)
