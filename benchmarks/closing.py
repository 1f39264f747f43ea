"""The end of a large round: how long anybody else waits for it, against the median wait.

A survey of 300,000 has one answer to come; 10,000 others were asked and are silent. Devices check in at another
survey of the same server, one after the other, while the last answer comes, the round closes, and whoever was silent is
forgotten.
"""

import contextlib
import http.client
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import lowwater
from benchmarks.measure import Ratio
from benchmarks.serving import UNTIL, ours, posted, secret, serving, survey
from lowwater.server import service
from lowwater.server.answers import digest_of, person_of
from lowwater.server.config import connect
from lowwater.server.store.places import AnswerDigest, Loan
from lowwater.server.store.questions import Counts
from lowwater.wire import CheckInMessage, PostedMessage, TextsMessage, decode, encode
from lowwater.wire.rules import Rules

PEOPLE, SILENT, TURNS = 300_000, 10_000, 3
BEFORE, AFTER = 500, 5_000  # check-ins before the last answer, and from it on


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    turns = [_turn() for _ in range(TURNS)]
    longest, median = min(turns, key=lambda turn: turn[0] / turn[1])
    detail = f"{longest * 1e3:.1f} ms and {median * 1e3:.2f} ms, {AFTER:,} check-ins, the best of {TURNS} turns"
    yield Ratio(f"longest / median check-in while a round of {PEOPLE:,} closes", longest / median, 10, True, detail)


def _turn() -> tuple[float, float]:
    """The longest and the median wait, while everybody who was silent is forgotten."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "ours.db"
        large, other = _full_but_one(database), survey(database, 20)
        with serving(*ours(database)) as (_, port):
            took = _check_ins(port, other, lambda: _answer(port, large))
            if _rows(database, large) != PEOPLE:
                raise RuntimeError("somebody who was silent is not forgotten yet")
    return max(took), statistics.median(took)


def _full_but_one(database: Path) -> str:
    """A survey of two rounds, the first of which lacks one answer; the second is 32 times as large."""
    plan = lowwater.plan(33 * PEOPLE, 1.0, (0, 16), search="tail-fit", rounds=2, questions=1, refuse=False)
    with contextlib.closing(connect(str(database))) as store:
        store.migrate()
        store.begin()
        survey = service.open_survey(store, (TextsMessage("Large"),), plan, Rules(lease=1e8, span=1e8), UNTIL - 1e8)
        places = survey.questions[0].people or 0
        people = [person_of(survey.id, secret(index)) for index in range(places)]
        silent = [person_of(survey.id, secret(places + index)) for index in range(SILENT)]
        store.places.lend(survey.id, 0, [Loan(person, 0, 5.0, None) for person in silent])
        store.places.expire(survey.id, 0, 6.0)
        store.places.lend(survey.id, 0, [Loan(person, 0, UNTIL, None) for person in people])
        digests = [digest_of(decode(PostedMessage, posted(index))) for index in range(1, places)]
        store.places.answer(
            [AnswerDigest(survey.id, 0, person, 0, digest) for person, digest in zip(people[1:], digests, strict=True)]
        )
        store.questions.count(survey.id, 0, 0, Counts(places, places - 1, places // 2))
        store.commit()
    return survey.id


def _answer(port: int, name: str) -> None:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
        line.request("POST", f"/v1/surveys/{name}/answers", posted(0), {"Content-Type": "application/json"})
        reply = line.getresponse().read()
    if b'"counted"' not in reply:
        raise RuntimeError(reply.decode())


def _check_ins(port: int, name: str, answer: Callable[[], None]) -> list[float]:
    """The seconds that each check-in took, from the last answer on."""
    took: list[float] = []
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
        for number in range(BEFORE + AFTER):
            if number == BEFORE:
                threading.Thread(target=answer).start()
            body = encode(CheckInMessage(secret(number, "other"), None))
            since = time.perf_counter()
            line.request("POST", f"/v1/surveys/{name}/check-in", body, {"Content-Type": "application/json"})
            line.getresponse().read()
            took.append(time.perf_counter() - since)
    return took[BEFORE:]


def _rows(database: Path, name: str) -> int:
    """How many places of a survey there are; those of silent people are gone."""
    with contextlib.closing(connect(str(database), alone=False)) as store:
        ((many,),) = store.connection._connection.execute(  # type: ignore[attr-defined]
            "SELECT COUNT(*) FROM place WHERE survey = ?", (name,)
        )
    return int(many)
