"""Reader: threads that only read, each with a connection of its own, so that no read waits for the writer."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from lowwater.errors import BadStore, LowwaterError
from lowwater.server.store.store import Store

Result = TypeVar("Result")

LOG = logging.getLogger("lowwater.server")

THREADS = 2
"""Connections that read at once, at most."""


class Reader:
    """A small pool of connections; each is opened by the thread that first needs it."""

    def __init__(self, connect: Callable[[], Store]) -> None:
        self._connect, self._own, self._stores = connect, threading.local(), list[Store]()
        self._pool = ThreadPoolExecutor(THREADS, "lowwater-reader")

    async def do(self, operation: Callable[[Store], Result]) -> Result:
        """Run an operation on a snapshot of the database, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._read, operation)

    def stop(self) -> None:
        """Finish the operations in the queue, and close all connections."""
        self._pool.shutdown()
        for store in self._stores:
            store.close()

    def _read(self, operation: Callable[[Store], Result]) -> Result:
        try:
            store = self._store()
            store.begin()
            return operation(store)
        except LowwaterError:
            raise
        except Exception as error:
            LOG.warning("the database failed a reader: %s: %s", type(error).__name__, str(error).partition("\n")[0])
            raise BadStore("the database failed") from None
        finally:
            if hasattr(self._own, "store"):  # else it could not connect, and would try again
                with contextlib.suppress(Exception):  # the next operation begins a new transaction
                    self._own.store.rollback()

    def _store(self) -> Store:
        if not hasattr(self._own, "store"):
            self._own.store = self._connect()
            self._stores.append(self._own.store)
        store: Store = self._own.store
        return store
