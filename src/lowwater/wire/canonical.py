"""Canonical JSON (RFC 8785): one text for one value in every language, so that a hash means the same everywhere.

Fields are sorted by their UTF-16 code units, only the characters that must be are escaped, and numbers are written as
ECMAScript writes doubles: `150`, `150.0` and `1.5e2` are one number.
"""

import json
import math
from decimal import Decimal
from typing import Any

from lowwater.errors import BadMessage

_PLAIN = 21  # digits before the point beyond which an exponent is written
_SMALL = -6  # zeros after the point, counted negatively, from which on an exponent is written


def canonical(value: Any) -> str:
    """The canonical text of a JSON value."""
    match value:
        case None | bool():
            return json.dumps(value)
        case str():
            return text(value)
        case int() | float():
            return number(value)
        case list() | tuple():
            return f"[{','.join(canonical(part) for part in value)}]"
        case dict():
            names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
            return f"{{{','.join(f'{text(name)}:{canonical(value[name])}' for name in names)}}}"
    raise TypeError(f"{type(value).__name__} is nothing that JSON can say")


def text(value: str) -> str:
    """A string in quotation marks; refuse lone surrogates."""
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise BadMessage("half a character (a lone surrogate) in a text; leave it out")
    return json.dumps(value, ensure_ascii=False)


def number(value: float) -> str:
    """A number as ECMAScript writes it: the nearest double, in the fewest digits that identify it."""
    try:
        double = float(value)
    except OverflowError:
        double = math.inf
    if not math.isfinite(double):
        raise BadMessage("a number past all doubles, or none; it cannot be sent")
    if double == 0:
        return "0"
    _, digits, exponent = Decimal(repr(abs(double))).normalize().as_tuple()
    sign, decimals = "-" if double < 0 else "", "".join(map(str, digits))
    return sign + _with_point(decimals, len(decimals) + int(exponent))


def _with_point(digits: str, point: int) -> str:
    """The digits with a decimal point after `point` of them, or with an exponent."""
    if len(digits) <= point <= _PLAIN:
        return digits + "0" * (point - len(digits))
    if 0 < point <= _PLAIN:
        return f"{digits[:point]}.{digits[point:]}"
    if _SMALL < point <= 0:
        return f"0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"
