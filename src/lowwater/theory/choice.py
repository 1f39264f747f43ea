"""Choice: which search a survey takes where nobody names one, and why.

A search that is named is taken. Words that only one search knows ask for that search. A survey that can ask but once
takes the search that needs no more; every other one takes the tail fit.
"""

from typing import NamedTuple

from lowwater.search.plan import ASKED_FOR


class Choice(NamedTuple):
    """A search by its name, and the reason in words."""

    search: str
    why: str


def choose(
    search: str | None = None,
    *,
    rule: str | None = None,
    alpha: float | None = None,
    h: float | None = None,
    level: str | None = None,
    rounds: int | None = None,
) -> Choice:
    """The search that these words ask for."""
    if search is not None:
        return Choice(search, ASKED_FOR)
    words = [name for name, value in (("rule", rule), ("alpha", alpha), ("h", h)) if value is not None]
    if words:
        return Choice("paper", f"{' and '.join(words)} {'asks' if len(words) == 1 else 'ask'} for the paper's search")
    if level is not None:
        return Choice("cohorts", "level asks for the search over cohorts, the only one that takes it")
    if rounds == 1:
        return Choice("one-round", "everyone is asked at once, so nobody has to come back for a later round")
    return Choice("tail-fit", "it errs least in most cases, and people may be asked round after round")
