"""Mutated messages, ledgers, replies and raw HTTP: each is refused as what it is, and the server goes on."""

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

from campaigns import heads, torn
from campaigns.counts import Counts, total
from campaigns.ground import Ground
from campaigns.mutations import KINDS, mutated, seeds
from campaigns.runner import Slice
from campaigns.server import Server, serving
from campaigns.surveys import cohorts, opened_survey
from lowwater.client.problems import PROBLEM, error_of
from lowwater.errors import BadMessage, LowwaterError, NotPrivate
from lowwater.wire import CheckInMessage, decode, encode

MESSAGES, REPLIES, LEDGERS, REQUESTS = 3000, 500, 60, 150
"""How many of each are in a slice."""


@contextlib.contextmanager
def opened(ground: Ground) -> Iterator[Slice]:
    """A server with a survey, for as long as it lasts."""
    with ground.folder() as folder:
        survey = opened_survey(str(folder / "surveys.db"), cohorts(10_000_000, 2))
        with serving(folder / "surveys.db", folder) as server:

            def work(chance: random.Random, _seconds: float) -> Counts:
                apart = _messages(chance) + _replies(chance) + _ledgers(chance, folder)
                return apart + _server(chance, server, survey)

            yield work


def read(kind: str, text: bytes) -> Counts:
    """Read a message; nothing may refuse it but BadMessage, or NotPrivate where it asks for the truth."""
    try:
        decode(KINDS[kind], text)
    except (BadMessage, NotPrivate):
        pass
    except Exception as error:
        return Counts(failed=1, notes=(f"decode({kind}, {text[:300]!r}): {error!r}",))
    return Counts()


def _messages(chance: random.Random) -> Counts:
    texts = seeds()
    several = [(kind, mutated(chance, text)) for kind, text in chance.choices(texts, k=MESSAGES)]
    return total([read(kind, text) for kind, text in several]) + Counts(done={"messages": MESSAGES})


def _replies(chance: random.Random) -> Counts:
    """Whatever a server replies becomes an error of ours."""
    problem = b'{"type":"https://lowwater.example/problems/too-late","title":"Late","status":409,"detail":"Over."}'
    return total([_reply(chance, mutated(chance, problem)) for _ in range(REPLIES)]) + Counts(done={"replies": REPLIES})


def _reply(chance: random.Random, body: bytes) -> Counts:
    status = chance.choice((200, 302, 404, 409, 500, 503, 599, 999))
    kind = chance.choice((PROBLEM, PROBLEM, "text/html", "", ";"))
    try:
        wrong = not isinstance(error_of("http://127.0.0.1", status, kind, body), LowwaterError)
    except Exception as error:
        return Counts(failed=1, notes=(f"error_of({status}, {kind!r}, {body[:300]!r}): {error!r}",))
    return Counts(failed=int(wrong))


def _ledgers(chance: random.Random, folder: Path) -> Counts:
    path = folder / "ledger.jsonl"
    return total([torn.judged(chance, path) for _ in range(LEDGERS)]) + Counts(done={"ledgers": LEDGERS})


def _server(chance: random.Random, server: Server, survey: str) -> Counts:
    """Requests that are almost right; afterwards the server answers as before, and its log tells of no surprise."""
    before = len(server.tracebacks())
    requests = [heads.request(chance, survey) for _ in range(REQUESTS)]
    counts = total([heads.answered(server.port, request) for request in requests])
    after = server.tracebacks()[before:]
    checking = encode(CheckInMessage(f"{chance.getrandbits(160):040x}", None)).encode()
    alive = server.ask("POST", f"/v1/surveys/{survey}/check-in", checking)[0] == 200
    return counts + Counts(
        tracebacks=len(after), failed=int(not alive), notes=tuple(after[:3]), done={"requests": REQUESTS}
    )
