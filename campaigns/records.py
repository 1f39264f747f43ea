"""Records: what the bytes of a SQLite file tell about places, in rows that live and in those that are left behind."""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

HEAD = re.compile(rb"\x35\x2c([\x01-\x09])([\x01-\x09])([\x01-\x09])\x2c(?=[0-9a-f]{20})")
"""The head of a place's record: a text of 20 letters, 16 bytes, three numbers, 16 bytes, and no more.

A survey and a person follow. A head that something else was written over right behind it tells nothing of anybody.
"""

_WIDTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
"""Bytes that a number of each kind takes in a record."""

_FORGOTTEN = (b"\xff\xff", b"\xff" + struct.pack(">d", -1))
"""How -1 and -1.0 are written, which stand for a question and a lease that nobody knows any more."""

_SURVEY, _PERSON = 20, 16


class Record(NamedTuple):
    """A place as the bytes tell it: its survey and round, and whether they tell its question or its lease."""

    survey: str
    round: int
    telling: bool


def read(database: Path) -> bytes:
    """The bytes of all files of a database, one after the other."""
    return b"\0".join(part.read_bytes() for part in sorted(database.parent.glob(f"{database.name}*")))


def records(data: bytes) -> Iterator[Record]:
    """Every record of a place, as far as it can be made out."""
    for head in HEAD.finditer(data):
        kinds = b"".join(head.groups())
        number, question, lease = (_WIDTHS[kind] for kind in kinds)
        survey = data[head.end() : head.end() + _SURVEY].decode("ascii", "replace")
        start = head.end() + _SURVEY + _PERSON
        round_number = int(kinds[0] == 9) if number == 0 else int.from_bytes(data[start : start + number])
        details = data[start + number : start + number + question + lease]
        yield Record(survey, round_number, details not in _FORGOTTEN)


def places_in(data: bytes, open_rounds: Mapping[str, int]) -> list[str]:
    """Records that tell a question or a lease of a round that is over.

    `open_rounds` has the round of every survey that goes on; whatever survey is not in it is over.
    """
    telling = {record for record in records(data) if record.telling}
    return sorted(
        f"survey {message.survey} round {message.round}"
        for message in telling
        if open_rounds.get(message.survey) != message.round
    )


def secrets_in(data: bytes, secrets: Iterable[str]) -> list[str]:
    """Texts that should be nowhere, and are there."""
    return [text for text in secrets if text.encode() in data]
