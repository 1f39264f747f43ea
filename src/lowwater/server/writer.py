"""Writer: one thread owns the database; whatever is asked of it at once goes into one transaction.

A caller is told only after the commit, so what it is told is durable. Many answers cost one commit: that is what makes
durable answers cheap. An operation that fails is undone alone; a commit that fails fails everybody in it.
"""

import asyncio
import contextlib
import logging
import queue
import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from lowwater.errors import BadRecord, BadStore, LowwaterError, Moved
from lowwater.server import service
from lowwater.server.rounds import Move
from lowwater.server.session import Session
from lowwater.wire import CountedMessage

Result = TypeVar("Result")
Operation = Callable[[Session], Any]
Judged = CountedMessage | LowwaterError

LOG = logging.getLogger("lowwater.server")

AT_ONCE = 2000
"""Operations in one transaction, at most."""

_TRIES = 8
_STOP = object()


class Waiting:
    """An operation, or answers, the surveys that it changes, and who waits for the outcome."""

    __slots__ = ("answers", "future", "loop", "operation", "outcome", "surveys")

    def __init__(
        self, operation: Operation | None, answers: Sequence[service.Posted] = (), survey: str | None = None
    ) -> None:
        self.operation, self.answers, self.loop = operation, answers, asyncio.get_running_loop()
        self.surveys = {one.survey for one in answers} if survey is None else {survey}
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.outcome: Any = None

    def tell(self) -> None:
        """Hand over the outcome, unless nobody waits any more."""
        if self.future.done():
            return
        if isinstance(self.outcome, BaseException):
            self.future.set_exception(self.outcome)
        else:
            self.future.set_result(self.outcome)


class Writer:
    """The thread, its queue, and its session."""

    def __init__(self, session: Session, clock: Callable[[], float] = time.time) -> None:
        self._session, self.clock, self._said = session, clock, ""
        self.told: Callable[[str, Move], None] = lambda _survey, _move: None
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="lowwater-writer", daemon=True)
        self._thread.start()

    async def do(self, operation: Callable[[Session], Result], survey: str | None = None) -> Result:
        """Run an operation in a transaction, and return what it returned once that is durable.

        An operation that changes a survey names it: no other server is at work in it meanwhile.
        """
        waiting = Waiting(operation, survey=survey)
        self._queue.put(waiting)
        found: Result = await waiting.future
        return found

    async def answer(self, posted: Sequence[service.Posted]) -> list[Judged]:
        """Judge answers, together with whatever others come at the same time."""
        waiting = Waiting(None, posted)
        self._queue.put(waiting)
        found: list[Judged] = await waiting.future
        return found

    async def move(self, survey: str) -> None:
        """Move a survey on if it is time; whoever wants to know is told."""
        move = await self.do(lambda session: service.tick(session, survey, self.clock()), survey)
        if move is not None:
            self.told(survey, move)

    def stop(self) -> None:
        """Finish what was asked, and let go of the database."""
        self._queue.put(_STOP)
        self._thread.join()

    def _work(self) -> None:
        going = True
        while going:
            batch, going = self._gather()
            if batch:
                self._serve(batch)
        self._session.close()

    def _gather(self) -> tuple[list[Waiting], bool]:
        """Wait for one, then take all that are there."""
        found = [self._queue.get()]
        while len(found) < AT_ONCE and not self._queue.empty():
            found.append(self._queue.get())
        return [one for one in found if one is not _STOP], _STOP not in found

    def _serve(self, batch: list[Waiting]) -> None:
        full: list[str] = []
        for attempt in range(_TRIES):
            try:
                full, self._said = self._transact(batch), ""
                break
            except Moved as error:  # another server was in the way: all of it again
                self._undo(batch, error)
                time.sleep(random.uniform(0, 0.01 * 2**attempt))  # noqa: S311 (so that not both come again at once)
            except Exception as error:
                self._undo(batch, error)
                break
        for survey in full:
            self._close(survey)
        for loop in {one.loop for one in batch}:
            mine = [one for one in batch if one.loop is loop]
            with contextlib.suppress(RuntimeError):  # nobody waits any more, the loop itself is gone
                loop.call_soon_threadsafe(_tell, mine)

    def _undo(self, batch: list[Waiting], error: Exception) -> None:
        """Nothing of this was kept, and everybody in it is told."""
        with contextlib.suppress(Exception):  # the thread goes on, whatever became of the database
            self._session.rollback()
        told = error if isinstance(error, LowwaterError) else BadStore("the database failed")
        if not isinstance(error, Moved):
            self._say(f"{type(error).__name__}: {str(error).partition(chr(10))[0]}")  # what follows may be somebody's
        for one in batch:
            one.outcome = told

    def _say(self, wrong: str) -> None:
        """Log what is wrong with the database, once until it changes; those who ask are not told."""
        if wrong != self._said:
            LOG.warning("the database failed: %s", wrong)
        self._said = wrong

    def _transact(self, batch: list[Waiting]) -> list[str]:
        """All of it or nothing; say which surveys have a question that is full now."""
        self._session.begin()
        service.hold(self._session, set().union(*(one.surveys for one in batch)))
        posted = [answer for one in batch for answer in one.answers]
        outcomes, full = service.answer(self._session, posted) if posted else ([], [])
        judged = iter(outcomes)
        for one in batch:
            one.outcome = [next(judged) for _ in one.answers] if one.operation is None else self._alone(one.operation)
        self._session.commit()
        return full

    def _close(self, survey: str) -> None:
        """Move a survey on whose round may be full, by itself: its answers are kept, whatever is wrong with it."""
        try:
            self._session.begin()
            service.hold(self._session, [survey])
            move = service.tick(self._session, survey, self.clock())
            self._session.commit()
        except Exception:  # whoever looks at surveys by the clock tries again, and says what is wrong
            with contextlib.suppress(Exception):
                self._session.rollback()
            return
        if move is not None:
            self.told(survey, move)

    def _alone(self, operation: Operation) -> Any:
        """An operation that fails leaves nothing behind."""
        self._session.mark()
        try:
            found = operation(self._session)
        except Exception as error:
            if isinstance(error, (Moved, BadStore)) and not isinstance(error, BadRecord):
                raise  # the database's own trouble is everybody's
            self._session.back()
            return error
        self._session.drop()
        return found


def _tell(batch: list[Waiting]) -> None:
    for one in batch:
        one.tell()
