"""Problems: every error as an RFC 9457 document, from one table."""

import json
import re

from starlette.responses import Response

from lowwater import errors
from lowwater.errors import LowwaterError

STATUS: dict[type[LowwaterError], int] = {
    errors.NoSurvey: 404,
    errors.NotOpen: 409,
    errors.NoPlace: 403,
    errors.TooLate: 409,
    errors.Contradicted: 409,
    errors.BadInvitation: 403,
    errors.BadKey: 401,
    errors.NotAllowed: 403,
    errors.Overtaken: 409,
    errors.Moved: 409,
    errors.BadStore: 503,
    errors.BadRecord: 503,
    errors.CannotWork: 422,
    errors.NotPrivate: 422,
    errors.YourFault: 422,
    errors.BadMessage: 400,
    errors.TooLarge: 413,
    errors.NotJson: 415,
}
"""The status of each error; one that is missing has the status of its nearest ancestor."""

TYPE = "application/problem+json"
_DOWN = "The database cannot be used now, and nothing of this was kept; ask again. The server's log says what is wrong."
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def name_of(error: type[LowwaterError]) -> str:
    """The name of an error in the type of its problem: too-late for TooLate."""
    return _CAPITAL.sub("-", error.__name__).lower()


def status_of(error: type[LowwaterError]) -> int:
    """The status of an error, or of its nearest ancestor."""
    return next((STATUS[kind] for kind in error.__mro__ if kind in STATUS), 500)


def document(error: LowwaterError) -> dict[str, object]:
    """The fields of a problem document."""
    kind = type(error)
    title = (kind.__doc__ or "").strip().splitlines()[0]
    return {"type": f"/problems/{name_of(kind)}", "title": title, "status": status_of(kind), "detail": str(error)}


def problem(error: LowwaterError) -> Response:
    """The problem as a response; that of a BadStore hides its detail, which tells where the database runs."""
    fields = document(error) | ({"detail": _DOWN} if type(error) is errors.BadStore else {})
    return plain(fields, {"WWW-Authenticate": "Bearer"} if isinstance(error, errors.BadKey) else {})


def plain(fields: dict[str, object], headers: dict[str, str] | None = None) -> Response:
    """A response with a problem document of these fields, also where no error of ours was raised."""
    return Response(json.dumps(fields), int(str(fields["status"])), headers, TYPE)
