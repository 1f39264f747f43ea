"""Choice: which search a survey takes where nobody names one, and why.

A search that is named is taken. An option that only one search knows chooses that search. A survey of one round takes
"one-round"; every other one takes the tail fit.
"""

from typing import NamedTuple

from lowwater.planning.options import PlanOptions
from lowwater.search.plan import ASKED_FOR
from lowwater.search.table import SEARCHES


class Choice(NamedTuple):
    """A search by its name, and the reason in words."""

    search: str
    why: str


def choose(options: PlanOptions) -> Choice:
    """The search that the options name or imply, else the default."""
    if options.search is not None:
        return Choice(options.search, ASKED_FOR)
    for name, search in SEARCHES.items():
        if words := [word for word in search.words if getattr(options, word) is not None]:
            ask, take = ("asks", "takes it") if len(words) == 1 else ("ask", "takes them")
            return Choice(name, f"{' and '.join(words)} {ask} for search={name!r}, the only one that {take}")
    if options.rounds == 1:
        return Choice("one-round", "everyone is asked at once, so nobody has to come back for a later round")
    return Choice("tail-fit", "it errs least in most cases, and people may be asked round after round")
