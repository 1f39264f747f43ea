"""Questions: the table of them, with their places and their tallies."""

from dataclasses import replace
from typing import NamedTuple

from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.errors import Moved
from lowwater.server.store.connection import Connection
from lowwater.server.store.records import QuestionRecord, read

Key = tuple[str, int, int]
"""A survey, a round and a question."""


class Counts(NamedTuple):
    """What a transaction adds to a question: places given, answers, and how many of these say yes."""

    given: int = 0
    answered: int = 0
    yes: int = 0

    def plus(self, other: "Counts") -> "Counts":
        """Both together."""
        return Counts(*(one + more for one, more in zip(self, other, strict=True)))


class Questions:
    """The table `question`.

    What a transaction adds to the counts is collected, and written at its end in one order of questions: servers that
    work beside each other wait for one another's rows in a line, never in a circle.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.pending: dict[Key, Counts] = {}

    def add(self, survey: str, question: Question, places: int) -> None:
        """Insert a question that asks so many people."""
        coin = question.randomizer
        self._connection.run(
            "add_question", survey=survey, round=question.round, number=question.index, threshold=question.threshold,
            if_yes=coin.if_yes, if_no=coin.if_no, places=places,
        )  # fmt: skip

    def all(self, survey: str) -> list[QuestionRecord]:
        """Fetch every question so far, in order."""
        return read(QuestionRecord, self._connection.all("questions", survey=survey))

    def of_round(self, survey: str, number: int) -> list[QuestionRecord]:
        """Fetch the questions of one round, in order, with what this transaction gave of them."""
        records = read(QuestionRecord, self._connection.all("questions_of_round", survey=survey, round=number))
        return [replace(record, given=record.given + self._pending(record).given) for record in records]

    def _pending(self, record: QuestionRecord) -> Counts:
        return self.pending.get((record.survey, record.round, record.number), Counts())

    def count(self, survey: str, number: int, index: int, counts: Counts) -> None:
        """Add to the counts of a question, at the end of the transaction."""
        key = (survey, number, index)
        self.pending[key] = self.pending.get(key, Counts()).plus(counts)

    def settle(self) -> list[str]:
        """Write what was collected; return the surveys of which a question has all its answers now."""
        pending, self.pending = self.pending, {}
        return sorted(
            {
                survey
                for (survey, number, index), counts in sorted(pending.items())
                if self._added(survey, number, index, counts)
            }
        )

    def _added(self, survey: str, number: int, index: int, counts: Counts) -> bool:
        rows = self._connection.all("count", survey=survey, round=number, number=index, **counts._asdict())
        if not rows:  # another server gave the last places
            raise Moved
        return any(answered >= places for answered, places in read(_pair, rows))

    def free(self, survey: str, number: int, index: int, many: int) -> None:
        """Give that many places back."""
        self._connection.run("free_places", survey=survey, round=number, number=index, many=many)

    def running(self, survey: str, number: int) -> dict[int, Tally]:
        """Fetch the running tallies of the open round by question."""
        rows = self._connection.all("running_tallies", survey=survey, round=number)
        return dict(read(_tally, rows))

    def close(self, survey: str, number: int) -> None:
        """Turn the running tallies of a round into its tallies."""
        self._connection.run("set_tallies", survey=survey, round=number)

    def forget(self, survey: str, number: int) -> None:
        """Empty the running tallies of a round that will have none."""
        self._connection.run("forget_tallies", survey=survey, round=number)

    def drop(self, survey: str) -> None:
        """Delete all questions of a survey."""
        self._connection.run("drop_questions", survey=survey)


def _pair(answered: int, places: int) -> tuple[int, int]:
    return answered, places


def _tally(index: int, yes: int, total: int) -> tuple[int, Tally]:
    return index, Tally.of(yes, total)
