"""Honest: the paper's Algorithm 1, bisection with honest answers; for simulation only."""

from lowwater.search.bisection import bisection, halvings
from lowwater.search.level import Quantile
from lowwater.search.search import Design, Request, Search

ROUNDS = 20
"""Rounds, unless the caller gives them: cells of a millionth of the domain."""


def design(request: Request) -> Design:
    """`ROUNDS` rounds; left iff there is any yes."""
    return Design(halvings(request, ROUNDS), Quantile(0.0), request.questions or 1)


SEARCH = Search(bisection, design, everyone=True, private=False)
