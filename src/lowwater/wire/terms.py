"""Terms on the wire, the hash by which a device pins them, and the survey that offers them."""

import hashlib
from dataclasses import asdict, dataclass
from typing import Literal

from lowwater.core.domain import Direction, Domain, Outside
from lowwater.core.epsilon import Epsilon
from lowwater.core.terms import Terms
from lowwater.errors import BadMessage
from lowwater.wire.canonical import canonical
from lowwater.wire.message import VERSION, Message

Recruiting = Literal["rolling", "enrolled"]
Access = Literal["open", "invitation"]
State = Literal["gathering", "open", "paused", "finished", "closed"]


@dataclass(frozen=True, slots=True)
class TermsMessage(Message):
    """Terms, as a server publishes them; losses in nano-nats."""

    lo: float
    hi: float
    direction: Direction
    step: float | None
    outside: Outside
    answers: int
    loss: int
    grant: int
    version: str = VERSION

    @classmethod
    def of(cls, terms: Terms) -> "TermsMessage":
        """The message that publishes these terms."""
        where = terms.domain
        return cls(
            where.lo, where.hi, where.direction, where.step, terms.outside, terms.answers, terms.loss.nano,
            terms.grant.nano,
        )  # fmt: skip

    def terms(self) -> Terms:
        """The terms it publishes."""
        domain = Domain(self.lo, self.hi, self.direction, self.step)
        return Terms(domain, self.outside, self.answers, Epsilon(self.loss), Epsilon(self.grant))

    def check(self) -> None:
        """The core accepts these terms."""
        self.terms()


@dataclass(frozen=True, slots=True)
class SurveyMessage(Message):
    """A survey, as anyone may read it before taking part."""

    survey: str
    title: str
    terms: TermsMessage
    hash: str
    recruiting: Recruiting
    access: Access
    state: State
    version: str = VERSION

    def check(self) -> None:
        """The hash is that of the terms."""
        if self.hash != hash_of(self.terms):
            raise BadMessage("the hash is not that of the terms")


def hash_of(terms: TermsMessage) -> str:
    """The hash by which a device pins terms: SHA-256 of their canonical JSON."""
    return hashlib.sha256(canonical(asdict(terms)).encode()).hexdigest()
