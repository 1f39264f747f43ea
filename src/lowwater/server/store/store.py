"""Store: every table over one connection, and transactions over all of them."""

from lowwater.server.store.connection import Connection
from lowwater.server.store.keys import Keys
from lowwater.server.store.outbox import Outbox
from lowwater.server.store.people import People
from lowwater.server.store.places import Places
from lowwater.server.store.questions import Questions
from lowwater.server.store.surveys import Surveys


class Store:
    """All tables of a server's database."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.surveys, self.questions = Surveys(connection), Questions(connection)
        self.places, self.people = Places(connection), People(connection)
        self.keys, self.outbox = Keys(connection), Outbox(connection)
        self.hold, self.forget = connection.hold, connection.forget
        self.migrate, self.close = connection.migrate, connection.close
        self._full: set[str] = set()

    def begin(self) -> None:
        """Start a transaction."""
        self._clear()
        self.connection.begin()

    def settle(self) -> None:
        """Write the counts and due times collected so far; make surveys in which a question is full due at once."""
        self.surveys.settle()
        for survey in self.questions.settle():
            self.surveys.set_due(survey, 0.0)
            self._full.add(survey)

    def commit(self) -> list[str]:
        """Commit the transaction; return the surveys in which it gave a question all its answers."""
        self.settle()
        self.outbox.settle()  # last: it locks a row that every event of every server needs
        self.connection.commit()
        return sorted(self._full)

    def rollback(self) -> None:
        """Roll the transaction back."""
        self._clear()
        self.connection.rollback()

    def mark(self) -> None:
        """Set a savepoint; there is one at a time."""
        self._marked = dict(self.questions.pending), dict(self.surveys.pending), list(self.outbox.pending)
        self.connection.mark()

    def back(self) -> None:
        """Roll back to the savepoint, and release it."""
        self.questions.pending, self.surveys.pending, self.outbox.pending = self._marked
        self.connection.back()

    def drop(self) -> None:
        """Release the savepoint."""
        self.connection.drop()

    def _clear(self) -> None:
        self.questions.pending, self.surveys.pending, self.outbox.pending, self._full = {}, {}, [], set()
