"""Decoder: check-ins and answers as devices write them, by msgspec; what it does not take, wire reads or refuses.

It takes nothing that wire refuses: every field is there, of its type, and no other. A field that comes twice is seen by
its quotation marks: nothing that has others is taken.
"""

from collections.abc import Callable
from typing import Annotated, Generic, Literal, TypeVar, cast

import msgspec

from lowwater import wire
from lowwater.core.randomizer import LARGEST
from lowwater.wire.answers import FIRST

_Name = Annotated[str, msgspec.Meta(pattern=rf"\A(?:{wire.NAME.pattern})\Z")]
_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
_Code = Annotated[int, msgspec.Meta(ge=FIRST, lt=FIRST + LARGEST)]
_Version = Literal["lowwater/2"]

Read = TypeVar("Read")
Message = TypeVar("Message", bound=wire.Message)


class AnswerRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a wire.AnswerMessage has."""

    round: _Count
    index: _Count
    code: _Code
    version: _Version

    @property
    def said(self) -> int:
        """What was said."""
        return self.code - FIRST


class PostedRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a wire.PostedMessage has; to make one of each would take longer than to read it."""

    name: _Name
    receipt: _Name
    answer: AnswerRead
    version: _Version


class CheckInRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a wire.CheckInMessage has."""

    name: _Name
    invitation: str | None
    version: _Version


class Decoder(Generic[Message]):
    """Reads messages of one kind; `marks` tells how many quotation marks one has."""

    def __init__(self, kind: type[Message], read: type[Read], marks: Callable[[Read], int]) -> None:
        self.kind = kind
        self._marks = cast("Callable[[object], int]", marks)
        self._one = msgspec.json.Decoder(read)
        self._many: msgspec.json.Decoder[list[object]] = msgspec.json.Decoder(list[read])  # type: ignore[valid-type]

    def read(self, text: bytes) -> Message:
        """One message, or what is wrong with it."""
        found = _tried(self._one, text)
        if found is None or text.count(b'"') != self._marks(found):
            return wire.decode(self.kind, text)
        return cast("Message", found)

    def read_all(self, text: bytes) -> list[Message] | None:
        """A list of messages; None where it is no list, or something is wrong with one of them."""
        found = _tried(self._many, text)
        if found is None or text.count(b'"') != sum(map(self._marks, found)):
            return None
        return cast("list[Message]", found)


def _tried(decoder: "msgspec.json.Decoder[Read]", text: bytes) -> Read | None:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


ANSWERS = Decoder(wire.PostedMessage, PostedRead, lambda _: 24)  # of eight fields, two names and two versions
CHECK_INS = Decoder(wire.CheckInMessage, CheckInRead, lambda message: 10 if message.invitation is None else 12)
