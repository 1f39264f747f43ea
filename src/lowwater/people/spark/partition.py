"""Partition: what runs beside the rows: their answers to one round, randomized, and nothing but the tally of them.

The functions need neither Spark nor a network: batches of two columns go in, the key of each row and its number, and a
table of slots and counts comes out. A slot is an answer to a question, or what a run watches: rows, and unusable ones.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from lowwater.core.domain import Domain
from lowwater.core.question import Question
from lowwater.law.randomize import randomize_many
from lowwater.people.spark.block import SIZE, Words, coins_context, of_bytes, of_integers
from lowwater.people.spark.lots import Cohorts
from lowwater.people.spark.row_coins import RowCoins

ROWS, UNUSABLE = -1, -2
"""The slots of all rows, and of those without a key or a number: the last two, where slots are counted from the end."""

SCHEMA = "slot int, people long"
"""What comes out of a partition."""

_ARROW = pa.schema([("slot", pa.int32()), ("people", pa.int64())])

Batches = Iterable[pa.RecordBatch]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RoundAsked:
    """One round as an executor needs it: the questions, all with one randomizer, and their cohorts (None: everyone)."""

    domain: Domain
    questions: tuple[Question, ...]
    cohorts: Cohorts | None
    coins: RowCoins

    @property
    def choices(self) -> int:
        """How many answers a question has to choose from."""
        return len(self.questions[0].randomizer.table)

    @cached_property
    def _states(self) -> Words:
        """The state of each question's coins, before any row."""
        return np.concatenate([self.coins.state(coins_context(question)) for question in self.questions])

    @cached_property
    def _thresholds(self) -> npt.NDArray[np.float64]:
        """The thresholds, question by threshold."""
        return np.array([question.thresholds for question in self.questions])

    def answers(self, rows: Words, numbers: npt.NDArray[np.float64]) -> Counts:
        """How many rows give each answer to each question, question by answer."""
        which = self._question_of(rows)
        asked = np.flatnonzero(which >= 0)
        which, rows, numbers = which[asked], rows[asked], numbers[asked]
        coins = self.coins.coins(self._states[which], rows)
        answers = randomize_many(self.questions[0].randomizer, self._truths(numbers, which), coins)
        slots = len(self.questions) * self.choices
        return np.bincount(which * self.choices + answers, minlength=slots).reshape(-1, self.choices)

    def _question_of(self, rows: Words) -> Counts:
        """The question that each row is asked, -1 for none."""
        if self.cohorts is None:
            return np.zeros(len(rows), dtype=np.int64)
        return self.cohorts.of(self.coins.lots(rows))

    def _truths(self, numbers: npt.NDArray[np.float64], which: Counts) -> Counts:
        """How many thresholds of its question each number is within."""
        thresholds = self._thresholds[which]
        inside = np.clip(numbers, self.domain.lo, self.domain.hi)[:, None]
        within = inside <= thresholds if self.domain.direction == "minimum" else inside >= thresholds
        return np.asarray(np.count_nonzero(within, axis=1))


def tallying(asked: RoundAsked) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """The function that Spark runs on every partition; the key of `asked` travels in its closure and nowhere else."""

    def tally(batches: Batches) -> Iterator[pa.RecordBatch]:
        yield partition_tally(asked, batches)

    return tally


def partition_tally(asked: RoundAsked, batches: Batches) -> pa.RecordBatch:
    """The tally of one partition: slots and how many people are in each."""
    counts: Counts = np.zeros((len(asked.questions), asked.choices), dtype=np.int64)
    seen = unusable = 0
    for batch in batches:
        rows, numbers = usable(batch.column(0), batch.column(1))
        seen, unusable = seen + batch.num_rows, unusable + batch.num_rows - len(rows)
        counts += asked.answers(rows, numbers)
    slots = [*range(counts.size), ROWS, UNUSABLE]
    return pa.RecordBatch.from_arrays([slots, [*counts.ravel().tolist(), seen, unusable]], schema=_ARROW)


def usable(keys: pa.Array, numbers: pa.Array) -> tuple[Words, npt.NDArray[np.float64]]:
    """The blocks and numbers of all rows that have a key and a number."""
    keys = keys if pa.types.is_integer(keys.type) else keys.cast(pa.binary())
    floats = numbers.to_numpy(zero_copy_only=False).astype(np.float64)  # null becomes NaN
    complete = ~np.isnan(floats) & has_key(keys)
    if complete.all():
        return blocks(keys), floats
    return blocks(keys.filter(pa.array(complete))), floats[complete]


def has_key(keys: pa.Array) -> npt.NDArray[np.bool_]:
    """Which rows have a key: a whole number, or exactly 16 bytes."""
    valid = keys.is_valid()
    if not pa.types.is_integer(keys.type):
        valid = pc.and_kleene(valid, pc.equal(pc.binary_length(keys), SIZE)).fill_null(False)
    return np.asarray(valid.to_numpy(zero_copy_only=False), dtype=bool)


def blocks(keys: pa.Array) -> Words:
    """The blocks of keys that are all there."""
    if pa.types.is_integer(keys.type):
        return of_integers(keys.to_numpy(zero_copy_only=False).astype(np.int64))
    fixed = keys.cast(pa.binary(SIZE))
    content = np.frombuffer(fixed.buffers()[1], dtype=np.uint8, count=SIZE * len(fixed), offset=SIZE * fixed.offset)
    return of_bytes(content.reshape(-1, SIZE))
