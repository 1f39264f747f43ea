"""What the command line says and returns when something cannot be done."""

import json

from lowwater.errors import CannotWork, LowwaterError, NotExact, YourFault

CANNOT_BE_USED, REFUSED, NOT_EXACT, BROKEN = 2, 3, 4, 1


def exit_code(error: Exception) -> int | None:
    """The exit code of an error; None: it is a bug, show the traceback."""
    match error:
        case NotExact():
            return NOT_EXACT
        case YourFault():
            return CANNOT_BE_USED
        case CannotWork():
            return REFUSED
        case LowwaterError() | OSError():
            return BROKEN
    return None


def failure(error: Exception, *, as_json: bool) -> str:
    """An error as a sentence, or as JSON for scripts."""
    if not as_json:
        return f"lowwater: {error}"
    fields = {"error": type(error).__name__, "message": str(error)}
    return json.dumps(fields | {"reasons": list(getattr(error, "reasons", ()))})
