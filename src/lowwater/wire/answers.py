"""Answers on the wire: check-in, question, answer and acknowledgement."""

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
"""A name or receipt: long enough that nobody can guess one."""

FIRST = 10
"""The code of the answer 0: every code has two digits, so that the length of a message does not tell the answer."""


@dataclass(frozen=True, slots=True)
class CheckInMessage(Message):
    """A device asks for its place, under a random name for this survey alone, or with its invitation."""

    plain: ClassVar[bool] = True

    name: str
    invitation: str | None
    version: str = VERSION

    def check(self) -> None:
        """Refuse a name that could be guessed."""
        _check_name(self.name)


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
        """The message that asks this question; how many people are asked is left out."""
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
        """Refuse a question that the core refuses."""
        self.question()


@dataclass(frozen=True, slots=True)
class PlaceMessage(Message):
    """What a device gets at check-in; `status` is one of:

    `question`: answer `question` within `seconds`.
    `wait`: check in again after `seconds`.
    `done`: there are no more questions.
    """

    status: Literal["question", "wait", "done"]
    question: QuestionMessage | None
    seconds: float
    version: str = VERSION

    def check(self) -> None:
        """Refuse a question without the status `question`, that status without one, and seconds out of range."""
        if (self.question is None) != (self.status != "question"):
            raise BadMessage(f"a place with status {self.status!r}; a question comes with 'question' alone")
        if not 0 <= self.seconds <= LONGEST:
            raise BadMessage(f"seconds are from 0 to {LONGEST:,}")


@dataclass(frozen=True, slots=True)
class AnswerMessage(Message):
    """An answer, as a device sends it; its code is FIRST plus the answer."""

    plain: ClassVar[bool] = True

    round: int
    index: int
    code: int
    version: str = VERSION

    @classmethod
    def of(cls, round_index: int, index: int, answer: int) -> "AnswerMessage":
        """The message with this answer to a question of a round."""
        return cls(round_index, index, FIRST + answer)

    @property
    def said(self) -> int:
        """The answer: 0, 1, ...; to a question of one threshold 1 for yes, 0 for no."""
        return self.code - FIRST

    def check(self) -> None:
        """Refuse an index below 0, and an answer that no randomizer gives."""
        if self.round < 0 or self.index < 0:
            raise BadMessage(f"an answer to question {self.index} of round {self.round}; both count from 0")
        if not 0 <= self.said < LARGEST:
            raise BadMessage(f"code={self.code}; it is from {FIRST} to {FIRST + LARGEST - 1}")


@dataclass(frozen=True, slots=True)
class PostedMessage(Message):
    """An answer with its sender's name and a receipt, the random text that tells a repeat from a change."""

    plain: ClassVar[bool] = True

    name: str
    receipt: str
    answer: AnswerMessage
    version: str = VERSION

    def check(self) -> None:
        """Refuse a name or a receipt that could be guessed."""
        _check_name(self.name)
        _check_name(self.receipt)


@dataclass(frozen=True, slots=True)
class CountedMessage(Message):
    """The acknowledgement of an answer: `counted` now, or `again` because it was counted before."""

    plain: ClassVar[bool] = True

    status: Literal["counted", "again"]
    version: str = VERSION


def _check_name(text: str) -> None:
    """Refuse a name or a receipt that could be guessed."""
    if not NAME.fullmatch(text):
        raise BadMessage("a name or receipt is 32 to 128 letters, digits, - or _, made up at random")
