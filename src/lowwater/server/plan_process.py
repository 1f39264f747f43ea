"""Plan process: forecasts beside the server, one at a time, so that no answer waits for one.

Each key has one request at most: a newer one replaces an older, even one that is being served. The process starts with
the first request, is killed if a request takes over PATIENCE seconds, and ends after IDLE seconds without one. It ends
by itself when the server is gone.
"""

import asyncio
import contextlib
import json
import subprocess
import sys
from collections import OrderedDict
from typing import Any, NamedTuple

from lowwater import errors
from lowwater.errors import LowwaterError, Overtaken, YourFault

PATIENCE = 30.0
"""Seconds that one request may take."""

IDLE = 60.0
"""Seconds without a request after which the process ends."""

_COMMAND = (sys.executable, "-m", "lowwater.server.plan_jobs")


class Waiting(NamedTuple):
    """A request that waits: what it asks for, and the future of its reply."""

    line: bytes
    future: "asyncio.Future[dict[str, Any]]"

    def fail(self, error: LowwaterError) -> None:
        """Make `error` the outcome, if there is none yet."""
        if not self.future.done():
            self.future.set_exception(error)


class PlanProcess:
    """The process, and the requests that wait for it, by key."""

    def __init__(self, patience: float = PATIENCE, idle: float = IDLE) -> None:
        self._patience, self._idle = patience, idle
        self._waiting: OrderedDict[str, Waiting] = OrderedDict()
        self._served: tuple[str, Waiting] | None = None
        self._asked = asyncio.Event()
        self._process: subprocess.Popen[bytes] | None = None

    async def ask(self, key: str, job: str, body: bytes) -> dict[str, Any]:
        """The reply to a job; raise Overtaken if the same `key` asks again before it is there."""
        line = json.dumps([job, body.decode(errors="replace")]).encode() + b"\n"
        waiting = Waiting(line, asyncio.get_running_loop().create_future())
        if (older := self._waiting.get(key)) is not None:
            older.fail(Overtaken())
        if self._served is not None and self._served[0] == key:
            self._served[1].fail(Overtaken())
            self._kill()
        self._waiting[key] = waiting
        self._asked.set()
        return await waiting.future

    async def run(self) -> None:
        """Serve the requests that wait, the oldest key first, until cancelled; then end the process."""
        try:
            while True:
                if not self._waiting:
                    await self._rest()
                self._served = self._waiting.popitem(last=False)
                await self._serve(self._served[1])
                self._served = None
        finally:
            self._kill()

    async def _rest(self) -> None:
        """Wait for a request; end the process if none comes for long."""
        self._asked.clear()
        try:
            async with asyncio.timeout(self._idle):
                await self._asked.wait()
        except TimeoutError:
            self._kill()
            await self._asked.wait()

    async def _serve(self, waiting: Waiting) -> None:
        exchange = asyncio.create_task(asyncio.to_thread(self._exchange, waiting.line))
        done, _ = await asyncio.wait([exchange], timeout=self._patience)
        if not done:
            waiting.fail(YourFault(f"this takes longer than {self._patience:g} seconds to plan; ask for fewer rounds"))
            self._kill()
        result = await exchange
        if not waiting.future.done():
            waiting.future.set_result(result)

    def _exchange(self, line: bytes) -> dict[str, Any]:
        """Send a job to the process and wait for its reply, in a thread; start the process if none runs."""
        process = self._process = self._process or _start()
        stdin, stdout = process.stdin, process.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("the process that plans has no pipes")
        with contextlib.suppress(OSError):  # it was killed, and gives no reply
            stdin.write(line)
            stdin.flush()
        text = stdout.readline()
        if text:
            result: dict[str, Any] = json.loads(text)
            return result
        self._process = None
        process.communicate()  # waits for its end, and closes the pipes
        return {"error": "", "detail": "the process that plans was killed"}

    def _kill(self) -> None:
        """Kill the process: the request that it serves gets no reply, and the next request starts another process."""
        process = self._process
        if process is None:
            return
        process.kill()
        if self._served is None:
            self._process = None
            process.communicate()


def _start() -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    return subprocess.Popen(_COMMAND, stdin=pipe, stdout=pipe, start_new_session=True)  # noqa: S603


def reply_of(result: dict[str, Any]) -> dict[str, Any]:
    """The reply of a job; raise the error that it raised."""
    if "reply" in result:
        reply: dict[str, Any] = result["reply"]
        return reply
    kind = getattr(errors, result["error"]) if result["error"] in errors.__all__ else RuntimeError
    raise kind(result["detail"])
