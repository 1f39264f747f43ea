"""Admit: the one place that refuses numbers which no survey can use, with their count and the first few."""

from lowwater.core.domain import Domain, Outside
from lowwater.errors import BadData
from lowwater.people.people import CheckedPeople, Strays

_LARGE, _LARGEST = 1e10, 1e19  # 10 digits do not show a whole number between them

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
        ends = f"[{_end(domain.lo)}, {_end(domain.hi)}]"
        remedy = "widen the domain, or clamp them with outside='clamp' (--outside clamp)"
        _refuse(people, people.strays("outside", domain), f"lie outside {ends}; {remedy}")
    if on_step:
        what = f"are no multiples of the step {domain.step:g}, counted from {domain.lo:g}; round or drop them"
        _refuse(people, people.strays("off the step", domain), what)


def _end(value: float) -> str:
    """An end of a domain; a large whole number with every digit, so that two ends can be told apart."""
    return f"{value:,.0f}" if value.is_integer() and _LARGE <= abs(value) < _LARGEST else f"{value:,.10g}"


def _refuse(people: CheckedPeople, strays: Strays, what: str) -> None:
    if strays.count:
        more = ", ..." if strays.count > len(strays.shown) == SHOWN else ""
        raise BadData(f"{strays.count:,} of {people.people:,} values {what} ({', '.join(strays.shown)}{more})")
