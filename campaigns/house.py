"""House: a server without its network, on a database of its own, at a time that a campaign decides."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from lowwater.errors import LowwaterError
from lowwater.search.plan import Plan
from lowwater.server import service
from lowwater.server.answers import Posted
from lowwater.server.config import connect
from lowwater.server.store.sqlite import Sqlite
from lowwater.server.store.store import Store
from lowwater.wire import AnswerMessage, CheckInMessage, PlaceMessage, PostedMessage, QuestionMessage, TextsMessage
from lowwater.wire.rules import Rules

Found = TypeVar("Found")


class House:
    """Every call is one transaction, as the writer makes it."""

    def __init__(self, database: str, now: float = 1000.0) -> None:
        self.database, self.now = database, now
        self.store = _connected(database)

    def do(self, operation: Callable[..., Found], *given: Any) -> Found:
        """Do something in a transaction."""
        self.store.begin()
        try:
            outcome = operation(self.store, *given)
        except BaseException:
            self.store.rollback()
            raise
        self.store.commit()
        return outcome

    def open(self, plan: Plan, title: str = "A survey", **rules: Any) -> str:
        """The id of a new survey."""
        return self.do(service.open_survey, (TextsMessage(title),), plan, Rules(**rules), self.now).id

    def check_in(self, survey: str, name: str, invitation: str | None = None) -> PlaceMessage | None:
        """The place of a person; None where there is none to be had."""
        try:
            return self.do(service.check_in, survey, CheckInMessage(name, invitation), self.now)
        except LowwaterError:
            return None

    def answer(self, survey: str, name: str, receipt: str, question: QuestionMessage, yes: bool) -> None:
        """Answer a question."""
        message = PostedMessage(name, receipt, AnswerMessage.of(question.round, question.index, yes))
        self.do(service.answer, [Posted(survey, message)])

    def look(self) -> None:
        """Move on every survey that is due, until none is, as the clock does: people are forgotten in slices."""
        while due := self.store.surveys.due(self.now, 1000):
            for survey in due:
                self.do(service.tick, survey, self.now)

    def reopen(self) -> None:
        """End this server, and start another one on the same database."""
        self.store.close()
        self.store = _connected(self.database)

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()


def _connected(database: str) -> Store:
    """A store that is up to date, and does not wait for the disk: no house outlives the machine."""
    store = connect(database)
    store.migrate()
    if isinstance(store.connection, Sqlite):
        store.connection._connection.execute("PRAGMA synchronous = OFF")
    return store


@contextlib.contextmanager
def housed(database: str, now: float = 1000.0) -> Iterator[House]:
    """A house that is closed in the end."""
    with contextlib.closing(House(database, now)) as house:
        yield house
