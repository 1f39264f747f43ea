"""Choice: which search a survey takes where nobody names one, and why.

A search that is named is taken. Words that only one search knows ask for that search. A survey that can ask but once
takes the search that needs no more; every other one takes the tail fit.
"""

from typing import NamedTuple

from lowwater.planning.options import PlanOptions
from lowwater.search.plan import ASKED_FOR


class Choice(NamedTuple):
    """A search by its name, and the reason in words."""

    search: str
    why: str


def choose(options: PlanOptions) -> Choice:
    """The search that these options ask for."""
    if options.search is not None:
        return Choice(options.search, ASKED_FOR)
    words = [name for name in ("rule", "alpha", "h") if getattr(options, name) is not None]
    if words:
        return Choice("paper", f"{' and '.join(words)} {'asks' if len(words) == 1 else 'ask'} for the paper's search")
    if options.level is not None:
        return Choice("cohorts", "level asks for the search over cohorts, the only one that takes it")
    if options.rounds == 1:
        return Choice("one-round", "everyone is asked at once, so nobody has to come back for a later round")
    return Choice("tail-fit", "it errs least in most cases, and people may be asked round after round")
