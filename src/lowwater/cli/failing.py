"""What the command line says and returns when something cannot be done."""

import json

from lowwater.errors import CannotWork, LowwaterError, NotExact, YourFault

CANNOT_BE_USED, REFUSED, NOT_EXACT, BROKEN = 2, 3, 4, 1


EXTRAS = {
    **dict.fromkeys(("rich", "duckdb"), "cli"),
    **dict.fromkeys(("starlette", "uvicorn", "apsw", "msgspec", "cryptography"), "server"),
    "matplotlib": "paper",
}
"""What a verb may find missing, and the extra that brings it."""


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
        case ModuleNotFoundError(name=str(name)) if name.split(".")[0] in EXTRAS:
            return BROKEN
    return None


def failure(error: Exception, *, as_json: bool) -> str:
    """An error as a sentence, or as JSON for scripts."""
    message = str(error)
    if isinstance(error, ModuleNotFoundError):
        extra = EXTRAS[str(error.name).split(".")[0]]
        message = f"this verb needs {error.name}, which the extra '{extra}' brings: pip install 'lowwater[{extra}]'"
    if not as_json:
        return f"lowwater: {message}"
    fields = {"error": type(error).__name__, "message": message}
    return json.dumps(fields | {"reasons": list(getattr(error, "reasons", ()))})
