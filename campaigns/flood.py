"""Flood: clients that send halves, too much, or never read, all at once, while others check in and are timed."""

import contextlib
import random
import socket
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from campaigns import hasty
from campaigns.counts import Counts
from campaigns.server import Server
from lowwater.wire import CheckInMessage, encode

MANY = 10_000
"""Names in a list, which is as many as a list may have."""

GROWTH = 40 * 2**20
"""Bytes by which a server may grow: three times what it takes for the list, and less than such lines take unbounded."""

SLACK = 15.0
"""Seconds that a busy machine may add to the limits of a connection."""

_WORST, _RATIO = 3.0, 200.0  # seconds that anybody else waits, at most, or so many times their median before
_BEFORE, _MEANWHILE = 20, 40

HALF_HEAD = b"POST /v1/surveys/x/answers HTTP/1.1\r\nHost: a\r\nX-Half: "
HALF_BODY = (
    b"POST /v1/surveys/x/answers HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
)
LONG_HEAD = b"GET /healthz HTTP/1.1\r\n" + b"X-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 20_000
UNREAD = b"GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" * 3000


def fought(chance: random.Random, server: Server, survey: str) -> Counts:
    """Everything at once, and what it did to others, to the memory, and to the lines themselves."""
    before, memory = [_check_in(chance, server, survey) for _ in range(_BEFORE)], resident(server)
    kinds = [HALF_HEAD] * 30 + [HALF_BODY] * 30 + [LONG_HEAD] * 5 + [UNREAD] * 5
    chance.shuffle(kinds)
    with contextlib.ExitStack() as lines:
        half = [lines.enter_context(_sending(server.port, kind)) for kind in kinds]
        gateway = threading.Thread(target=_bulk, args=(chance.getrandbits(64), server, survey))
        gateway.start()
        meanwhile = [_check_in(chance, server, survey) for _ in range(_MEANWHILE)]
        gateway.join(60)
        grown = resident(server) - memory
        limits = hasty.LIMITS
        until = time.monotonic() + max(limits.head_seconds, limits.body_seconds, limits.unread_seconds) + SLACK
        still = sum(not _ended(line, until) for line in half)
    done = {"connections that drip at a server": len(half), "names in lists": MANY, "timed check-ins": _MEANWHILE}
    return waited(before, meanwhile) + grew(grown) + left_open(still) + Counts(done=done)


def waited(before: Sequence[float], meanwhile: Sequence[float]) -> Counts:
    """Nobody else waits long."""
    usual, worst = statistics.median(before), max(meanwhile)
    late = sum(took > max(_WORST, _RATIO * usual) for took in meanwhile)
    return Counts(hung=late, notes=(f"others waited {worst:.1f} s, and {usual:.3f} s before",) if late else ())


def grew(size: int) -> Counts:
    """The server's memory stays within its bound."""
    much = size > GROWTH
    return Counts(failed=int(much), notes=(f"the server grew by {size / 2**20:.0f} MiB",) if much else ())


def left_open(many: int) -> Counts:
    """Every line that was left in the middle of something is closed in the end."""
    return Counts(hung=many, notes=(f"{many} lines were left open",) if many else ())


def resident(server: Server) -> int:
    """The memory that a server has, in bytes; 0 where the system does not tell."""
    if server.process is None:
        return 0
    try:
        status = Path(f"/proc/{server.process.pid}/statm").read_text()
    except OSError:
        return 0
    return int(status.split()[1]) * 4096


def _check_in(chance: random.Random, server: Server, survey: str) -> float:
    """The seconds that a check-in took."""
    checking = encode(CheckInMessage(f"{chance.getrandbits(160):040x}", None)).encode()
    since = time.monotonic()
    with contextlib.suppress(TimeoutError):
        server.ask("POST", f"/v1/surveys/{survey}/check-in", checking, 60.0)
    return time.monotonic() - since


def _bulk(first: int, server: Server, survey: str) -> None:
    names = ",".join(encode(CheckInMessage(f"{first:020x}{number:020x}", None)) for number in range(MANY))
    with contextlib.suppress(OSError):
        server.ask("POST", f"/v1/surveys/{survey}/check-in/bulk", f"[{names}]".encode(), 60.0)


@contextlib.contextmanager
def _sending(port: int, data: bytes) -> Iterator[socket.socket]:
    """A line on which as much of this was sent as the other side takes at once, and from which nothing is read."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.setblocking(False)
        with contextlib.suppress(OSError):
            while data:
                data = data[line.send(data) :]
        yield line


def _ended(line: socket.socket, until: float) -> bool:
    """Whether the server closes a line by then; a reply that says why may come first."""
    with contextlib.suppress(TimeoutError):
        while (left := until - time.monotonic()) > 0:
            line.settimeout(left)
            try:
                if not line.recv(2**16):
                    return True
            except ConnectionError:
                return True
    return False
