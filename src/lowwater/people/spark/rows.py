"""Rows: people in the rows of a Spark DataFrame, whose answers are randomized on the executors that read them.

DataFrame functions alone are used, so that Spark Connect will do.
"""

import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from pyspark.sql import functions as sql

from lowwater.core.domain import Domain
from lowwater.errors import BadData, BadPlan
from lowwater.people.admit import SHOWN
from lowwater.people.people import Fault, Floats, Strays, TalliesOf
from lowwater.people.spark.row_coins import Entropy, RowCoins
from lowwater.people.spark.row_key import WHOLE, key_text, refuse_keyless, refuse_repeated, unusable_key
from lowwater.people.spark.run import Run

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

LEAST = 16
"""The fewest people of a cohort, on average: of that many, none comes with a chance of e**-16, 1.2e-7."""

EXACT = 2**53
"""Doubles cannot tell all whole numbers beyond this apart."""

CLAIM = (
    "this is computational differential privacy, against whoever sees only the tallies; it is no local privacy against "
    "whoever holds the table"
)


class SparkRows:
    """The people in the rows of a DataFrame: their numbers in `column`, and in `key` what tells rows apart.

    A key is a whole number or 16 bytes. It belongs to its row whenever the table is read: a number that a query makes
    up on the way will not do.
    """

    iid = False
    caveats = (CLAIM,)

    def __init__(self, frame: "DataFrame", column: str, key: str, entropy: Entropy = os.urandom) -> None:
        kinds = dict(frame.dtypes)
        for name in (column, key):
            if name not in kinds:
                raise BadData(f"the table has no column {name!r}; it has {', '.join(kinds)}")
        _check_kind(column, kinds[column])
        self._frame = frame.select(_named(key).alias("key"), _named(column).alias("number"))
        self._entropy = entropy
        self.people = self._counted(key, unusable_key(key, kinds[key]))
        refuse_repeated(key, self._frame)
        if kinds[column] == "bigint":
            self._refuse_large(column)

    def _counted(self, key: str, keyless: "Column") -> int:
        """How many rows there are; refuse those without a key."""
        ((rows, without),) = self._frame.select(sql.count(sql.lit(1)), sql.count(sql.when(keyless, 1))).collect()
        refuse_keyless(key, rows, without)
        return int(rows)

    def _refuse_large(self, column: str) -> None:
        """Refuse whole numbers that doubles cannot tell apart."""
        large = self._strays((sql.col("number") > EXACT) | (sql.col("number") < -EXACT))
        if large.count:
            raise BadData(
                f"{large.count:,} of {self.people:,} whole numbers in {column!r} are beyond 2**53, where doubles "
                f"cannot tell neighbours apart ({', '.join(large.shown)}); divide them first"
            )

    @property
    def pool(self) -> int:
        """The number of people: they are no sample."""
        return self.people

    def count(self, domain: Domain, thresholds: Floats) -> Floats:
        """How many rows have the truth yes at each threshold, exactly: for planning, and no private number."""
        real, minimum = _real(), domain.direction == "minimum"
        within = [real <= threshold if minimum else real >= threshold for threshold in thresholds.tolist()]
        counts = [sql.count(sql.when(yes & ~sql.isnan(real), 1)) for yes in within]
        return np.array(self._frame.select(*counts).collect()[0], dtype=float)

    def chance(self, domain: Domain, thresholds: Floats) -> Floats:
        """The share of rows with the truth yes."""
        return self.count(domain, thresholds) / self.people

    def strays(self, fault: Fault, domain: Domain) -> Strays:
        """The rows whose number has this fault, the first few shown with their keys."""
        return self._strays(_FAULTS[fault](domain))

    def _strays(self, bad: "Column") -> Strays:
        rows = self._frame.where(bad)
        count = rows.count()
        first = rows.limit(SHOWN).collect() if count else []
        return Strays(count, [f"{_number_text(number)} in the row of key {key_text(key)}" for key, number in first])

    @contextmanager
    def answering(self, domain: Domain, sizes: Sequence[int]) -> Iterator[TalliesOf]:
        """Ask these people, round by round, under a key that is drawn now and forgotten when the run is over."""
        if min(sizes) < LEAST:
            raise BadPlan(
                f"a question for {min(sizes)} people; where every row draws its own cohort, a question needs {LEAST} "
                "on average, or it might reach nobody: give fewer rounds or questions"
            )
        yield Run(self._frame, self.people, domain, RowCoins.fresh(self._entropy)).tallies


_FAULTS: dict[Fault, Callable[[Domain], "Column"]] = {
    "missing": lambda _domain: sql.col("number").isNull() | sql.isnan(_real()),
    "outside": lambda domain: (_real() < domain.lo) | (_real() > domain.hi),
    "off the step": lambda domain: (_real() - domain.lo) % (domain.step or math.inf) != 0,
}


def _real() -> "Column":
    """The number of a row as a double."""
    return sql.col("number").cast("double")


def _named(name: str) -> "Column":
    """The column of this name, whatever characters are in it."""
    return sql.col(f"`{name.replace('`', '``')}`")


def _check_kind(column: str, kind: str) -> None:
    if kind not in (*WHOLE, "float", "double") and not kind.startswith("decimal"):
        raise BadData(f"the column {column!r} is of type {kind}; cast it to numbers first, such as double")


def _number_text(number: Any) -> str:
    """A number as a message shows it."""
    return "nothing" if number is None else f"{number:,}" if isinstance(number, int) else f"{float(number):,.15g}"
