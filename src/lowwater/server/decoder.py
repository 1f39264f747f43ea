"""Decoder: check-ins and answers in their usual form, by msgspec; wire reads or refuses any other form.

It takes nothing that wire refuses: every field is there, of its type, and no other. A field that comes twice shows in
the number of quotation marks, so a text with more or fewer of them than its message needs is left to wire.
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
    """The fields of a wire.AnswerMessage."""

    round: _Count
    index: _Count
    code: _Code
    version: _Version

    @property
    def said(self) -> int:
        """The answer, without the offset of its code."""
        return self.code - FIRST


class PostedRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a wire.PostedMessage; converting each to one would take longer than reading it."""

    name: _Name
    receipt: _Name
    answer: AnswerRead
    version: _Version


class CheckInRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a wire.CheckInMessage."""

    name: _Name
    invitation: str | None
    version: _Version


class Decoder(Generic[Message]):
    """Reads messages of one `kind`; `marks` counts the quotation marks of one."""

    def __init__(self, kind: type[Message], read: type[Read], marks: Callable[[Read], int]) -> None:
        self.kind = kind
        self._marks = cast("Callable[[object], int]", marks)
        self._single = msgspec.json.Decoder(read)
        self._list: msgspec.json.Decoder[list[object]] = msgspec.json.Decoder(list[read])  # type: ignore[valid-type]

    def read(self, text: bytes) -> Message:
        """Read a message; raise BadMessage if it is none."""
        message = _try(self._single, text)
        if message is None or text.count(b'"') != self._marks(message):
            return wire.decode(self.kind, text)
        return cast("Message", message)

    def read_all(self, text: bytes) -> list[Message] | None:
        """Read a list of messages; None if it is no list, or one of them is not in the usual form."""
        messages = _try(self._list, text)
        if messages is None or text.count(b'"') != sum(map(self._marks, messages)):
            return None
        return cast("list[Message]", messages)


def _try(decoder: "msgspec.json.Decoder[Read]", text: bytes) -> Read | None:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


ANSWERS = Decoder(wire.PostedMessage, PostedRead, lambda _: 24)  # of eight fields, two names and two versions
CHECK_INS = Decoder(wire.CheckInMessage, CheckInRead, lambda message: 10 if message.invitation is None else 12)
