"""Connection: one connection to a database: named queries, transactions around them, and locks of surveys."""

from collections.abc import Collection, Sequence
from typing import Protocol

Value = str | int | float | bytes | None
Row = tuple[Value, ...]
Given = dict[str, Value]


class Connection(Protocol):
    """Named queries on one connection, and transactions around them."""

    def all(self, query: str, **given: Value) -> list[Row]:
        """Fetch every row of a query."""
        ...

    def run(self, query: str, **given: Value) -> int:
        """Change rows, and return how many."""
        ...

    def many(self, query: str, given: Sequence[Given]) -> int:
        """Make the same change for each of `given`, and return how many rows it changed."""
        ...

    def each(self, query: str, given: Sequence[Given]) -> list[Row]:
        """Fetch the rows of one query for each of `given`, in order."""
        ...

    def hold(self, alone: Collection[str], together: Collection[str]) -> None:
        """Take the locks of surveys until the transaction ends: some alone, the others together with other servers."""
        ...

    def begin(self) -> None:
        """Start a transaction."""
        ...

    def commit(self) -> None:
        """End the transaction; what it changed is durable from here on."""
        ...

    def forget(self) -> None:
        """Have the next commit remove from the files what this transaction overwrites, as far as possible."""
        ...

    def rollback(self) -> None:
        """Undo everything since the transaction began."""
        ...

    def mark(self) -> None:
        """Set a savepoint."""
        ...

    def back(self) -> None:
        """Undo everything since the savepoint, and drop it."""
        ...

    def drop(self) -> None:
        """Drop the savepoint; savepoints that pile up make every change dearer."""
        ...

    def migrate(self) -> int:
        """Bring the schema up to date, and return its number."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...
