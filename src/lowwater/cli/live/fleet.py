"""Fleet: many simulated people, each with a real ledger, who answer a live survey over real HTTP."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lowwater.client.device import Device, Outcome
from lowwater.client.http import Http
from lowwater.client.ledger import Ledger
from lowwater.client.pace import Pace
from lowwater.errors import NotOpen

THREADS = 12
_LOOK = 0.5  # seconds between two words about how far they are
_PACE = Pace(patience=120.0, sleep=lambda _asked: time.sleep(0.05))  # a server asks for a second; nobody else waits


class Fleet:
    """So many devices, a few of them at a time; each keeps its ledger in a file of its own."""

    def __init__(self, server: str, survey: str, values: Sequence[float], folder: Path) -> None:
        self._server, self._survey, self._values, self.folder = server, survey, values, folder
        self._next: Iterator[int] = iter(range(len(values)))
        self._lock = threading.Lock()
        self._failed: Exception | None = None
        self.counted = 0

    def run(self, progress: Callable[[int], None]) -> None:
        """Let everyone answer until the survey ends; an error that is not that ends it for all."""
        threads = [threading.Thread(target=self._work, daemon=True) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(_LOOK)
                progress(self.counted)
        if self._failed is not None:
            raise self._failed

    def ledger(self, number: int) -> Path:
        """Where a device keeps its ledger: a hundred to a folder."""
        return self.folder / f"{number // 100:04d}" / f"{number:06d}.jsonl"

    def _work(self) -> None:
        with Http(self._server) as http:
            while (number := self._taken()) is not None:
                try:
                    outcome = self._device(http, number)
                except NotOpen:
                    return  # the survey is over
                except Exception as error:  # whatever it is, it is told where the fleet was sent out
                    self._failed = error
                    return
                with self._lock:
                    self.counted += outcome.status == "counted"

    def _taken(self) -> int | None:
        with self._lock:
            return None if self._failed else next(self._next, None)

    def _device(self, http: Http, number: int) -> Outcome:
        path = self.ledger(number)
        path.parent.mkdir(parents=True, exist_ok=True)
        ledger = Ledger(path, durable=False)
        return Device(http, self._survey, ledger, self._values[number], pace=_PACE).answer_once()
