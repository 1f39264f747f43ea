"""Limits: the bytes and seconds that one connection may take before its request is handled."""

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Limits:
    """The sizes and times of one connection.

    head: bytes of the request line with the headers, and of trailers
    queue: pipelined requests that wait
    unread: bytes of a reply that a client must read within `unread_seconds`
    head_seconds: to send a head, or its first byte
    body_seconds: to send the body
    unread_seconds: to read `unread` bytes
    linger: seconds to read a refusal
    grace: seconds to finish sending a request once the server stops
    """

    head: int = 16 * 1024
    queue: int = 8
    unread: int = 64 * 1024
    head_seconds: float = 20.0
    body_seconds: float = 60.0
    unread_seconds: float = 60.0
    linger: float = 1.0
    grace: float = 2.0

    def __post_init__(self) -> None:
        for field in fields(self):
            if not getattr(self, field.name) > 0:
                raise ValueError(f"{field.name}={getattr(self, field.name)!r}; a limit is positive")

    @property
    def shortest(self) -> float:
        """The shortest time after which a connection that was not refused can be late."""
        return min(self.head_seconds, self.body_seconds, self.unread_seconds)


LIMITS = Limits()
"""The limits of `lowwater serve`."""
