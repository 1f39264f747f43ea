"""Answers on the wire: checking in, the question, the answer, and what became of it."""

import re
from dataclasses import dataclass
from typing import ClassVar, Literal

from lowwater.core.question import Question
from lowwater.core.randomizer import LARGEST, Randomizer, Table
from lowwater.errors import BadMessage, NotPrivate
from lowwater.wire.message import VERSION, Message

LONGEST = 10**9
"""Seconds that anyone may be told to wait: some thirty years."""

NAME = re.compile(r"[A-Za-z0-9_-]{32,128}")
"""A name or receipt: long enough that nobody guesses another's."""

FIRST = 10
"""The code of the answer 0: every code has two digits, so that the length of a message does not tell the answer."""


@dataclass(frozen=True, slots=True)
class CheckInMessage(Message):
    """A device asks for its place: under a name it made up for this survey alone, or with its invitation."""

    plain: ClassVar[bool] = True

    name: str
    invitation: str | None
    version: str = VERSION

    def check(self) -> None:
        """A name that nobody can guess."""
        _named(self.name)


@dataclass(frozen=True, slots=True)
class QuestionMessage(Message):
    """A question, as a device receives it; the randomizer row by row, in parts of 2**53."""

    round: int
    index: int
    thresholds: tuple[float, ...]
    table: Table
    version: str = VERSION

    @classmethod
    def of(cls, question: Question) -> "QuestionMessage":
        """The message that asks this question; whom else it is put to is none of a device's business."""
        if question.randomizer.honest:
            raise NotPrivate
        return cls(question.round, question.index, question.thresholds, question.randomizer.table)

    def question(self) -> Question:
        """The question it asks."""
        coin = Randomizer(self.table)
        if coin.honest:
            raise NotPrivate
        return Question(self.round, self.index, self.thresholds, coin, None)

    def check(self) -> None:
        """The core accepts this question."""
        self.question()


@dataclass(frozen=True, slots=True)
class PlaceMessage(Message):
    """What a device gets: a question and the seconds left to answer it, or the seconds to wait; or it is done."""

    status: Literal["question", "wait", "done"]
    question: QuestionMessage | None
    seconds: float
    version: str = VERSION

    def check(self) -> None:
        """A question where there is to be one, and a time that passes."""
        if (self.question is None) != (self.status != "question"):
            raise BadMessage(f"a place with status {self.status!r}; a question comes with 'question' alone")
        if not 0 <= self.seconds <= LONGEST:
            raise BadMessage(f"seconds are from 0 to {LONGEST:,}")


@dataclass(frozen=True, slots=True)
class AnswerMessage(Message):
    """An answer, as a device sends it: 10 and what was said."""

    plain: ClassVar[bool] = True

    round: int
    index: int
    code: int
    version: str = VERSION

    @classmethod
    def of(cls, number: int, index: int, said: int) -> "AnswerMessage":
        """The message that says so to a question of a round."""
        return cls(number, index, FIRST + said)

    @property
    def said(self) -> int:
        """The answer: 0, 1, ...; to a question of one threshold 1 for yes, 0 for no."""
        return self.code - FIRST

    def check(self) -> None:
        """A question that there can be, and an answer that there can be."""
        if self.round < 0 or self.index < 0:
            raise BadMessage(f"an answer to question {self.index} of round {self.round}; both count from 0")
        if not 0 <= self.said < LARGEST:
            raise BadMessage(f"code={self.code}; it is from {FIRST} to {FIRST + LARGEST - 1}")


@dataclass(frozen=True, slots=True)
class PostedMessage(Message):
    """An answer on its way: whose it is, and a receipt, the random text by which a repeat is known from a change."""

    plain: ClassVar[bool] = True

    name: str
    receipt: str
    answer: AnswerMessage
    version: str = VERSION

    def check(self) -> None:
        """A name and a receipt that nobody can guess."""
        _named(self.name)
        _named(self.receipt)


@dataclass(frozen=True, slots=True)
class CountedMessage(Message):
    """What became of an answer: counted now, or again because it was counted before."""

    plain: ClassVar[bool] = True

    status: Literal["counted", "again"]
    version: str = VERSION


def _named(text: str) -> None:
    """A name or a receipt is text that nobody can guess."""
    if not NAME.fullmatch(text):
        raise BadMessage("a name or receipt is 32 to 128 letters, digits, - or _, made up at random")
