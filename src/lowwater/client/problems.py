"""Problems: what a server says when it will not, and the error each becomes (RFC 9457)."""

import json
from http import HTTPStatus

from lowwater import errors
from lowwater.errors import LowwaterError, Unreachable

PROBLEM = "application/problem+json"

KINDS: dict[str, type[LowwaterError]] = {
    "refused": errors.Refused,
    "no-survey": errors.NoSurvey,
    "not-open": errors.NotOpen,
    "no-place": errors.NoPlace,
    "too-late": errors.TooLate,
    "contradicted": errors.Contradicted,
    "bad-invitation": errors.BadInvitation,
    "bad-key": errors.BadKey,
    "moved": errors.Moved,
    "bad-message": errors.BadMessage,
}
"""The last part of a problem's type, and the error it stands for."""

_LONGEST = 300


def printable(text: str) -> str:
    """What a stranger wrote, without what would move a cursor, on one line of bearable length."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return plain if len(plain) <= _LONGEST else plain[:_LONGEST] + "..."


def error_of(server: str, status: int, content_type: str, body: bytes) -> LowwaterError:
    """The error that a reply other than the one asked for becomes."""
    if content_type.partition(";")[0].strip().lower() == PROBLEM and (problem := _problem(body)):
        kind, said = problem
        if kind in KINDS:
            return KINDS[kind](said)
        return Unreachable(f"{server} says {status} {_phrase(status)}: {said or 'no more than that'}")
    return Unreachable(
        f"{server} says {status} {_phrase(status)}, and not in the way of a Lowwater server; is this its address?"
    )


def _problem(body: bytes) -> tuple[str, str] | None:
    """The last part of the type, and what to tell a person; None where it is no problem document."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    said = found.get("detail") or found.get("title") or ""
    return str(found.get("type", "")).rstrip("/").rpartition("/")[2], printable(str(said))


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "(a status that means nothing)"
