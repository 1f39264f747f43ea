"""Servers, databases and devices killed with SIGKILL at random moments: every acknowledged answer is counted once."""

import contextlib
import random
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from campaigns.books import Books, gone_back, judged, ledgers_judged
from campaigns.cluster import Cluster
from campaigns.counts import Counts, total
from campaigns.crowd import Crowd, crowding
from campaigns.devices import bring_home, ledgers
from campaigns.ground import Ground
from campaigns.journal import Journal
from campaigns.runner import Slice
from campaigns.server import Server, serving
from campaigns.surveys import cohorts, opened_survey

_SLICE = 20.0  # seconds at most, so that a long campaign sees many surveys
_HOME = 20.0  # seconds for the last answers to arrive
_TRIES = 20  # starts of a server whose database is being restarted


@contextlib.contextmanager
def opened(ground: Ground) -> Iterator[Slice]:
    """A survey in each kind of database, both at once."""

    def work(chance: random.Random, seconds: float) -> Counts:
        with ground.folder() as folder:
            until = time.monotonic() + min(seconds, _SLICE) - 1.5  # the rest is for the last answers and the books
            clusters = (None, ground.cluster) if ground.has_postgres else (None,)
            over = threading.Event()
            battles = [
                Battle(folder / f"{at}", cluster, _own(chance), until, over) for at, cluster in enumerate(clusters)
            ]
            with ThreadPoolExecutor(len(battles)) as threads:
                try:
                    return total(list(threads.map(Battle.fought, battles)))
                finally:
                    over.set()

    yield work


@dataclass
class Battle:
    """One survey on one database, with a server and a crowd that are killed until the time is over."""

    folder: Path
    cluster: Cluster | None
    chance: random.Random
    until: float
    over: threading.Event
    looks: list[Books] = field(default_factory=list)
    kills: Counts = field(default_factory=Counts)

    def fought(self) -> Counts:
        """What became of it."""
        self.folder.mkdir()
        self.database = str(self.folder / "surveys.db") if self.cluster is None else self.cluster.fresh()
        self.survey = opened_survey(self.database, cohorts(3200, 32), lease=6.0)
        with serving(self.database, self.folder) as server:
            with crowding(server, self.survey, self.folder / "people") as crowd:
                going = True
                while going:
                    stopped = self.over.wait(self.chance.uniform(0.02, 1.2))
                    going = time.monotonic() < self.until and not stopped
                    if going:
                        self._strike(server, crowd)
            left = bring_home(server.address, self.survey, crowd.folder, _HOME)
            return self._judged(server, crowd, left)

    def _strike(self, server: Server, crowd: Crowd) -> None:
        """Kill something, and start it again."""
        whom = self.chance.choices(("server", "devices", "database"), (6, 2, 1 if self.cluster else 0))[0]
        self.kills += Counts(done={f"kills of {whom}": 1})
        if whom == "devices":
            crowd.kill()
            crowd.start()
        elif whom == "database" and self.cluster is not None:
            self.cluster.crash(self.chance.choice((signal.SIGKILL, signal.SIGQUIT)))
        else:
            server.kill()
            self.looks.append(Books.of(self.database, self.survey))
            _restart(server)

    def _judged(self, server: Server, crowd: Crowd, left: int) -> Counts:
        server.kill()
        self.looks.append(Books.of(self.database, self.survey))
        spoken = Journal(crowd.folder / "journal.jsonl").spoken()
        tracebacks, broken = server.tracebacks(), crowd.errors
        counts = Counts(
            hung=left, tracebacks=len(tracebacks) + bool(broken), notes=(*tracebacks[:3], *filter(None, [broken]))
        )
        books = judged(self.survey, spoken, self.looks[-1]) + gone_back(self.looks)
        return self.kills + counts + books + ledgers_judged(ledgers(crowd.folder), spoken.sent)


def _own(chance: random.Random) -> random.Random:
    """Randomness for a thread of its own."""
    return random.Random(chance.random())  # noqa: S311 (a campaign is to be repeated)


def _restart(server: Server) -> None:
    """Start a server again; its database may just be starting too."""
    for attempt in range(_TRIES):
        try:
            server.start()
        except RuntimeError:
            if attempt == _TRIES - 1:
                raise
            time.sleep(0.2)
        else:
            return
