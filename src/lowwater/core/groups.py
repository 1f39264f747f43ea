"""Groups: the public list of the groups of a live survey, and whether a person's own group is told in clear.

A survey with groups is one set of terms and a member survey for each group: that of group `i` of survey S is S-i.
"""

import re
from dataclasses import dataclass

from lowwater.errors import BadTerms, OffTerms, YourFault

MOST = 100
"""Groups of one survey, at most."""

_MEMBER = re.compile(r"(?P<survey>.+)-(?P<index>0|[1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Groups:
    """The names of all groups, and whether they are `hidden`: nobody tells in clear which is theirs."""

    names: tuple[str, ...]
    hidden: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.names) <= MOST or len(set(self.names)) < len(self.names) or "" in self.names:
            shown = ", ".join(map(repr, self.names[:3])) or "none"
            raise BadTerms(f"{len(self.names)} groups ({shown}); give 1 to {MOST}, each with a name of its own, once")

    def index(self, survey: str) -> int | None:
        """The number of the group whose member survey has this id; None for the id of the whole survey."""
        form = _MEMBER.fullmatch(survey)
        return None if form is None else self._checked(survey, int(form["index"]))

    def _checked(self, survey: str, index: int) -> int:
        if index >= len(self.names):
            raise OffTerms(f"survey {survey} is about group {index}; the terms list 0 to {len(self.names) - 1}")
        return index

    def name(self, survey: str) -> str | None:
        """The group that a member survey is about; None for the id of the whole survey."""
        index = self.index(survey)
        return None if index is None else self.names[index]

    def admit(self, own: str) -> str:
        """A person's own group, "" for none of them; the error does not quote it, since it may be secret."""
        if own and own not in self.names:
            raise YourFault(f"what was given is no group of this survey; it has {', '.join(self.names)}")
        return own

    def members(self, survey: str) -> tuple[str, ...]:
        """The ids of all member surveys, from that of the whole survey or of any member."""
        return tuple(f"{self.whole(survey)}-{index}" for index in range(len(self.names)))

    @staticmethod
    def whole(survey: str) -> str:
        """The id of the whole survey, from its own or that of any member."""
        form = _MEMBER.fullmatch(survey)
        return survey if form is None else form["survey"]

    def member(self, survey: str, name: str) -> str:
        """The id of the member survey of the group `name`."""
        if name not in self.names:
            raise YourFault(f"{name!r} is no group of this survey; it has {', '.join(self.names)}")
        return self.members(survey)[self.names.index(name)]
