"""Rehearsal: a survey that is opened for simulated people, and closed and deleted after them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from lowwater.cli.live.members import members_of
from lowwater.cli.live.survey import end
from lowwater.cli.text.words import Facts
from lowwater.client.analyst import Analyst
from lowwater.wire import OpenMessage


@contextmanager
def rehearsal(analyst: Analyst, message: OpenMessage, *, stay: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Open a survey, and give its id and those of its members; in the end close them, and delete them unless `stay`.

    A survey without groups is its own only member.
    """
    survey = analyst.open(message).survey
    members = members_of(analyst, survey)
    try:
        yield survey, members
    finally:
        for member in members:
            if analyst.standing(member).ended is None:
                analyst.move(member, "close")
            if not stay:
                analyst.delete(member)


def end_all(analyst: Analyst, members: Sequence[str], names: Sequence[str]) -> Facts:
    """Close every member that is still open, and say so behind the name of its group, if it has one."""
    facts = [(name, fact) for member, name in zip(members, names, strict=True) for fact in end(analyst, member)]
    return [(what, f"{name}: {words}" if name else words) for name, (what, words) in facts]
