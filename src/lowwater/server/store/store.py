"""Store: every table over one connection, and the transactions around what is done with them."""

from lowwater.server.store.connection import Connection
from lowwater.server.store.keys import Keys
from lowwater.server.store.outbox import Outbox
from lowwater.server.store.people import People
from lowwater.server.store.places import Places
from lowwater.server.store.questions import Questions
from lowwater.server.store.surveys import Surveys


class Store:
    """What a server keeps."""

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
        """Write what the transaction has collected so far; surveys with a question that is full are due at once."""
        self.surveys.settle()
        for survey in self.questions.settle():
            self.surveys.set_due(survey, 0.0)
            self._full.add(survey)

    def commit(self) -> list[str]:
        """End the transaction, durably; return the surveys of which a question has got all its answers in it."""
        self.settle()
        self.connection.commit()
        return sorted(self._full)

    def rollback(self) -> None:
        """Undo everything since the transaction began."""
        self._clear()
        self.connection.rollback()

    def mark(self) -> None:
        """Set a savepoint; there is one at a time."""
        self._marked = dict(self.questions.pending), dict(self.surveys.pending)
        self.connection.mark()

    def back(self) -> None:
        """Undo everything since the savepoint, and drop it."""
        self.questions.pending, self.surveys.pending = self._marked
        self.connection.back()

    def drop(self) -> None:
        """Drop the savepoint."""
        self.connection.drop()

    def _clear(self) -> None:
        self.questions.pending, self.surveys.pending, self._full = {}, {}, set()
