"""Session: one connection to a database, seen through named queries; all that the service knows of SQL."""

from collections.abc import Iterable
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

    def many(self, query: str, given: Iterable[dict[str, Any]]) -> None:
        """The same change for many rows."""
        ...

    def begin(self) -> None:
        """Start a transaction."""
        ...

    def commit(self) -> None:
        """End it; what it changed is durable from here on."""
        ...

    def rollback(self) -> None:
        """Undo everything since it began."""
        ...

    def mark(self) -> None:
        """Set a mark to go back to."""
        ...

    def back(self) -> None:
        """Undo everything since the mark."""
        ...

    def migrate(self) -> int:
        """Bring the schema up to date, and say its number."""
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...
