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
from functools import partial
from typing import Any, TypeVar

from lowwater.errors import BadRecord, BadStore, LowwaterError, Moved
from lowwater.server import service
from lowwater.server.answers import Outcome, Posted
from lowwater.server.store.outbox import Kind
from lowwater.server.store.store import Store
from lowwater.server.survey import advance
from lowwater.wire import CheckInMessage, PlaceMessage

Result = TypeVar("Result")
Operation = Callable[[Store], object]

LOG = logging.getLogger("lowwater.server")

AT_ONCE = 2000
"""Operations in one transaction, at most."""

_TRIES = 8
_STOP = object()


class Waiting:
    """What somebody waits for: an operation, answers, or check-ins; and the surveys that it needs alone."""

    __slots__ = ("alone", "answers", "check_ins", "future", "loop", "operation", "outcome", "survey")

    def __init__(
        self,
        operation: Operation | None = None,
        *,
        answers: Sequence[Posted] = (),
        check_ins: Sequence[CheckInMessage] = (),
        survey: str = "",
        alone: str | None = None,
    ) -> None:
        self.operation, self.answers, self.check_ins, self.survey = operation, answers, check_ins, survey
        self.alone, self.loop = set() if alone is None else {alone}, asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.outcome: Any = None

    @property
    def together(self) -> set[str]:
        """The surveys in which it works beside other servers."""
        return {answer.survey for answer in self.answers} | ({self.survey} if self.check_ins else set())

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

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store, self.clock, self._said = store, clock, ""
        self.told: Callable[[str, Kind], None] = lambda _survey, _kind: None
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._moving: dict[str, asyncio.Task[None]] = {}
        self._thread = threading.Thread(target=self._work, name="lowwater-writer", daemon=True)
        self._thread.start()

    async def do(self, operation: Callable[[Store], Result], *, alone: str | None = None) -> Result:
        """Run an operation in a transaction, and return what it returned once that is durable.

        An operation that moves a survey needs it alone: no other server is at work in it meanwhile.
        """
        result: Result = await self._outcome(Waiting(operation, alone=alone))
        return result

    async def answer(self, posted: Sequence[Posted]) -> list[Outcome]:
        """Judge answers, together with whatever others come at the same time."""
        outcomes: list[Outcome] = await self._outcome(Waiting(answers=posted)) if posted else []
        return outcomes

    async def check_in(self, survey: str, messages: Sequence[CheckInMessage]) -> list[PlaceMessage | LowwaterError]:
        """Let devices check in, together with whatever others come to the same survey at the same time.

        Where a round of it is just being closed, they wait for the next one.
        """
        if survey in self._moving:
            await asyncio.wait({self._moving[survey]})
        places: list[PlaceMessage | LowwaterError] = await self._outcome(Waiting(check_ins=messages, survey=survey))
        return places

    async def _outcome(self, waiting: Waiting) -> Any:
        self._queue.put(waiting)
        return await waiting.future

    async def move(self, survey: str) -> None:
        """Move a survey on if it is time; whoever wants to know is told.

        What the search makes of a round is worked out before, while the thread serves others.
        """
        found, tallies = await self.do(lambda store: service.counted(store, survey, self.clock()))
        if tallies is not None:
            await asyncio.to_thread(advance, found.plan, found.search, tallies)
        kind = await self.do(lambda store: service.tick(store, survey, self.clock()), alone=survey)
        if kind is not None:
            self.told(survey, kind)

    async def finish(self) -> None:
        """Wait for rounds that are being closed."""
        while self._moving:
            await asyncio.wait(self._moving.values())

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
        self._store.close()

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
        for loop in {one.loop for one in batch}:
            mine = [one for one in batch if one.loop is loop]
            with contextlib.suppress(RuntimeError):  # nobody waits any more, the loop itself is gone
                loop.call_soon_threadsafe(self._tell, mine, full)
            full = []

    def _undo(self, batch: list[Waiting], error: Exception) -> None:
        """Nothing of this was kept, and everybody in it is told."""
        with contextlib.suppress(Exception):  # the thread goes on, whatever became of the database
            self._store.rollback()
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
        """All of it or nothing; return the surveys that have a question that is full now."""
        self._store.begin()
        alone: set[str] = set().union(*(one.alone for one in batch))
        self._store.hold(alone, set().union(*(one.together for one in batch)) - alone)
        self._judge([one for one in batch if one.answers])
        self._check_in([one for one in batch if one.check_ins])
        for one in batch:
            if one.operation is not None:
                one.outcome = self._apart(one.operation)
        return self._store.commit()

    def _judge(self, batch: list[Waiting]) -> None:
        """All answers together."""
        posted = [answer for one in batch for answer in one.answers]
        outcomes = iter(service.answer(self._store, posted) if posted else [])
        for one in batch:
            one.outcome = [next(outcomes) for _ in one.answers]

    def _check_in(self, batch: list[Waiting]) -> None:
        """All check-ins to one survey together; what is wrong with the survey, each of them is told."""
        now = self.clock()
        for survey in sorted({one.survey for one in batch}):
            mine = [one for one in batch if one.survey == survey]
            messages = [message for one in mine for message in one.check_ins]
            places = self._apart(partial(service.check_in_all, name=survey, messages=messages, now=now))
            given = iter(places if isinstance(places, list) else [places] * len(messages))
            for one in mine:
                one.outcome = [next(given) for _ in one.check_ins]

    def _tell(self, batch: list[Waiting], full: list[str]) -> None:
        """Tell everybody what became of it; then move the surveys on whose round may be full."""
        for one in batch:
            one.tell()
        for survey in full:
            self._moving[survey] = asyncio.get_running_loop().create_task(self._move_full(survey))

    async def _move_full(self, survey: str) -> None:
        with contextlib.suppress(Exception):  # the clock tries again, and says what is wrong
            await self.move(survey)
        if self._moving.get(survey) is asyncio.current_task():
            del self._moving[survey]

    def _apart(self, operation: Operation) -> object:
        """An operation that fails leaves nothing behind."""
        self._store.mark()
        try:
            found = operation(self._store)
        except Exception as error:
            if isinstance(error, (Moved, BadStore)) and not isinstance(error, BadRecord):
                raise  # the database's own trouble is everybody's
            self._store.back()
            return error
        self._store.drop()
        return found
