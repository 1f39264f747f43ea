"""Limits: how much, and for how long, one connection may ask of the server before it has asked anything."""

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Limits:
    """The sizes and times of one connection.

    `head`: bytes of the request line with the headers, and of trailers; `queue`: pipelined requests that wait.
    Seconds: `head_seconds` to send a head, or the first byte; `body_seconds` to send the body; `unread_seconds` in
    which a client must read `unread` bytes of a reply; `linger` to read a refusal; `grace` to go on once the server
    stops.
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
        """The least time in which a connection that is in order can be late."""
        return min(self.head_seconds, self.body_seconds, self.unread_seconds)


LIMITS = Limits()
"""Those of `lowwater serve`."""
