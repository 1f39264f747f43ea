"""Bulk: the messages of a list, each read by itself."""

from typing import Any

from lowwater import wire
from lowwater.errors import BadMessage, BadStore, LowwaterError, Moved
from lowwater.server import body
from lowwater.server.decoder import Decoder

MOST_AT_ONCE = 10_000
"""Messages in one list, at most."""


def read_list(decoder: Decoder[Any], text: bytes) -> list[Any]:
    """The messages of a list, or for each that cannot be read its error, in order."""
    messages = decoder.read_all(text)
    if messages is None or len(messages) > MOST_AT_ONCE:
        return [_read(decoder.kind, fields) for fields in _list(text)]
    return messages


def _list(text: bytes) -> list[Any]:
    entries = wire.parse(text, body.LARGE)
    if not isinstance(entries, list) or len(entries) > MOST_AT_ONCE:
        raise BadMessage(f"give a list of at most {MOST_AT_ONCE:,} messages")
    return entries


def _read(kind: Any, fields: Any) -> Any:
    """A message, or its error; an error of the database is that of the whole list."""
    try:
        return kind.read(fields)
    except (Moved, BadStore):
        raise
    except LowwaterError as error:
        return error
