"""Patience: a device against a server that drips; it comes back within its bound, in words of its own."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from campaigns.counts import Counts
from campaigns.tap import dripping
from lowwater.client import Device, Ledger
from lowwater.client.http import Http
from lowwater.client.retry import Allowance, Retrying
from lowwater.errors import LowwaterError

TIMEOUT, WITHIN, ALLOWED = 0.4, 1.0, 0.5
"""Seconds for a try, for all tries of a request, and for the pauses that a server asks for."""

SLACK = 10.0
"""Seconds that a busy machine may add; whoever is caught would stay for ever."""


def held_up(style: str, path: Path, slack: float = SLACK) -> Counts:
    """Send a device to a tap."""
    with dripping(style) as tap:
        retrying = Retrying(tries=4, within=WITHIN, allowance=Allowance(ALLOWED))
        http = Http(tap.address, timeout=TIMEOUT, retrying=retrying)
        device = Device(http, "dripping", Ledger(path, durable=False), 3.0)
        return returned(style, device.answer_once, WITHIN + ALLOWED + slack) + Counts(done={"drips at a device": 1})


def returned(style: str, act: Callable[[], object], bound: float) -> Counts:
    """Act, and judge whether it ends within the bound, with an error of ours and no other."""
    errors: list[Exception] = []

    def work() -> None:
        try:
            act()
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    since = time.monotonic()
    thread.start()
    thread.join(bound)
    if thread.is_alive():
        return Counts(hung=1, notes=(f"{style}: no end after {time.monotonic() - since:.1f} s",))
    strange = [error for error in errors if not isinstance(error, LowwaterError)]
    return Counts(failed=len(strange), notes=tuple(f"{style}: {error!r}" for error in strange))
