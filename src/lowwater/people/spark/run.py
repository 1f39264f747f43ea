"""Run: the rounds of one search over the rows of a Spark DataFrame, under one key."""

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from pyspark.sql import functions as sql

from lowwater.core.domain import Domain
from lowwater.core.question import Question
from lowwater.core.tally import Tally
from lowwater.errors import BadData, NotPrivate
from lowwater.people.spark.lots import Lots
from lowwater.people.spark.partition import SCHEMA, RoundAsked, tallying
from lowwater.people.spark.row_coins import RowCoins

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Questions = tuple[Question, ...]


class Run:
    """One run over the columns `key` and `number` of a DataFrame with a row for each of `people`."""

    def __init__(self, frame: "DataFrame", people: int, domain: Domain, coins: RowCoins) -> None:
        self._frame, self._people, self._domain = frame, people, domain
        self._coins, self._lots = coins, Lots(people)

    def tallies(self, questions: Questions) -> tuple[Tally, ...]:
        """The tallies of one round: one pass where every question has a cohort of its own."""
        if any(question.randomizer.honest for question in questions):
            raise NotPrivate("honest answers are about to leave their rows; they exist for simulation only")
        passes = [questions] if _alike(questions) else [(question,) for question in questions]
        return tuple(chain.from_iterable(map(self._one_pass, passes)))

    def _one_pass(self, questions: Questions) -> list[Tally]:
        cohorts = self._lots.take(tuple(question.people for question in questions if question.people is not None))
        asked = RoundAsked(self._domain, questions, cohorts if questions[0].people else None, self._coins)
        return [Tally(tuple(answers)) for answers in self._counts(asked).reshape(-1, asked.choices).tolist()]

    def _counts(self, asked: RoundAsked) -> npt.NDArray[np.int64]:
        """How many gave each answer, from one pass over the table; refuse a table that has changed."""
        partitions = tally_frame(self._frame, asked).toArrow()
        counts = np.zeros(2 + len(asked.questions) * asked.choices, dtype=np.int64)
        np.add.at(counts, partitions["slot"].to_numpy(), partitions["people"].to_numpy())
        *_answers, unusable, rows = counts.tolist()  # the slots -2 and -1
        if (rows, unusable) != (self._people, 0):
            lacking = f", {unusable:,} of them without a key or a number" if unusable else ""
            raise BadData(
                f"the table has changed during the run: it had {self._people:,} rows, and has {rows:,} now{lacking}; "
                "run on a copy that nobody writes to"
            )
        return counts[:-2]


def tally_frame(frame: "DataFrame", asked: RoundAsked) -> "DataFrame":
    """The slots of one round and how many people are in each, partition by partition: each is tallied where it lies."""
    return frame.select("key", sql.col("number").cast("double")).mapInArrow(tallying(asked), SCHEMA)


def _alike(questions: Questions) -> bool:
    """Whether one pass will do: every question has a cohort of its own, and all have one randomizer."""
    return all(question.people is not None and question.randomizer == questions[0].randomizer for question in questions)
