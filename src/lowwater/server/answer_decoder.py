"""Answer decoder: answers as devices write them, by msgspec; what it does not take, lowwater.wire reads or refuses.

It takes nothing that wire refuses: every field is there, of its type, and no other. A field that comes twice is seen by
its quotation marks, because no text in such a message can hold one.
"""

from typing import Annotated, Literal, TypeVar, cast

import msgspec

from lowwater import wire

_Name = Annotated[str, msgspec.Meta(pattern=rf"\A(?:{wire.NAME.pattern})\Z")]
_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
_MARKS = 24  # quotation marks: of eight fields, two names and two versions

Read = TypeVar("Read")


class AnswerRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a wire.AnswerMessage has."""

    round: _Count
    index: _Count
    yes: bool
    version: Literal["lowwater/2"]


class PostedRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a wire.PostedMessage has; to make one of each would take longer than to read it."""

    name: _Name
    receipt: _Name
    answer: AnswerRead
    version: Literal["lowwater/2"]


_ONE, _MANY = msgspec.json.Decoder(PostedRead), msgspec.json.Decoder(list[PostedRead])


def read(text: bytes) -> wire.PostedMessage:
    """One answer, or what is wrong with it."""
    found = _tried(_ONE, text)
    if found is None or text.count(b'"') != _MARKS:
        return wire.decode(wire.PostedMessage, text)
    return cast("wire.PostedMessage", found)


def read_all(text: bytes) -> list[wire.PostedMessage] | None:
    """A list of answers; None where it is no list, or something is wrong with one of them."""
    found = _tried(_MANY, text)
    if found is None or text.count(b'"') != _MARKS * len(found):
        return None
    return cast("list[wire.PostedMessage]", found)


def _tried(decoder: "msgspec.json.Decoder[Read]", text: bytes) -> Read | None:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
