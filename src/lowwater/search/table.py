"""The table of searches: a new search is one file beside the others, and one row here."""

from lowwater.search import cohorts, honest, one_round, paper, tail_fit
from lowwater.search.search import Search

SEARCHES: dict[str, Search] = {
    "tail-fit": tail_fit.SEARCH,
    "one-round": one_round.SEARCH,
    "cohorts": cohorts.SEARCH,
    "paper": paper.SEARCH,
    "honest": honest.SEARCH,
}
"""Every search there is, by its name in plans and on the command line."""

PRIVATE = tuple(name for name, search in SEARCHES.items() if search.private)
"""The searches that a survey may use."""
