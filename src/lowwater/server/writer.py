"""Writer: one thread owns the database; requests that wait at the same time share one transaction.

A caller gets its outcome only after the commit, so the outcome is durable. Many answers cost one commit: that is what
makes durable answers cheap. An operation that fails is rolled back alone; a commit that fails fails its whole batch.
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
from lowwater.server.search_state import advance
from lowwater.server.store.outbox import Kind
from lowwater.server.store.store import Store
from lowwater.server.write_request import Operation, WriteRequest
from lowwater.wire import CheckInMessage, PlaceMessage

Result = TypeVar("Result")

LOG = logging.getLogger("lowwater.server")

AT_ONCE = 2000
"""Requests in one transaction, at most."""

_TRIES = 8
_STOP = object()


class Writer:
    """The thread, its queue of requests, and its store."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store, self.clock, self._logged = store, clock, ""
        self.on_move: Callable[[str, Kind], None] = lambda _survey, _kind: None
        self.on_commit: Callable[[], None] = lambda: None
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._moving: dict[str, asyncio.Task[None]] = {}
        self._thread = threading.Thread(target=self._work, name="lowwater-writer", daemon=True)
        self._thread.start()

    async def do(self, operation: Callable[[Store], Result], *, exclusive: str | None = None) -> Result:
        """Run an operation in a transaction, and return its result once that is durable.

        An operation that moves a survey needs its `exclusive` lock: no other server changes the survey meanwhile.
        """
        result: Result = await self._outcome(WriteRequest(operation, exclusive=exclusive))
        return result

    async def answer(self, posted: Sequence[Posted]) -> list[Outcome]:
        """Judge answers, in one transaction with other requests that wait."""
        outcomes: list[Outcome] = await self._outcome(WriteRequest(answers=posted)) if posted else []
        return outcomes

    async def check_in(self, survey: str, messages: Sequence[CheckInMessage]) -> list[PlaceMessage | LowwaterError]:
        """Let devices check in to a survey, in one transaction with other requests that wait.

        While a round of the survey is being closed, they wait for the next one.
        """
        if survey in self._moving:
            await asyncio.wait({self._moving[survey]})
        places: list[PlaceMessage | LowwaterError] = await self._outcome(
            WriteRequest(check_ins=messages, survey=survey)
        )
        return places

    async def _outcome(self, request: WriteRequest) -> Any:
        self._queue.put(request)
        return await request.future

    async def move(self, survey: str) -> None:
        """Move a survey on if it is due, and report the event to `on_move`.

        The search is advanced (and cached) beforehand in another thread, while this one serves others.
        """
        parsed, tallies = await self.do(lambda store: service.counted(store, survey, self.clock()))
        if tallies is not None:
            await asyncio.to_thread(advance, parsed.plan, parsed.whom, parsed.search, tallies)
        kind = await self.do(lambda store: service.tick(store, survey, self.clock()), exclusive=survey)
        if kind is not None:
            self.on_move(survey, kind)

    async def finish(self) -> None:
        """Wait for the rounds that are being closed."""
        while self._moving:
            await asyncio.wait(self._moving.values())

    def stop(self) -> None:
        """Serve the requests in the queue, and close the database."""
        self._queue.put(_STOP)
        self._thread.join()

    def _work(self) -> None:
        going = True
        while going:
            batch, going = self._gather()
            if batch:
                self._serve(batch)
        self._store.close()

    def _gather(self) -> tuple[list[WriteRequest], bool]:
        """Wait for a request, then take all in the queue, up to AT_ONCE; return them, and whether to go on."""
        entries = [self._queue.get()]
        while len(entries) < AT_ONCE and not self._queue.empty():
            entries.append(self._queue.get())
        return [entry for entry in entries if entry is not _STOP], _STOP not in entries

    def _serve(self, batch: list[WriteRequest]) -> None:
        full: list[str] = []
        for attempt in range(_TRIES):
            try:
                full, self._logged = self._transact(batch), ""
                break
            except Moved as error:  # another server was first: try the whole batch again
                self._undo(batch, error)
                time.sleep(random.uniform(0, 0.01 * 2**attempt))  # noqa: S311 (so that no two collide again)
            except Exception as error:
                self._undo(batch, error)
                break
        for loop in {request.loop for request in batch}:
            requests = [request for request in batch if request.loop is loop]
            with contextlib.suppress(RuntimeError):  # the loop is closed, so nobody waits
                loop.call_soon_threadsafe(self._resolve, requests, full)
            full = []

    def _undo(self, batch: list[WriteRequest], error: Exception) -> None:
        """Roll the transaction back, and make `error` the outcome of every request."""
        with contextlib.suppress(Exception):  # the thread goes on, even without a database
            self._store.rollback()
        outcome = error if isinstance(error, LowwaterError) else BadStore("the database failed")
        if not isinstance(error, Moved):
            self._log(f"{type(error).__name__}: {str(error).partition(chr(10))[0]}")  # further lines may quote a row
        for request in batch:
            request.outcome = outcome

    def _log(self, error: str) -> None:
        """Log an error of the database, once until it changes; callers do not see it."""
        if error != self._logged:
            LOG.warning("the database failed: %s", error)
        self._logged = error

    def _transact(self, batch: list[WriteRequest]) -> list[str]:
        """Serve a batch in one transaction; return the surveys in which a question is full now."""
        self._store.begin()
        exclusive: set[str] = set().union(*(request.exclusive for request in batch))
        self._store.hold(exclusive, set().union(*(request.shared for request in batch)) - exclusive)
        self._judge([request for request in batch if request.answers])
        self._check_in([request for request in batch if request.check_ins])
        for request in batch:
            if request.operation is not None:
                request.outcome = self._isolate(request.operation)
        return self._store.commit()

    def _judge(self, batch: list[WriteRequest]) -> None:
        """Judge the answers of all requests together."""
        posted = [answer for request in batch for answer in request.answers]
        outcomes = iter(service.answer(self._store, posted) if posted else [])
        for request in batch:
            request.outcome = [next(outcomes) for _ in request.answers]

    def _check_in(self, batch: list[WriteRequest]) -> None:
        """Check the devices of all requests in, survey by survey; an error of a survey is the outcome of each."""
        now = self.clock()
        for survey in sorted({request.survey for request in batch}):
            requests = [request for request in batch if request.survey == survey]
            messages = [message for request in requests for message in request.check_ins]
            places = self._isolate(partial(service.check_in_all, name=survey, messages=messages, now=now))
            outcomes = iter(places if isinstance(places, list) else [places] * len(messages))
            for request in requests:
                request.outcome = [next(outcomes) for _ in request.check_ins]

    def _resolve(self, batch: list[WriteRequest], full: list[str]) -> None:
        """Resolve every request; then move the surveys on in which a question is full."""
        for request in batch:
            request.resolve()
        self.on_commit()
        for survey in full:
            self._moving[survey] = asyncio.get_running_loop().create_task(self._move_full(survey))

    async def _move_full(self, survey: str) -> None:
        with contextlib.suppress(Exception):  # the clock tries again, and logs the error
            await self.move(survey)
        if self._moving.get(survey) is asyncio.current_task():
            del self._moving[survey]

    def _isolate(self, operation: Operation) -> object:
        """Run an operation after a savepoint; roll back to it if the operation fails, and return the error."""
        self._store.mark()
        try:
            result = operation(self._store)
        except Exception as error:
            if isinstance(error, (Moved, BadStore)) and not isinstance(error, BadRecord):
                raise  # an error of the database fails the whole batch
            self._store.back()
            return error
        self._store.drop()
        return result
