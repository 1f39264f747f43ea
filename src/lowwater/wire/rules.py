"""Rules: how a survey recruits, whom it lets in, how long it waits, and how long it keeps what it learnt."""

import re
from dataclasses import dataclass
from typing import ClassVar

from lowwater.errors import BadPlan
from lowwater.wire.message import Message
from lowwater.wire.terms import Access, Recruiting

MOST = 2**53
"""The largest count in any rule, which every database can store."""

SHORTEST = 5.0
"""Seconds of a lease or a round, at least: a device does not answer in the last two, lest its answer come too late."""

DAY = 86_400.0
LONGEST = 1e9

_PUBLIC_KEY = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Rules(Message):
    """What is fixed about a survey besides its plan; times are in seconds.

    The hashes of names are kept for `keep_names` after the survey ended, its record and tallies for `keep_tallies`.
    """

    lenient: ClassVar[bool] = True

    recruiting: Recruiting = "rolling"
    access: Access = "open"
    issuer: str = ""
    lease: float = 60.0
    span: float = DAY
    least: int = 1
    extensions: int = 1
    keep_names: float = 30 * DAY
    keep_tallies: float = 3650 * DAY

    def __post_init__(self) -> None:
        if self.recruiting not in ("rolling", "enrolled"):
            raise BadPlan(f"recruiting={self.recruiting!r}; it is 'rolling' or 'enrolled'")
        if self.access not in ("open", "invitation") or (self.access == "invitation") != bool(self.issuer):
            raise BadPlan(f"access={self.access!r}; it is 'open', or 'invitation' with the issuer's public key")
        if not (0 < self.lease < LONGEST and 0 < self.span < LONGEST):
            raise BadPlan(f"lease={self.lease!r}, span={self.span!r}; both are seconds, more than none")
        if self.issuer and not _PUBLIC_KEY.fullmatch(self.issuer):
            raise BadPlan("the issuer is no public key; give the 64 hexadecimal digits that go with the secret one")
        if not (1 <= self.least <= MOST and 0 <= self.extensions <= MOST):
            raise BadPlan(f"least={self.least!r}, extensions={self.extensions!r}; at least 1 answer, and 0 extensions")
        if not 0 <= self.keep_names <= self.keep_tallies < LONGEST:
            raise BadPlan(
                f"keep_names={self.keep_names!r}, keep_tallies={self.keep_tallies!r}; both are seconds after the end, "
                "and names are kept no longer than tallies"
            )
