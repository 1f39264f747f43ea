"""Links: where a survey is answered, and the hash of its terms; in the fragment, which no server is sent.

`https://survey.example.org/answer/SURVEY#HASH`, and for the invited `#HASH.INVITATION`.
"""

import base64
import re
from dataclasses import dataclass, field

from lowwater.client.address import Address, survey_id
from lowwater.errors import OffTerms, YourFault
from lowwater.wire import SurveyMessage

_HASH = re.compile(r"[0-9a-f]{64}")
_FORM = re.compile(r"(?P<server>[^#]+)/answer/(?P<survey>[^/#]+)#(?P<hash>[0-9a-f]{64})(?:\.(?P<invitation>[^#]+))?")
_INVITATION = 16 + 32 + 64  # bytes: a serial, the hash of the terms, a signature


@dataclass(frozen=True, slots=True)
class Link:
    """A survey at a server, the terms that were promised, and perhaps an invitation."""

    server: str
    survey: str
    hash: str
    invitation: str | None = field(default=None, repr=False)

    @classmethod
    def of(cls, text: str) -> "Link":
        """Read a link, or say what is wrong with it; it may hold a secret, so it is not named."""
        form = _FORM.fullmatch(text.strip())
        if form is None:
            raise YourFault("this is no link to a survey; one looks like https://survey.example.org/answer/SURVEY#HASH")
        return cls(str(Address.of(form["server"])), survey_id(form["survey"]), form["hash"], form["invitation"])

    def __str__(self) -> str:
        invitation = "" if self.invitation is None else f".{self.invitation}"
        return f"{self.server}/answer/{self.survey}#{self.hash}{invitation}"


def terms_hash(text: str) -> str:
    """The hash of terms, as somebody gave it."""
    if not _HASH.fullmatch(text):
        raise YourFault(f"{text[:80]!r} is no hash of terms; one has 64 hexadecimal digits in lower case")
    return text


def hash_in(invitation: str) -> str | None:
    """The hash of the terms that an invitation was signed for; None where it is none."""
    try:
        found = base64.b64decode(invitation + "=" * (-len(invitation) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
    return found[16:48].hex() if len(found) == _INVITATION else None


def check_terms(survey: SurveyMessage, expected: str | None) -> None:
    """Refuse other terms than those that a link or an invitation speaks of."""
    if expected is not None and survey.hash != expected:
        raise OffTerms(
            f"survey {survey.survey} shows other terms ({survey.hash[:12]}...) than those that the link or invitation "
            f"was made for ({expected[:12]}...); nothing was said. Ask whoever gave it to you"
        )
