"""Message: what all messages have in common: how they are read, checked, written, and told apart by version.

They are plain dataclasses of text, numbers, lists and messages. Reading is strict: unknown or missing fields, wrong
types and NaN are refused before anything else looks at them.
"""

import json
import reprlib
from dataclasses import asdict, fields
from functools import cache
from typing import Any, ClassVar, Self, TypeVar

from lowwater.errors import BadMessage, YourFault
from lowwater.wire.canonical import canonical
from lowwater.wire.fields import Reader, reader
from lowwater.wire.reading import parse

VERSION = "lowwater/2"


class Message:
    """A message; every kind of it is a dataclass whose last field is its version."""

    __slots__ = ()

    plain: ClassVar[bool] = False
    """Whether it has text and whole numbers alone, which Python writes canonically by itself, and faster."""

    def check(self) -> None:
        """Refuse what the types of the fields do not show."""

    @classmethod
    def read(cls, found: object) -> Self:
        """A message of this kind from what JSON says, and the messages inside it."""
        readers = _readers(cls)  # type: ignore[arg-type]
        if not isinstance(found, dict) or found.keys() != readers.keys():
            raise BadMessage(f"a {cls.__name__} has the fields {', '.join(readers)}, no more and no less")
        if found["version"] != VERSION:
            raise BadMessage(f"version {reprlib.repr(found['version'])}; this device speaks {VERSION}")
        message = cls(**{name: readers[name](name, value) for name, value in found.items()})
        try:
            message.check()
        except YourFault as error:
            raise BadMessage(str(error)) from error
        return message


AnyMessage = TypeVar("AnyMessage", bound=Message)


@cache
def _readers(kind: Any) -> dict[str, Reader]:
    return {field.name: reader(field.type) for field in fields(kind)}  # type: ignore[arg-type]


def encode(message: Message) -> str:
    """A message as one line of canonical JSON."""
    found = asdict(message)  # type: ignore[call-overload]
    if message.plain:
        return json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return canonical(found)


def decode(kind: type[AnyMessage], text: str | bytes) -> AnyMessage:
    """Read a message of this kind, or say what is wrong with it."""
    return kind.read(parse(text))
