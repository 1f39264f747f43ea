"""The least that keeps an answer: a bare ASGI endpoint, and one thread that inserts whatever is there in one commit.

It reads the JSON, inserts one row that can be there once only, and replies after the commit; with the server's own
settings of uvicorn and SQLite. It knows no survey, place, round or receipt, checks nothing, and logs nothing.
"""

import asyncio
import json
import queue
import socket
import sys
import threading
from typing import Any

import apsw
import uvicorn

_REPLY = b'{"status":"counted"}'
_HEADERS = [(b"content-type", b"application/json"), (b"content-length", str(len(_REPLY)).encode())]


class Bare:
    """The endpoint and its thread."""

    def __init__(self, path: str) -> None:
        self._connection = apsw.Connection(path)
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.execute("CREATE TABLE IF NOT EXISTS answer (name TEXT PRIMARY KEY, yes BIGINT)")
        self._queue: queue.SimpleQueue[tuple[tuple[str, int], asyncio.Future[None]]] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request, or the beginning and end of the server."""
        if scope["type"] == "lifespan":
            await self._living(receive, send)
            return
        message = await receive()
        body = message["body"]
        while message["more_body"]:
            message = await receive()
            body += message["body"]
        document = json.loads(body)
        kept = self._loop.create_future()
        self._queue.put(((document["name"], document["answer"]["code"] - 10), kept))
        await kept
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        await send({"type": "http.response.body", "body": _REPLY})

    async def _living(self, receive: Any, send: Any) -> None:
        await receive()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._work, daemon=True).start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def _work(self) -> None:
        while True:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            with self._connection:
                self._connection.executemany("INSERT INTO answer VALUES (?, ?)", [row for row, _ in batch])
            self._loop.call_soon_threadsafe(_tell, [kept for _, kept in batch])


def _tell(batch: list[asyncio.Future[None]]) -> None:
    for kept in batch:
        kept.set_result(None)


if __name__ == "__main__":
    listening = socket.create_server(("127.0.0.1", 0))
    print(json.dumps({"address": f"http://127.0.0.1:{listening.getsockname()[1]}"}), file=sys.stderr, flush=True)
    settings = uvicorn.Config(Bare(sys.argv[1]), log_config=None, access_log=False, server_header=False, lifespan="on")
    uvicorn.Server(settings).run(sockets=[listening])
