"""Answers in bulk, as a gateway posts them, against the database's own batch insert.

Counted is everything over HTTP, from the first byte of a list to the last byte of its reply, one list after the other;
each is a transaction. Check-in comes before, and is not counted.

The alternative inserts the rows that are there in the end (survey, person, round, question, lease and digest, all made
beforehand) into an empty table of the same schema, each once at most, by executemany with named parameters as all
of the store, as many in a transaction as a list has, as durably: no HTTP, no JSON, no hash, no judgement. It is what
the database can do, not what a server could. Both go list by list in turns; of each list the best turn counts, because
a table takes longer the larger it is.
"""

import contextlib
import http.client
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Ratio
from benchmarks.serving import ours, place, posted, serving, survey
from lowwater.server.answers import digest_of
from lowwater.server.store.sqlite import Sqlite
from lowwater.wire import PostedMessage, decode

LIST, LISTS, TURNS = 5000, 10, 5
_INSERT = """
INSERT INTO place (survey, person, round, question, lease, digest)
VALUES (:survey, :person, :round, :question, :lease, :digest)
ON CONFLICT (survey, round, person) DO NOTHING
"""


def ratios() -> Iterator[Ratio]:
    """Every ratio of this file."""
    people = [range(at, at + LIST) for at in range(0, LIST * LISTS, LIST)]
    bodies = [body(some) for some in people]
    turns = [_turn(people, bodies) for _ in range(TURNS)]
    best = [(min(mine), min(least)) for mine, least in (zip(*pairs, strict=True) for pairs in zip(*turns, strict=True))]
    mine, least = (LIST * LISTS / sum(took) for took in zip(*best, strict=True))
    detail = f"{mine:,.0f} answers/s and {least:,.0f} rows/s, {LISTS} lists and transactions of {LIST:,}, {TURNS} turns"
    yield Ratio("answers in bulk / rows inserted", mine / least, 0.25, False, detail)


def body(people: range, round: int = 0) -> str:  # noqa: A002 (the word of the glossary)
    """A list of answers, as a gateway posts it."""
    return f"[{','.join(posted(person, round) for person in people)}]"


def post(port: int, name: str, text: str, count: int = LIST) -> float:
    """Post a list of answers, all of which must be counted, and say how long it took."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
        line.connect()
        since = time.perf_counter()
        line.request("POST", f"/v1/surveys/{name}/answers/bulk", text, {"Content-Type": "application/json"})
        reply = line.getresponse().read()
        took = time.perf_counter() - since
    if reply.count(b'"counted"') != count:
        raise RuntimeError(reply[:1000].decode())
    return took


def _turn(people: list[range], bodies: list[str]) -> list[tuple[float, float]]:
    """The seconds that each list took, and each transaction."""
    with tempfile.TemporaryDirectory() as folder:
        database, beside = Path(folder) / "ours.db", Path(folder) / "beside.db"
        name, other = survey(database, LIST * LISTS + 1), survey(beside, 1)  # one more: the round stays open
        with serving(*ours(database)) as (_, port), contextlib.closing(Sqlite(beside)) as session:
            return [
                (post(port, name, text), _insert(session, [_row(other, person) for person in some]))
                for text, some in zip(bodies, people, strict=True)
            ]


def _insert(session: Sqlite, rows: list[dict[str, object]]) -> float:
    """Insert rows, and say how long it took."""
    since = time.perf_counter()
    session.begin()
    session._connection.executemany(_INSERT, rows)
    session.commit()
    return time.perf_counter() - since


def _row(name: str, person: int) -> dict[str, object]:
    key = {"survey": name, "person": place(name, person).person, "round": 1, "question": -1, "lease": -1.0}
    return key | {"digest": digest_of(decode(PostedMessage, posted(person)))}
