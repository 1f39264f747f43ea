"""Problems: the error that each problem document of a server becomes (RFC 9457)."""

import json
import re
from http import HTTPStatus

from lowwater import errors
from lowwater.errors import LowwaterError, Unreachable

PROBLEM = "application/problem+json"

OWN = (errors.TheirFault, errors.Unreachable, errors.BadLedger)
"""Errors that a device raises by itself; no problem of a server becomes one of them."""

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def name_of(kind: type[LowwaterError]) -> str:
    """The last part of a problem's type: TooLate is too-late."""
    return _CAPITAL.sub("-", kind.__name__).lower()


KINDS: dict[str, type[LowwaterError]] = {
    name_of(kind): kind
    for kind in (getattr(errors, name) for name in errors.__all__)
    if kind is not LowwaterError and not issubclass(kind, OWN)
}
"""Every error that a problem may become, by the last part of its type."""

_LONGEST = 300


def printable(text: str) -> str:
    """A text from outside on one line: control characters become blanks, and it is cut after 300 characters."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return plain if len(plain) <= _LONGEST else plain[:_LONGEST] + "..."


def error_of(server: str, status: int, content_type: str, body: bytes) -> LowwaterError:
    """The error that an unsuccessful reply becomes."""
    if content_type.partition(";")[0].strip().lower() == PROBLEM and (problem := _problem(body)):
        kind, detail = problem
        if kind in KINDS:
            return KINDS[kind](detail)
        return Unreachable(f"{server} says {status} {_phrase(status)}: {detail or 'no more than that'}")
    return Unreachable(
        f"{server} says {status} {_phrase(status)}, and not in the way of a Lowwater server; is this its address?"
    )


def _problem(body: bytes) -> tuple[str, str] | None:
    """The last part of the type, and the detail or title; None if `body` is no problem document."""
    try:
        problem = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(problem, dict):
        return None
    detail = problem.get("detail") or problem.get("title") or ""
    return str(problem.get("type", "")).rstrip("/").rpartition("/")[2], printable(str(detail))


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "(a status that means nothing)"
