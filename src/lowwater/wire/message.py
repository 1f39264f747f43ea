"""Message: the base of all messages, which reads, checks and writes them, and refuses other versions.

Messages are dataclasses of text, numbers, lists and messages. Reading is strict: unknown or missing fields, wrong
types and NaN are refused first of all.
"""

import json
import reprlib
from dataclasses import MISSING, asdict, fields
from functools import cache
from typing import Any, ClassVar, Self, TypeVar

from lowwater.errors import BadMessage, YourFault
from lowwater.wire.canonical import canonical
from lowwater.wire.fields import Reader, reader
from lowwater.wire.strict_json import parse

VERSION = "lowwater/2"


class Message:
    """A message; every kind is a dataclass, and a kind that is sent by itself ends with its version."""

    __slots__ = ()

    plain: ClassVar[bool] = False
    """Whether it has only text and whole numbers, which json.dumps writes canonically, and faster."""

    lenient: ClassVar[bool] = False
    """Whether fields that have a default may be left out; only for kinds that are not hashed."""

    def check(self) -> None:
        """Refuse values that have the types of the fields, but that a message of this kind must not have."""

    @classmethod
    def kind_of(cls, value: object) -> type[Self]:  # noqa: ARG003
        """The kind to read a JSON value as: this one, or one that adds fields to it."""
        return cls

    @classmethod
    def read(cls, value: object) -> Self:
        """Read a message of this kind, and those inside it, from a JSON value."""
        cls = cls.kind_of(value)
        readers, needed = _readers(cls)  # type: ignore[arg-type]
        if not isinstance(value, dict) or not needed <= value.keys() <= readers.keys():
            less = "no less" if len(needed) == len(readers) else f"no less than {', '.join(sorted(needed)) or 'none'}"
            raise BadMessage(f"a {cls.__name__} has the fields {', '.join(readers)}, no more and {less}")
        if value.get("version", VERSION) != VERSION:
            raise BadMessage(f"version {reprlib.repr(value['version'])}; this device speaks {VERSION}")
        message = cls(**{name: readers[name](name, field) for name, field in value.items()})
        try:
            message.check()
        except YourFault as error:
            raise BadMessage(str(error)) from error
        return message


AnyMessage = TypeVar("AnyMessage", bound=Message)


@cache
def _readers(kind: Any) -> tuple[dict[str, Reader], set[str]]:
    """The function that reads each field, and the names of the required fields."""
    readers = {field.name: reader(field.type) for field in fields(kind)}  # type: ignore[arg-type]
    return readers, {field.name for field in fields(kind) if not kind.lenient or field.default is MISSING}


def encode(message: Message) -> str:
    """A message as one line of canonical JSON."""
    values = asdict(message)  # type: ignore[call-overload]
    if message.plain:
        return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return canonical(values)


def decode(kind: type[AnyMessage], text: str | bytes) -> AnyMessage:
    """Read a message of this kind from its JSON; refuse anything else."""
    return kind.read(parse(text))
