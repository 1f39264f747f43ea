"""Canonical JSON (RFC 8785): one text for one value in every language, so that a hash means the same everywhere.

Fields stand in the order of their UTF-16 code units, text is escaped no more than it must be, and numbers are written
as ECMAScript writes doubles: `150`, `150.0` and `1.5e2` are one number.
"""

import json
import math
from decimal import Decimal
from typing import Any

from lowwater.errors import BadMessage

_PLAIN = 21  # digits before the point beyond which an exponent is written
_SMALL = -6  # and noughts behind it


def canonical(value: Any) -> str:
    """The canonical text of what JSON can say."""
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
    """Text in quotation marks; halves of characters are refused."""
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise BadMessage("half a character (a lone surrogate) in a text; leave it out")
    return json.dumps(value, ensure_ascii=False)


def number(value: float) -> str:
    """A number as ECMAScript writes it: the double next to it, in the fewest digits that tell it from others."""
    try:
        double = float(value)
    except OverflowError:
        double = math.inf
    if not math.isfinite(double):
        raise BadMessage("a number past all doubles, or none; it cannot be sent")
    if double == 0:
        return "0"
    _, digits, exponent = Decimal(repr(abs(double))).normalize().as_tuple()
    sign, shown = "-" if double < 0 else "", "".join(map(str, digits))
    return sign + _written(shown, len(shown) + int(exponent))


def _written(digits: str, point: int) -> str:
    """Digits, with the point after so many of them."""
    if len(digits) <= point <= _PLAIN:
        return digits + "0" * (point - len(digits))
    if 0 < point <= _PLAIN:
        return f"{digits[:point]}.{digits[point:]}"
    if _SMALL < point <= 0:
        return f"0.{'0' * -point}{digits}"
    behind = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{behind}e{point - 1:+d}"
