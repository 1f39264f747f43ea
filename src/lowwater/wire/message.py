"""Message: what all messages have in common: how they are read, checked, written, and told apart by version.

They are plain dataclasses of text, numbers, lists and messages. Reading is strict: unknown or missing fields, wrong
types and NaN are refused before anything else looks at them.
"""

import json
import reprlib
from dataclasses import MISSING, asdict, fields
from functools import cache
from typing import Any, ClassVar, Self, TypeVar

from lowwater.errors import BadMessage, YourFault
from lowwater.wire.canonical import canonical
from lowwater.wire.fields import Reader, reader
from lowwater.wire.reading import parse

VERSION = "lowwater/2"


class Message:
    """A message; every kind of it is a dataclass; whatever travels by itself ends with its version."""

    __slots__ = ()

    plain: ClassVar[bool] = False
    """Whether it has text and whole numbers alone, which Python writes canonically by itself, and faster."""

    lenient: ClassVar[bool] = False
    """Whether fields that have a default may be left out: only where nothing is hashed."""

    def check(self) -> None:
        """Refuse what the types of the fields do not show."""

    @classmethod
    def read(cls, found: object) -> Self:
        """A message of this kind from what JSON says, and the messages inside it."""
        readers, needed = _readers(cls)  # type: ignore[arg-type]
        if not isinstance(found, dict) or not needed <= found.keys() <= readers.keys():
            less = "no less" if len(needed) == len(readers) else f"no less than {', '.join(sorted(needed)) or 'none'}"
            raise BadMessage(f"a {cls.__name__} has the fields {', '.join(readers)}, no more and {less}")
        if found.get("version", VERSION) != VERSION:
            raise BadMessage(f"version {reprlib.repr(found['version'])}; this device speaks {VERSION}")
        message = cls(**{name: readers[name](name, value) for name, value in found.items()})
        try:
            message.check()
        except YourFault as error:
            raise BadMessage(str(error)) from error
        return message


AnyMessage = TypeVar("AnyMessage", bound=Message)


@cache
def _readers(kind: Any) -> tuple[dict[str, Reader], set[str]]:
    """How each field is read, and which fields there must be."""
    readers = {field.name: reader(field.type) for field in fields(kind)}  # type: ignore[arg-type]
    return readers, {field.name for field in fields(kind) if not kind.lenient or field.default is MISSING}


def encode(message: Message) -> str:
    """A message as one line of canonical JSON."""
    found = asdict(message)  # type: ignore[call-overload]
    if message.plain:
        return json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return canonical(found)


def decode(kind: type[AnyMessage], text: str | bytes) -> AnyMessage:
    """Read a message of this kind, or say what is wrong with it."""
    return kind.read(parse(text))
