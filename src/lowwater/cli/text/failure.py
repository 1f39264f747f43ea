"""Failure: the exit code and the message of an error on the command line."""

import json

from lowwater.errors import CannotWork, LowwaterError, NotExact, Refused, TheirFault, Unreachable, YourFault

BROKEN, CANNOT_BE_USED, CANNOT_WORK, NOT_EXACT, SERVER_REFUSES, UNREACHABLE, DEVICE_REFUSES = 1, 2, 3, 4, 5, 6, 7

CODES: dict[type[Exception], int] = {
    NotExact: NOT_EXACT,
    YourFault: CANNOT_BE_USED,
    CannotWork: CANNOT_WORK,
    Refused: SERVER_REFUSES,
    Unreachable: UNREACHABLE,
    TheirFault: DEVICE_REFUSES,
    LowwaterError: BROKEN,
    OSError: BROKEN,
}
"""The exit code of every error, or of its nearest ancestor."""

EXTRAS = {
    **dict.fromkeys(("rich", "duckdb"), "cli"),
    **dict.fromkeys(("starlette", "uvicorn", "apsw", "msgspec", "cryptography"), "server"),
    "matplotlib": "paper",
    **dict.fromkeys(("pyspark", "pyarrow", "grpc", "pandas"), "spark"),
}
"""Optional packages that verbs import, and the extra that installs each."""


def exit_code(error: Exception) -> int | None:
    """The exit code of an error; None for a bug, whose traceback is to be shown."""
    if isinstance(error, ModuleNotFoundError):
        return BROKEN if str(error.name).split(".")[0] in EXTRAS else None
    return next((CODES[kind] for kind in type(error).__mro__ if kind in CODES), None)


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
