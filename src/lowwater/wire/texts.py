"""Texts: what a survey says to people in one language, without invisible characters."""

import re
from dataclasses import dataclass, fields

from lowwater.errors import BadMessage
from lowwater.wire.message import Message

QUESTION = "What is your number?"
"""The default question."""

MOST = {"title": 200, "question": 300, "unit": 40, "asker": 200, "contact": 200, "purpose": 1000, "language": 35}
"""Characters of each text, at most."""

_NEEDED = ("title", "question", "language")
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufff9-\uffff\U000e0000-\U000e0fff]"
)
"""Controls, line ends, marks that change the direction of text, lone surrogates, and other invisible characters."""

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True)
class TextsMessage(Message):
    """A survey's texts in one language; the unit, who asks, how to reach them and what for may be left empty."""

    title: str
    question: str = QUESTION
    unit: str = ""
    asker: str = ""
    contact: str = ""
    purpose: str = ""
    language: str = "en"

    def check(self) -> None:
        """Refuse texts that are too long, contain hidden characters, or begin or end with a blank."""
        for field in fields(self):
            _check_text(field.name, getattr(self, field.name))
        if not _LANGUAGE.fullmatch(self.language):
            raise BadMessage(f"language={self.language!r}; give its tag, such as en or pt-BR")


def _check_text(name: str, text: str) -> None:
    check_line(name, text, 1 if name in _NEEDED else 0, MOST[name])


def check_line(name: str, text: str, least: int, most: int) -> None:
    """Refuse a text that is not one line of `least` to `most` characters, or has hidden ones."""
    if not least <= len(text) <= most:
        raise BadMessage(f"{name} has {len(text):,} characters; it has from {least} to {most:,}")
    if _HIDDEN.search(text) or text != text.strip(" "):
        raise BadMessage(f"{name} is one line, without blanks around it, controls, or marks that turn its direction")
