"""Two servers on one PostgreSQL, one of them frozen with SIGSTOP under load: the other answers, and nothing is lost."""

import contextlib
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg

from campaigns.books import Books, judged, ledgers_judged
from campaigns.counts import Counts, total
from campaigns.crowd import Crowd, crowding
from campaigns.devices import bring_home, ledgers
from campaigns.ground import Ground
from campaigns.journal import Journal, Spoken
from campaigns.runner import Slice
from campaigns.server import Server, running
from campaigns.surveys import cohorts, opened_survey
from lowwater.wire import CheckInMessage, encode

BOUND = 10.0
"""Seconds in which the other server answers, whatever the frozen one holds."""

_SLICE = 25.0  # seconds at most
_TRIES = 40  # looks for a moment in which the frozen server is in the middle of a transaction
_HOME = 20.0  # seconds for the last answers to arrive
_NAME = "frozen"  # by which PostgreSQL knows the one server from the other
_HOLDING = "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND application_name = %s"


@contextlib.contextmanager
def opened(ground: Ground) -> Iterator[Slice]:
    """A database of PostgreSQL; without it there is nothing to do."""

    def work(chance: random.Random, seconds: float) -> Counts:
        if not ground.has_postgres:
            return Counts(done={"left out: no PostgreSQL": 1})
        with ground.folder() as folder:
            return _fought(ground.cluster.fresh(), folder, chance, time.monotonic() + min(seconds, _SLICE))

    yield work


def _fought(database: str, folder: Path, chance: random.Random, until: float) -> Counts:
    survey = opened_survey(database, cohorts(3200, 32), lease=6.0)
    first, second = (Server(where, folder) for where in (f"{database}&application_name={_NAME}", database))
    with running(first, second), psycopg.connect(database, autocommit=True) as watching:
        crowds = [(server, folder / f"people-{number}") for number, server in enumerate((first, second))]
        with contextlib.ExitStack() as stack:
            people = [stack.enter_context(crowding(server, survey, where)) for server, where in crowds]
            counts = Counts()
            while counts == Counts() or time.monotonic() + 3.0 < until:
                time.sleep(chance.uniform(0.3, 0.8))
                counts += _freeze(
                    first, second, survey, chance, lambda: bool(watching.execute(_HOLDING, [_NAME]).fetchall())
                )
        left = sum(bring_home(server.address, survey, where, _HOME) for server, where in crowds)
        logs = [line for server in (first, second) for line in server.tracebacks()]
    result = Counts(hung=left, tracebacks=len(logs), notes=tuple(logs[:3]))
    return counts + result + _judged(database, survey, people)


def _freeze(frozen: Server, other: Server, survey: str, chance: random.Random, holding: Callable[[], bool]) -> Counts:
    """Freeze one server, in a transaction where that can be had; the other one answers; let it go on."""
    inside = False
    try:
        for _ in range(_TRIES):
            frozen.signal(signal.SIGSTOP)
            time.sleep(0.01)  # for PostgreSQL to end the statement at hand
            if inside := holding():
                break
            frozen.signal(signal.SIGCONT)
            time.sleep(chance.uniform(0, 0.02))
        frozen.signal(signal.SIGSTOP)
        checking = encode(CheckInMessage(f"{chance.getrandbits(160):040x}", None)).encode()
        asked = [timed(lambda: other.ask("POST", f"/v1/surveys/{survey}/check-in", checking, 2 * BOUND)[0])]
        asked.append(timed(lambda: other.ask("GET", "/readyz", None, 2 * BOUND)[0]))
    finally:
        frozen.signal(signal.SIGCONT)
    return total(asked) + Counts(done={"freezes": 1, "freezes in a transaction": int(inside)})


def timed(ask: Callable[[], int]) -> Counts:
    """Ask, and judge how long it took; a moment without the database (503) is no answer, and is asked again."""
    since = time.monotonic()
    status = 503
    while status == 503 and time.monotonic() < since + BOUND:
        try:
            status = ask()
        except OSError:
            break
    took = time.monotonic() - since
    late = status == 503 or took > BOUND
    return Counts(
        hung=int(late),
        server_errors=int(status >= 500 and status != 503),
        notes=(f"status {status} after {took:.1f} s while the other server was frozen",) if late else (),
    )


def _judged(database: str, survey: str, people: list[Crowd]) -> Counts:
    spoken = [Journal(person.folder / "journal.jsonl").spoken() for person in people]
    together = Spoken(
        frozenset().union(*(answer.sent for answer in spoken)),
        frozenset().union(*(answer.acknowledged for answer in spoken)),
    )
    paths = [path for person in people for path in ledgers(person.folder)]
    return judged(survey, together, Books.of(database, survey)) + ledgers_judged(paths, together.sent)
