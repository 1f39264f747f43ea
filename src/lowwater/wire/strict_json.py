"""Strict JSON in UTF-8, read alike in every language: each field once, only finite numbers, and limits of size."""

import json
import re
from typing import Any, NoReturn

from lowwater.errors import BadMessage

LONGEST_TEXT = 65_536
"""Bytes of a message, at most."""

LONGEST_LIST = 4 * 1024 * 1024
"""Bytes of a list of messages, at most."""

DEEPEST = 16
"""The nesting depth of objects and lists, at most."""

DIGITS = 64
"""Characters of a number, at most, with sign, point and exponent."""

_NUMBER = re.compile(rf"[-+.0-9eE]{{{DIGITS + 1}}}")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_NESTING = re.compile(r"[\[\]{}]")


def parse(text: str | bytes, most: int = LONGEST_TEXT) -> Any:
    """Read a JSON value of at most `most` bytes; refuse anything else."""
    try:
        whole = text.decode() if isinstance(text, bytes) else text
        size = len(whole) if whole.isascii() else len(whole.encode())
        if size > most:
            raise BadMessage(f"{size:,} bytes; a message has at most {most:,}")
        _check_limits(whole)
        return _DECODER.decode(whole)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is not a message: {error}") from None


def _check_limits(whole: str) -> None:
    """Refuse long numbers and deep nesting; the first test is cheap, and enough for almost every message."""
    deep = whole.count("{") + whole.count("[") > DEEPEST
    if not deep and _NUMBER.search(whole) is None:
        return
    bare = _TEXT.sub('""', whole)
    if _NUMBER.search(bare) is not None:
        raise BadMessage(f"a number of more than {DIGITS} characters")
    depth = 0
    for bracket in _NESTING.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            raise BadMessage(f"more than {DEEPEST} objects and lists inside each other")


def _no_constants(name: str) -> NoReturn:
    raise BadMessage(f"{name} is not a number that can be sent")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a field that comes twice: languages differ in which one they read."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise BadMessage(f"a field comes twice among {', '.join(name for name, _ in pairs)}")
    return fields


_DECODER = json.JSONDecoder(parse_constant=_no_constants, object_pairs_hook=_once_each)
