"""Link: the address of a survey, with the hash of its terms and perhaps an invitation, as a device is given it."""

import re
from dataclasses import dataclass, field

from lowwater.errors import OffTerms, YourFault
from lowwater.wire import SurveyMessage, terms_of
from lowwater.wire.address import Address, survey_id
from lowwater.wire.links import answer_link

_HASH = re.compile(r"[0-9a-f]{64}")
_FORM = re.compile(r"(?P<server>[^#]+)/answer/(?P<survey>[^/#]+)#(?P<hash>[0-9a-f]{64})(?:\.(?P<invitation>[^#]+))?")


@dataclass(frozen=True, slots=True)
class Link:
    """A survey at a server, the hash of its promised terms, and an invitation, if any.

    `hash` is None if server and survey were named without a link.
    """

    server: str
    survey: str
    hash: str | None
    invitation: str | None = field(default=None, repr=False)

    @classmethod
    def of(cls, text: str) -> "Link":
        """Read a link; an error does not quote it, since it may contain an invitation."""
        form = _FORM.fullmatch(text.strip())
        if form is None:
            raise YourFault("this is no link to a survey; one looks like https://survey.example.org/answer/SURVEY#HASH")
        return cls(str(Address.of(form["server"])), survey_id(form["survey"]), form["hash"], form["invitation"])

    @classmethod
    def named(cls, server: str, survey: str | None) -> "Link":
        """The link of a survey at a server; if `survey` is None, `server` is the text of a link."""
        return cls.of(server) if survey is None else cls(server, survey_id(survey), None)

    @property
    def terms(self) -> str | None:
        """The hash of the terms to agree to: the link's, or the invitation's."""
        return self.hash or (None if self.invitation is None else terms_of(self.invitation))

    def __str__(self) -> str:
        return answer_link(self.server, self.survey, self.hash or "", self.invitation)


def terms_hash(text: str) -> str:
    """Check that a text is a hash of terms, and return it."""
    if not _HASH.fullmatch(text):
        raise YourFault(f"{text[:80]!r} is no hash of terms; one has 64 hexadecimal digits in lower case")
    return text


def check_terms(survey: SurveyMessage, expected: str | None) -> None:
    """Refuse a survey whose terms do not have the `expected` hash, that of a link or an invitation."""
    if expected is not None and survey.hash != expected:
        raise OffTerms(
            f"survey {survey.survey} shows other terms ({survey.hash[:12]}...) than those that the link or invitation "
            f"was made for ({expected[:12]}...); nothing was said. Ask whoever gave it to you"
        )
