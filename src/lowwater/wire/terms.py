"""Terms on the wire, the hash by which a device pins them, and the survey that offers them."""

import hashlib
import re
from dataclasses import asdict, dataclass, field
from typing import Literal

from lowwater.core.domain import Direction, Domain, Outside
from lowwater.core.epsilon import Epsilon
from lowwater.core.groups import Groups
from lowwater.core.statements import Whom
from lowwater.core.terms import Terms
from lowwater.errors import BadMessage
from lowwater.wire.message import VERSION, Message, encode
from lowwater.wire.texts import TextsMessage, check_line

Recruiting = Literal["rolling", "enrolled"]

WHOM: dict[Recruiting, Whom] = {"rolling": "answered", "enrolled": "unasked"}
"""Of whom the shares of an estimate speak, by the way of recruiting."""

Access = Literal["open", "invitation"]
State = Literal["gathering", "open", "paused", "finished", "closed"]


SURVEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""The id of a survey."""

LARGEST = 60_000
"""Bytes of terms as canonical JSON, at most, so that the SurveyMessage that contains them is not too long."""

LANGUAGES = 16
"""Languages of one survey, at most."""

LONGEST_NAME = 60
"""Characters of a group's name, at most."""

Belonging = Literal["public", "hidden"]
"""How a person's own group is treated: it is told in clear, or only within epsilon."""


@dataclass(frozen=True, slots=True)
class TermsMessage(Message):
    """Terms, as a server publishes them: all that a person must know beforehand.

    `loss` and `grant` are in nano-nats. `keep_names` and `keep_tallies` are how many seconds the hashes of names and
    the tallies are kept after the end; `closes` is when the survey closes at the latest (Unix time; None: once all
    were asked). The first of the texts is the original, the others are translations. If `quantile` is None, the minimum
    or maximum itself is searched for.
    """

    lo: float
    hi: float
    direction: Direction
    step: float | None
    quantile: float | None
    outside: Outside
    answers: int
    loss: int
    grant: int
    keep_names: int
    keep_tallies: int
    closes: int | None
    texts: tuple[TextsMessage, ...]
    version: str = VERSION

    @classmethod
    def of(
        cls,
        terms: Terms,
        *texts: TextsMessage,
        quantile: float | None = None,
        keep_names: int = 0,
        keep_tallies: int = 0,
        closes: int | None = None,
        groups: Groups | None = None,
    ) -> "TermsMessage":
        """The message that publishes these terms with these texts."""
        domain = terms.domain
        message = cls(
            domain.lo, domain.hi, domain.direction, domain.step, quantile, terms.outside, terms.answers,
            terms.loss.nano, terms.grant.nano, keep_names, keep_tallies, closes, texts,
        )  # fmt: skip
        return message if groups is None else GroupTermsMessage.by(message, groups)

    @classmethod
    def kind_of(cls, value: object) -> "type[TermsMessage]":
        """GroupTermsMessage where the JSON value has groups."""
        return GroupTermsMessage if isinstance(value, dict) and "groups" in value else cls

    @property
    def grouping(self) -> Groups | None:
        """The groups of the survey; None: it has none."""
        return None

    @property
    def title(self) -> str:
        """The title in the original language."""
        return self.texts[0].title

    def texts_in(self, language: str) -> TextsMessage:
        """The texts in a language, else in one with the same primary subtag, else the original."""
        short = language.partition("-")[0]
        same = [texts for texts in self.texts if texts.language == language]
        near = [texts for texts in self.texts if texts.language.partition("-")[0] == short]
        return (*same, *near, self.texts[0])[0]

    def terms(self) -> Terms:
        """The terms it publishes."""
        domain = Domain(self.lo, self.hi, self.direction, self.step)
        return Terms(domain, self.outside, self.answers, Epsilon(self.loss), Epsilon(self.grant))

    def check(self) -> None:
        """Refuse terms that the core refuses, impossible times, repeated languages, and too many bytes."""
        self.terms()
        if self.quantile is not None and not 0 < self.quantile < 1:
            raise BadMessage(f"quantile={self.quantile}; it lies between 0 and 1, or there is none")
        if not 0 <= self.keep_names <= self.keep_tallies:
            raise BadMessage(f"keep_names={self.keep_names}, keep_tallies={self.keep_tallies}; names go first")
        if self.closes is not None and self.closes < 0:
            raise BadMessage(f"closes={self.closes}; it is a time in seconds since 1970")
        languages = [texts.language for texts in self.texts]
        if not 1 <= len(languages) <= LANGUAGES or len(set(languages)) < len(languages):
            raise BadMessage(f"texts in {', '.join(languages) or 'no language'}; 1 to {LANGUAGES} languages, each once")
        size = len(encode(self).encode())
        if size > LARGEST:
            raise BadMessage(f"terms of {size:,} bytes; they have at most {LARGEST:,}")


@dataclass(frozen=True, slots=True)
class GroupTermsMessage(TermsMessage):
    """Terms of a survey with groups: the public list of them, and whether a person's own is told in clear.

    `public`: the device tells it by checking in at the member survey of that group, outside epsilon.
    `hidden`: a device checks in at a member drawn at random, and the truth is yes only for people of its group.
    """

    groups: tuple[str, ...] = field(kw_only=True)
    groups_are: Belonging = field(kw_only=True)

    @classmethod
    def by(cls, terms: TermsMessage, groups: Groups) -> "GroupTermsMessage":
        """The same terms, with these groups."""
        texts = {"texts": terms.texts}  # asdict would turn them into dicts
        return cls(**asdict(terms) | texts, groups=groups.names, groups_are="hidden" if groups.hidden else "public")

    @property
    def grouping(self) -> Groups:
        """The groups of the survey."""
        return Groups(self.groups, self.groups_are == "hidden")

    def check(self) -> None:
        """Refuse what other terms refuse, no groups or too many, and names that cannot be shown."""
        TermsMessage.check(self)
        check_names(self.grouping)
        if self.groups_are == "hidden" and self.quantile is not None:
            raise BadMessage("a quantile of hidden groups; what share of people they are is not known")


@dataclass(frozen=True, slots=True)
class SurveyMessage(Message):
    """A survey, as anyone may read it before taking part."""

    survey: str
    terms: TermsMessage
    hash: str
    recruiting: Recruiting
    access: Access
    state: State
    version: str = VERSION

    def check(self) -> None:
        """Refuse an id that cannot be part of a path, and a hash that is not that of the terms."""
        if not SURVEY.fullmatch(self.survey):
            raise BadMessage(f"survey={self.survey[:70]!r}; an id is 1 to 64 letters, digits, - or _")
        if self.hash != hash_of(self.terms):
            raise BadMessage("the hash is not that of the terms")

    @property
    def group(self) -> str | None:
        """The group that this member survey is about; None for a survey without groups, and for the whole of one."""
        grouping = self.terms.grouping
        return None if grouping is None else grouping.name(self.survey)


def check_names(groups: Groups) -> None:
    """Refuse names of groups that cannot be shown."""
    for name in groups.names:
        check_line("groups", name, 1, LONGEST_NAME)


def hash_of(terms: TermsMessage) -> str:
    """The hash by which a device pins terms: SHA-256 of their canonical JSON."""
    return hashlib.sha256(encode(terms).encode()).hexdigest()
