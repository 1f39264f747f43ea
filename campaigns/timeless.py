"""Timeless: devices that never wait, however long they are told to, and for whom time passes all the same."""

from lowwater.client.http import Http
from lowwater.client.pace import Pace
from lowwater.client.retry import Allowance, Retrying


class _Time:
    """A clock that moves only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def pace(patience: float = 30.0) -> Pace:
    """A pace with a time of its own."""
    time = _Time()
    return Pace(patience=patience, clock=time.clock, sleep=time.sleep, chance=lambda: 0.5)


def http_to(address: str) -> Http:
    """A connection that tries again at once."""
    time = _Time()
    retrying = Retrying(tries=3, sleep=time.sleep, chance=lambda: 0.5, clock=time.clock, allowance=Allowance(60.0))
    return Http(address, insecure=True, timeout=5.0, retrying=retrying)
