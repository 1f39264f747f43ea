"""Connection: what a database offers: named queries, transactions around them, and locks of surveys."""

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
        """Run a query that changes rows, and return how many it changed."""
        ...

    def many(self, query: str, given: Sequence[Given]) -> int:
        """Run a query once for each of `given`, and return how many rows that changed."""
        ...

    def each(self, query: str, given: Sequence[Given]) -> list[Row]:
        """Fetch the rows of a query for each of `given`, in order."""
        ...

    def hold(self, exclusive: Collection[str], shared: Collection[str]) -> None:
        """Take the `exclusive` locks, and those `shared` with other servers, of surveys until the transaction ends."""
        ...

    def begin(self) -> None:
        """Start a transaction."""
        ...

    def commit(self) -> None:
        """Commit the transaction; its changes are durable once this returns."""
        ...

    def forget(self) -> None:
        """Have the next commit erase from the files what this transaction overwrites, as far as the database can."""
        ...

    def rollback(self) -> None:
        """Roll the transaction back."""
        ...

    def mark(self) -> None:
        """Set a savepoint."""
        ...

    def back(self) -> None:
        """Roll back to the savepoint, and release it."""
        ...

    def drop(self) -> None:
        """Release the savepoint; unreleased ones slow every change down."""
        ...

    def migrate(self) -> int:
        """Bring the schema up to date, and return its version."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...
