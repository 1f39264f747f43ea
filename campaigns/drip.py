"""Servers that drip at devices and clients that drip at servers: both come back, nobody else waits, all is closed."""

import contextlib
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from campaigns import flood
from campaigns.counts import Counts, total
from campaigns.ground import Ground
from campaigns.patience import held_up
from campaigns.runner import Slice
from campaigns.server import Server, running
from campaigns.surveys import cohorts, opened_survey
from campaigns.tap import STYLES


@contextlib.contextmanager
def opened(ground: Ground) -> Iterator[Slice]:
    """A server in a hurry, for as long as it lasts."""
    with ground.folder() as folder:
        survey = opened_survey(str(folder / "surveys.db"), cohorts(50_000_000, 2))
        server = Server(str(folder / "surveys.db"), folder, ("campaigns.hasty",))
        with running(server):

            def work(chance: random.Random, _seconds: float) -> Counts:
                before = len(server.tracebacks())
                counts = _devices(chance, folder) + flood.fought(chance, server, survey)
                after = server.tracebacks()[before:]
                return counts + Counts(tracebacks=len(after), notes=tuple(after[:3]))

            yield work


def _devices(chance: random.Random, folder: Path) -> Counts:
    """A device for each style, all at once."""
    numbers = {style: folder / f"{chance.getrandbits(64):x}.jsonl" for style in STYLES}
    with ThreadPoolExecutor(len(numbers)) as threads:
        return total(list(threads.map(held_up, numbers.keys(), numbers.values())))
