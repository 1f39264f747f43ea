"""Fields: how the JSON value of a field is read, by the type of the field."""

import math
import reprlib
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from lowwater.core.randomizer import SCALE, Table
from lowwater.errors import BadMessage, NotPrivate

LARGEST = 2**53 - 1
"""The largest whole number that every language reads alike."""

Reader = Callable[[str, Any], Any]


@cache
def reader(wanted: Any) -> Reader:
    """The function that reads a field of type `wanted`, from its name (for errors) and its JSON value."""
    if wanted in _READERS:
        return _READERS[wanted]
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        return lambda name, value: _one_of(name, inner, value)
    if origin in (Union, UnionType):
        (present,) = (kind for kind in inner if kind is not NoneType)
        read = reader(present)
        return lambda name, value: None if value is None else read(name, value)
    if origin is tuple:
        read_item = reader(inner[0])
        return lambda name, value: tuple(read_item(name, item) for item in _list(name, value))
    if origin is dict:
        return _texts if inner == (str, str) else _object
    return lambda _, value: wanted.read(value)


def _wrong(name: str, value: object) -> BadMessage:
    return BadMessage(f"{name}={reprlib.repr(value)} is not of the right type")


def _whole(name: str, value: object) -> int:
    if type(value) is not int:
        raise _wrong(name, value)
    if abs(value) > LARGEST:
        raise BadMessage(f"{name}={reprlib.repr(value)}; whole numbers are below 2**53")
    return value


def _double(name: str, value: object) -> float:
    """The nearest double of a number, with or without a point, as in every language."""
    if type(value) not in (int, float):
        raise _wrong(name, value)
    try:
        double = float(value)  # type: ignore[arg-type]
    except OverflowError:
        double = math.inf
    if math.isinf(double):
        raise BadMessage(f"{name}={reprlib.repr(value)} is past all doubles")
    return double


def _text(name: str, value: object) -> str:
    if type(value) is not str:
        raise _wrong(name, value)
    return value


def _flag(name: str, value: object) -> bool:
    if type(value) is not bool:
        raise _wrong(name, value)
    return value


def _list(name: str, value: object) -> list[Any]:
    if type(value) is not list:
        raise _wrong(name, value)
    return value


def _object(name: str, value: object) -> dict[str, Any]:
    if type(value) is not dict:
        raise _wrong(name, value)
    return value


def _texts(name: str, value: object) -> dict[str, str]:
    return {key: _text(name, text) for key, text in _object(name, value).items()}


def _table(name: str, value: object) -> Table:
    """The rows of a randomizer; a part of 2**53 would tell the truth, and is refused."""
    rows = [_list(name, row) for row in _list(name, value)]
    if any(type(part) is int and part == SCALE for row in rows for part in row):
        raise NotPrivate
    return tuple(tuple(_whole(name, part) for part in row) for row in rows)


def _one_of(name: str, words: tuple[str, ...], value: object) -> object:
    """One of the values that this version knows for a field."""
    if not isinstance(value, str) or value not in words:
        raise BadMessage(f"{name}={reprlib.repr(value)}; this version knows {', '.join(words)}")
    return value


_READERS: dict[Any, Reader] = {int: _whole, float: _double, str: _text, bool: _flag, Table: _table}
