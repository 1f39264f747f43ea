"""Admit: the one place that refuses numbers which no survey can use, with their count and the first few."""

from lowwater.core.domain import Domain, Outside
from lowwater.errors import BadData
from lowwater.people.people import CheckedPeople, Strays

SHOWN = 5
"""How many refused numbers a message shows."""


def admit(
    people: CheckedPeople, domain: Domain, outside: Outside = "refuse", *, on_step: bool = False, holes: bool = False
) -> None:
    """Refuse people without numbers, and numbers that are missing or outside the domain.

    With outside="clamp" numbers beyond an end count as if they stood at it. `on_step` also refuses numbers between two
    of the domain's steps; with `holes` missing numbers are allowed, and the caller leaves them out.
    """
    if people.people == 0:
        raise BadData("there are no values; at least one is needed")
    if not holes:
        _refuse(people, people.strays("missing", domain), "are missing or not a number; drop them first")
    if outside == "refuse":
        ends = f"[{domain.lo:,.10g}, {domain.hi:,.10g}]"
        remedy = "widen the domain, or clamp them with outside='clamp' (--outside clamp)"
        _refuse(people, people.strays("outside", domain), f"lie outside {ends}; {remedy}")
    if on_step:
        what = f"are no multiples of the step {domain.step:g}, counted from {domain.lo:g}; round or drop them"
        _refuse(people, people.strays("off the step", domain), what)


def _refuse(people: CheckedPeople, strays: Strays, what: str) -> None:
    if strays.count:
        more = ", ..." if strays.count > len(strays.shown) == SHOWN else ""
        raise BadData(f"{strays.count:,} of {people.people:,} values {what} ({', '.join(strays.shown)}{more})")
