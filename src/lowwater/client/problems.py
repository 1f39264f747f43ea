"""Problems: what a server says when it will not, and the error each becomes (RFC 9457)."""

import json
import re
from http import HTTPStatus

from lowwater import errors
from lowwater.errors import LowwaterError, Unreachable

PROBLEM = "application/problem+json"

OWN = (errors.TheirFault, errors.Unreachable, errors.BadLedger)
"""What a device finds out by itself; no server has a say in it."""

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def name_of(kind: type[LowwaterError]) -> str:
    """The last part of a problem's type: TooLate is too-late."""
    return _CAPITAL.sub("-", kind.__name__).lower()


KINDS: dict[str, type[LowwaterError]] = {
    name_of(kind): kind
    for kind in (getattr(errors, name) for name in errors.__all__)
    if kind is not LowwaterError and not issubclass(kind, OWN)
}
"""Every error that a server may say, by the last part of its problem's type."""

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
