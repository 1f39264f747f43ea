"""python -m campaigns.devices ADDRESS SURVEY FOLDER THREADS SEED: people who answer until this process is ended.

Everyone has a device with a ledger of their own, on the disk before they speak. Whoever was left in the middle of
something by a process before this one goes on where they were.
"""

import queue
import random
import sys
import threading
import time
from itertools import count
from pathlib import Path

from campaigns.journal import Journal, RecordingHttp
from lowwater.client import Device, Ledger
from lowwater.client.pace import Pace
from lowwater.client.retry import Retrying
from lowwater.errors import BadLedger, LowwaterError, Moved, Unreachable

AGAIN = (Unreachable, Moved, BadLedger)
"""What may be otherwise soon."""


def answered(address: str, survey: str, path: Path) -> bool:
    """Answer once, and say whether this device has nothing more to do."""
    http = RecordingHttp(address, timeout=3.0, retrying=Retrying(tries=2, within=5.0, sleep=_brief))
    http.journal = Journal(path.parent / "journal.jsonl")
    value = random.Random(path.name).uniform(0, 16)  # noqa: S311 (the same person after every restart)
    device = Device(http, survey, Ledger(path), value, pace=Pace(patience=0.5, sleep=_brief))
    try:
        return device.answer_once().status != "waiting"
    except AGAIN:
        return False
    except LowwaterError:
        time.sleep(0.1)  # a survey that is over refuses everybody, and at once
        return True
    finally:
        device.close()


def bring_home(address: str, survey: str, folder: Path, seconds: float) -> int:
    """Send what was not acknowledged once more; say how many ledgers still hold such an answer."""
    until = time.monotonic() + seconds
    open_ones = _unsettled(folder)
    while open_ones and time.monotonic() < until:
        for path in open_ones:
            answered(address, survey, path)
        open_ones = _unsettled(folder)
    return len(open_ones)


def _unsettled(folder: Path) -> list[Path]:
    return [path for path in ledgers(folder) if any(page.unsettled for page in Ledger(path, durable=False).pages)]


def ledgers(folder: Path) -> list[Path]:
    """Every ledger in a folder."""
    return sorted(folder.glob("person-*.jsonl"))


def _brief(seconds: float) -> None:
    time.sleep(min(seconds, 0.05))


def main(address: str, survey: str, folder: Path, threads: int, seed: str) -> None:
    """Answer for ever, those who were left first, then one new person after the other."""
    waiting: queue.SimpleQueue[Path] = queue.SimpleQueue()
    for path in _unfinished(folder):
        waiting.put(path)
    people = count()

    def work() -> None:
        while True:
            path = waiting.get() if not waiting.empty() else folder / f"person-{seed}-{next(people)}.jsonl"
            if not answered(address, survey, path):
                waiting.put(path)
                time.sleep(0.02)

    several = [threading.Thread(target=work, daemon=True) for _ in range(threads)]
    for thread in several:
        thread.start()
    for thread in several:
        thread.join()


def _unfinished(folder: Path) -> list[Path]:
    """Those who joined, and were not told what became of an answer."""
    pages = {path: Ledger(path, durable=False).pages for path in ledgers(folder)}
    return [path for path, several in pages.items() if not several or several[0].unsettled or not several[0].fates]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
