"""Reading: JSON in UTF-8, as strictly in every language: each field once, numbers that all read alike, and limits."""

import json
import re
from typing import Any, NoReturn

from lowwater.errors import BadMessage

LONGEST_TEXT = 65_536
"""Bytes of a message, at most."""

LONGEST_LIST = 4 * 1024 * 1024
"""Bytes of a list of messages, at most."""

DEEPEST = 16
"""Objects and lists inside each other, at most."""

DIGITS = 64
"""Characters of a number, at most, with sign, point and exponent."""

_NUMBER = re.compile(rf"[-+.0-9eE]{{{DIGITS + 1}}}")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_NESTING = re.compile(r"[\[\]{}]")


def parse(text: str | bytes, most: int = LONGEST_TEXT) -> Any:
    """What JSON says, or what is wrong with it."""
    try:
        whole = text.decode() if isinstance(text, bytes) else text
        size = len(whole) if whole.isascii() else len(whole.encode())
        if size > most:
            raise BadMessage(f"{size:,} bytes; a message has at most {most:,}")
        _limited(whole)
        return _DECODER.decode(whole)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is not a message: {error}") from None


def _limited(whole: str) -> None:
    """Refuse numbers that are too long and objects that are too deep; a look is enough for almost every message."""
    deep = whole.count("{") + whole.count("[") > DEEPEST
    if not deep and _NUMBER.search(whole) is None:
        return
    bare = _TEXT.sub('""', whole)
    if _NUMBER.search(bare) is not None:
        raise BadMessage(f"a number of more than {DIGITS} characters")
    depth = 0
    for found in _NESTING.finditer(bare):
        depth += 1 if found[0] in "[{" else -1
        if depth > DEEPEST:
            raise BadMessage(f"more than {DEEPEST} objects and lists inside each other")


def _no_constants(name: str) -> NoReturn:
    raise BadMessage(f"{name} is not a number that can be sent")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A field that comes twice could be read in two ways."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadMessage(f"a field comes twice among {', '.join(name for name, _ in pairs)}")
    return found


_DECODER = json.JSONDecoder(parse_constant=_no_constants, object_pairs_hook=_once_each)
