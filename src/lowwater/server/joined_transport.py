"""Joined transport: sends the head of a response and its body in one write, since each write is a system call."""

import asyncio
from typing import Any


class JoinedTransport:
    """A transport that buffers the first write until a second one, or until the loop's next turn."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport, self._loop = transport, asyncio.get_running_loop()
        self._buffer = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Buffer `data`; if there is a buffer, send both in one write."""
        if self._buffer:
            self._transport.write(self._buffer + data)
            self._buffer = b""
        else:
            self._buffer = data
            self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send the buffer, unless the connection is closing, and empty it."""
        if self._buffer and not self._transport.is_closing():
            self._transport.write(self._buffer)
        self._buffer = b""

    def close(self) -> None:
        """Send the buffer, and close."""
        self.flush()
        self._transport.close()
