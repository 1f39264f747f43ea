"""Row key: what tells one row from every other, in every pass over the table.

By its key a row has the same lot and the same coins whenever a task is tried again. Two rows with one key would share
their coins, which has no bound on the loss, so a key that stands twice is refused.
"""

from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as sql

from lowwater.errors import BadData
from lowwater.people.admit import SHOWN
from lowwater.people.spark.block import SIZE

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

WHOLE = ("tinyint", "smallint", "int", "bigint")
"""Spark's types of whole numbers."""


def unusable_key(name: str, kind: str) -> "Column":
    """Whether a row's key, in a column called `name` of this `kind`, is missing or of a wrong length."""
    key = sql.col("key")
    if kind in WHOLE:
        return key.isNull()
    if kind == "binary":
        return key.isNull() | (sql.length(key) != SIZE)
    raise BadData(
        f"the key {name!r} is of type {kind}; it must be a whole number (cast it to bigint) or {SIZE} bytes, which "
        "unhex makes of a UUID without its dashes"
    )


def refuse_keyless(name: str, rows: int, keyless: int) -> None:
    """Refuse a table with rows that have no usable key."""
    if keyless:
        raise BadData(
            f"{keyless:,} of {rows:,} rows have no usable key in {name!r}; every row needs one of its own, a whole "
            f"number or {SIZE} bytes"
        )


def refuse_repeated(name: str, frame: "DataFrame") -> None:
    """Refuse a table in whose column `key` a key stands twice."""
    several = frame.groupBy("key").count().where(sql.col("count") > 1)
    if repeated := several.orderBy(sql.desc("count"), "key").limit(SHOWN).collect():
        shown = ", ".join(f"{key_text(key)} in {rows:,} rows" for key, rows in repeated)
        more = ", ..." if len(repeated) == SHOWN else ""
        raise BadData(
            f"the key {name!r} is not unique ({shown}{more}); rows with one key would share their coins: give each row "
            "a key of its own"
        )


def key_text(key: Any) -> str:
    """A key as a message shows it."""
    return bytes(key).hex() if isinstance(key, bytes | bytearray) else str(key)
