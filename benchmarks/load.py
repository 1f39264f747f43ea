"""python -m benchmarks.load TURNS COUNT LINES PORT PATH ...: servers in turns, COUNT answers each, over open lines.

Each line posts the next answer as soon as its last one was acknowledged. All requests are made before the clock starts,
so this process has little more to do than to send bytes and to look at the clock: it must not be what is measured.
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterator
from typing import cast

import uvloop

from benchmarks.serving import posted


class Line(asyncio.Protocol):
    """One line, with one answer on its way at a time."""

    def __init__(self, requests: Iterator[bytes], took: list[float]) -> None:
        self._requests, self._took, self._said = requests, took, b""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep it for later."""
        self._transport = cast("asyncio.Transport", transport)

    def send(self) -> None:
        """The next answer, if there is one."""
        request = next(self._requests, None)
        if request is None:
            self.done.set_result(None)
        else:
            self._since = time.perf_counter()
            self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        """A part of a reply; it is all there with the brace that ends its one object."""
        self._said += data
        if self._said.endswith(b"}"):
            if b'"counted"' not in self._said:
                self.done.set_exception(RuntimeError(self._said.decode()))
                return
            self._took.append(time.perf_counter() - self._since)
            self._said = b""
            self.send()

    def connection_lost(self, error: Exception | None) -> None:
        """Nobody hangs up before the end."""
        if not self.done.done():
            self.done.set_exception(error or ConnectionError("the server hung up"))


def request(path: str, body: str) -> bytes:
    """A request as bytes."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()


async def load(port: int, requests: list[bytes], lines: int) -> tuple[float, list[float]]:
    """The seconds until all were acknowledged, and how long each of them took."""
    took: list[float] = []
    waiting, loop = iter(requests), asyncio.get_running_loop()
    made = [await loop.create_connection(lambda: Line(waiting, took), "127.0.0.1", port) for _ in range(lines)]
    since = time.perf_counter()
    for _, line in made:
        line.send()
    await asyncio.gather(*(line.done for _, line in made))
    seconds = time.perf_counter() - since
    for transport, _ in made:
        transport.close()
    return seconds, took


if __name__ == "__main__":
    turns, count, lines = (int(word) for word in sys.argv[1:4])
    servers = list(zip(sys.argv[4::2], sys.argv[5::2], strict=True))
    for first in range(0, turns * count, count):
        for port, path in servers:
            requests = [request(path, posted(index)) for index in range(first, first + count)]
            seconds, took = uvloop.run(load(int(port), requests, lines))
            print(json.dumps({"port": int(port), "rate": count / seconds, "took": took}))
