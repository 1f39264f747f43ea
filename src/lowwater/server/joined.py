"""Joined: the head of a response and its body leave in one write, since each write is a call to the system."""

import asyncio
from typing import Any


class JoinedTransport:
    """A transport that holds what is written until more comes, or until the loop has nothing else to do at once."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport, self._loop = transport, asyncio.get_running_loop()
        self._held = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write with what is held; the first part of two is held."""
        if self._held:
            self._transport.write(self._held + data)
            self._held = b""
        else:
            self._held = data
            self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Write what is held, if the connection is still there."""
        if self._held and not self._transport.is_closing():
            self._transport.write(self._held)
        self._held = b""

    def close(self) -> None:
        """Close once everything is written."""
        self.flush()
        self._transport.close()
