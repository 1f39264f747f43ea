"""Fleet: many simulated people, each with a real ledger, who answer a live survey over real HTTP."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from lowwater.client.api import Api
from lowwater.client.device import Device, Outcome
from lowwater.client.http import Http
from lowwater.client.ledger import Ledger
from lowwater.client.pace import Pace
from lowwater.errors import NotOpen

THREADS = 12
_LOOK = 0.5  # seconds between two calls of `progress`
_SLEEP = 0.05  # seconds, instead of the second that a server asks for: nobody else waits
_PACE = Pace(patience=120.0, sleep=lambda _asked: time.sleep(_SLEEP))
_IMPATIENT = Pace(patience=0.0)


class Fleet:
    """One device for each of `values`, with its ledger in a file of its own; THREADS of them answer at a time.

    With `answers` above 1, or where people are gathered first, a device comes `again` until it is done. Where a survey
    has groups, `groups` has that of each person, "" for none.
    """

    def __init__(
        self, server: str, survey: str, values: Sequence[float], folder: Path, *, answers: int = 1, again: bool = False,
        groups: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self._groups = groups
        self._server, self._survey, self._values, self.folder = server, survey, values, folder
        self._indexes: deque[int] = deque(range(len(values)))
        self._answers, self._pace = answers, _IMPATIENT if again else _PACE
        self._lock = threading.Lock()
        self._failed: Exception | None = None
        self.counted = 0

    def run(self, progress: Callable[[int], None]) -> None:
        """Let every device answer until the survey ends; raise any other error of a device, which stops all of them."""
        threads = [threading.Thread(target=self._work, daemon=True) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(_LOOK)
                progress(self.counted)
        if self._failed is not None:
            raise self._failed

    def ledger(self, index: int) -> Path:
        """The path of a device's ledger; a folder holds a hundred of them."""
        return self.folder / f"{index // 100:04d}" / f"{index:06d}.jsonl"

    def _work(self) -> None:
        with Http(self._server) as http:
            while (index := self._next_index()) is not None:
                try:
                    outcome = self._answer(http, index)
                except NotOpen:
                    if not self._goes_on(http, index):
                        return
                    continue
                except Exception as error:  # `run` raises it in the caller's thread
                    self._failed = error
                    return
                self._note(index, outcome)

    def _goes_on(self, http: Http, index: int) -> bool:
        """Whether a survey goes on where one of its groups is over; if groups are hidden, the device draws another."""
        survey = Api(http, self._survey, None).look() if self._groups else None
        if survey is None or survey.state in ("finished", "closed"):
            return False
        if survey.terms.grouping is not None and survey.terms.grouping.hidden:
            with self._lock:
                self._indexes.append(index)
        return True

    def _note(self, index: int, outcome: Outcome) -> None:
        """Count an answer; queue a device that is not done again, behind all others."""
        waits = outcome.status == "waiting"
        with self._lock:
            self.counted += outcome.status == "counted"
            if waits or (outcome.status == "counted" and self._answers > 1):
                self._indexes.append(index)
        if waits:
            time.sleep(_SLEEP)

    def _next_index(self) -> int | None:
        with self._lock:
            return None if self._failed or not self._indexes else self._indexes.popleft()

    def _answer(self, http: Http, index: int) -> Outcome:
        path = self.ledger(index)
        path.parent.mkdir(parents=True, exist_ok=True)
        ledger = Ledger(path, durable=False)
        device = Device(http, self._survey, ledger, self._values[index], pace=self._pace)
        return self._in_group(device, index).answer_once()

    def _in_group(self, device: Device, index: int) -> Device:
        return device.in_group(self._groups[index]) if self._groups else device
