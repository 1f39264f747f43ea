"""Crowd: devices in a process of their own, which may be killed and started again."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from campaigns.server import Server


class Crowd:
    """People who answer a survey at one server, with ledgers in one folder."""

    def __init__(self, server: Server, survey: str, folder: Path, threads: int = 4) -> None:
        self._server, self._survey, self.folder, self._threads = server, survey, folder, threads
        self._lives = count()
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir(exist_ok=True)

    def start(self) -> None:
        """Let them begin, or go on."""
        where = (self._server.address, self._survey, str(self.folder), str(self._threads), str(next(self._lives)))
        log = self.folder / "log"
        with log.open("ab") as errors:
            self.process = subprocess.Popen([sys.executable, "-m", "campaigns.devices", *where], stderr=errors)

    def kill(self) -> None:
        """End all of them in the middle of whatever they do."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    @property
    def errors(self) -> str:
        """What broke in a device."""
        return (self.folder / "log").read_text()


@contextmanager
def crowding(server: Server, survey: str, folder: Path) -> Iterator[Crowd]:
    """A crowd that answers, and is ended whatever happens."""
    crowd = Crowd(server, survey, folder)
    try:
        crowd.start()
        yield crowd
    finally:
        crowd.kill()
