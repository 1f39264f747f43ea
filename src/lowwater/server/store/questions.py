"""Questions: the table of them, with their places and their tallies."""

import json
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.errors import Moved
from lowwater.server.store.connection import Connection, Given
from lowwater.server.store.records import QuestionRecord, counts_of, more_counts, read, tally_of

Key = tuple[str, int, int]
"""A survey, a round and a question."""


class Counts(NamedTuple):
    """What a transaction adds to a question: places given, answers, the yes (1) among them, and the answers after 1."""

    given: int = 0
    answered: int = 0
    yes: int = 0
    more: tuple[int, ...] = ()

    def plus(self, other: "Counts") -> "Counts":
        """The sum of both, field by field."""
        more = tuple(map(sum, zip_longest(self.more, other.more, fillvalue=0)))
        return Counts(self.given + other.given, self.answered + other.answered, self.yes + other.yes, more)


class Questions:
    """The table `question`.

    `count` collects what a transaction adds, and `settle` writes it at the end, sorted by question: all servers lock
    rows in the same order, so none deadlocks with another.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.pending: dict[Key, Counts] = {}

    def add(self, survey: str, question: Question, places: int) -> None:
        """Insert a question with `places` for people."""
        coin, (first, *further) = question.randomizer, question.thresholds
        self._connection.run(
            "add_question", survey=survey, round=question.round, question=question.index, threshold=first,
            thresholds=json.dumps(question.thresholds) if further else "", more=more_counts([0] * len(further)),
            if_yes=coin.if_yes, if_no=coin.if_no, places=places,
        )  # fmt: skip

    def all(self, survey: str) -> list[QuestionRecord]:
        """Fetch every question so far, in order."""
        return read(QuestionRecord, self._connection.all("questions", survey=survey))

    def of_round(self, survey: str, round_index: int) -> list[QuestionRecord]:
        """Fetch the questions of a round, in order; `given` includes the places that this transaction gave."""
        records = read(QuestionRecord, self._connection.all("questions_of_round", survey=survey, round=round_index))
        return [replace(record, given=record.given + self._pending(record).given) for record in records]

    def _pending(self, record: QuestionRecord) -> Counts:
        return self.pending.get((record.survey, record.round, record.question), Counts())

    def count(self, survey: str, round_index: int, index: int, counts: Counts) -> None:
        """Add `counts` to those of a question, at the end of the transaction."""
        key = (survey, round_index, index)
        self.pending[key] = self.pending.get(key, Counts()).plus(counts)

    def settle(self) -> list[str]:
        """Write the collected counts; return the surveys in which a question has all its answers now."""
        pending, self.pending = self.pending, {}
        return sorted(
            {
                survey
                for (survey, round_index, index), counts in sorted(pending.items())
                if self._filled(survey, round_index, index, counts)
            }
        )

    def _filled(self, survey: str, round_index: int, index: int, counts: Counts) -> bool:
        """Add `counts` to those of a question; return whether it has all its answers now."""
        key: Given = {"survey": survey, "round": round_index, "question": index}
        given: Given = {"given": counts.given, "answered": counts.answered, "yes": counts.yes}
        rows = self._connection.all("count", **key, **given)
        if not rows:  # another server gave the last places
            raise Moved
        ((answered, places, so_far),) = read(_progress, rows)
        if any(counts.more):  # the update before locked the row, so that no other server adds to it now
            more = map(sum, zip_longest(counts_of(so_far), counts.more, fillvalue=0))
            self._connection.run("count_more", **key, more=more_counts(list(more)))
        return answered >= places

    def free(self, survey: str, round_index: int, index: int, count: int) -> None:
        """Give `count` places of a question back."""
        self._connection.run("free_places", survey=survey, round=round_index, question=index, count=count)

    def running(self, survey: str, round_index: int) -> dict[int, Tally]:
        """Fetch the running tallies of the open round, by question."""
        rows = self._connection.all("running_tallies", survey=survey, round=round_index)
        return dict(read(_tally, rows))

    def close(self, survey: str, round_index: int) -> None:
        """Make the running tallies of a round its final ones."""
        self._connection.run("set_tallies", survey=survey, round=round_index)

    def forget(self, survey: str, round_index: int) -> None:
        """Set the running tallies of a round to 0, where it is never tallied."""
        self._connection.run("forget_tallies", survey=survey, round=round_index)

    def drop(self, survey: str) -> None:
        """Delete all questions of a survey."""
        self._connection.run("drop_questions", survey=survey)


def _progress(answered: int, places: int, so_far: str) -> tuple[int, int, str]:
    return answered, places, so_far


def _tally(index: int, yes: int, total: int, more: str) -> tuple[int, Tally]:
    return index, tally_of(yes, total, more)
