"""Session: one connection to a database, seen through named queries; all that the service knows of SQL."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

Row = tuple[Any, ...]


class Session(Protocol):
    """Named queries on one connection, and transactions around them."""

    def all(self, query: str, **given: Any) -> list[Row]:
        """Every row of a query."""
        ...

    def one(self, query: str, **given: Any) -> Row | None:
        """The first row, or None."""
        ...

    def run(self, query: str, **given: Any) -> int:
        """Change rows, and say how many."""
        ...

    def many(self, query: str, given: Iterable[dict[str, Any]]) -> int:
        """The same change for many rows; say how many it changed."""
        ...

    def each(self, query: str, given: Sequence[dict[str, Any]]) -> list[Row]:
        """The rows of the same query, asked for each of many."""
        ...

    def begin(self) -> None:
        """Start a transaction."""
        ...

    def commit(self) -> None:
        """End it; what it changed is durable from here on."""
        ...

    def forget(self) -> None:
        """What this transaction overwrites shall leave the files as well, as far as the database can see to that."""
        ...

    def rollback(self) -> None:
        """Undo everything since it began."""
        ...

    def mark(self) -> None:
        """Set a mark to go back to."""
        ...

    def back(self) -> None:
        """Undo everything since the mark, and drop it."""
        ...

    def drop(self) -> None:
        """Drop the mark; marks that pile up make every change dearer."""
        ...

    def migrate(self) -> int:
        """Bring the schema up to date, and say its number."""
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...
