"""Fed the same traffic and coins, Python's and TypeScript's device write the same entries and send the same bytes."""

import json
import random
from dataclasses import replace

import pytest

from lowwater.client import Device, Ledger
from lowwater.client.http import Http
from lowwater.client.pace import Pace
from lowwater.client.retry import Retrying
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import randomized_response
from lowwater.errors import LowwaterError
from lowwater.wire import CountedMessage, PlaceMessage
from tests.client.conftest import Host, Reply, Survey, Time

MOMENT = "2026-11-17T02:00:00+00:00"


def replies(luck, survey):
    """What a server says to each kind of request, one after the other: honest, forgetful, late, mean or broken."""
    asked = list(survey.questions)
    others = [replace(asked[0], thresholds=(5.0,)), replace(asked[0], thresholds=(9.0,)), replace(asked[-1], index=1)]
    dear = replace(asked[0], round=1, table=randomized_response(Epsilon(NANO + 5)).table)
    places = [
        luck.choice(
            [PlaceMessage("question", luck.choice(asked), luck.choice((60.0, 60.0, 1.5)))] * 8
            + [PlaceMessage("wait", None, luck.choice((0.0, 3.0, 700.0))), PlaceMessage("done", None, 0.0)]
            + [PlaceMessage("question", luck.choice([*others, dear]), 60.0)]
        )
        for _ in range(40)
    ]
    acknowledged = [Reply.of(CountedMessage("counted"))] * 6 + [Reply.of(CountedMessage("again")), Reply(500)]
    refused = [
        Reply.problem(kind) for kind in ("too-late", "too-late", "no-place", "contradicted", "moved", "not-open")
    ]
    trouble = [Reply(503, headers={"Retry-After": "2"}), Reply(200, b'{"status":"counted"}'), Reply(lost=True)]
    return {
        "GET": [Reply.of(survey.message)] * 100,
        "check-in": [luck.choice([Reply.of(place)] * 12 + [Reply.problem("not-open"), Reply(502)]) for place in places],
        "answers": [luck.choice(acknowledged + refused + trouble) for _ in range(60)],
    }


def scenario(seed):
    """A survey, what its server says, and what a device with which coins does."""
    luck = random.Random(seed)  # noqa: S311
    survey = Survey("youngest", answers=luck.randint(1, 4))
    invited = luck.random() < 0.2
    survey.access = "invitation" if invited else "open"
    acts = [
        {
            "act": luck.choice(("once", "part")),
            "grant": luck.choice((None, None, NANO, 2 * NANO, NANO // 2)),
            "lifetime": luck.choice((None, None, None, 2 * NANO)),
            "invitation": "come in" if invited and luck.random() < 0.8 else None,
        }
        for _ in range(luck.randint(1, 4))
    ]
    coins = [luck.randbytes(7).hex() for _ in range(9)]
    secrets = [f"{luck.getrandbits(256):064x}" for _ in range(20)]
    value = luck.choice((0.5, 3, 4, 7.75, 9))
    return replies(luck, survey), {"acts": acts, "coins": coins, "secrets": secrets, "value": value, "time": MOMENT}


@pytest.fixture
def fed():
    """A server that says what was prepared, and the requests that it got."""
    hosts = []

    def serve(prepared):
        rest = {kind: list(all_of_it) for kind, all_of_it in prepared.items()}
        host = Host()
        hosts.append(host)
        host.answer = lambda request: rest[_kind(request)].pop(0)
        return host

    yield serve
    for host in hosts:
        host.close()


def _kind(request):
    return "GET" if request.method == "GET" else request.path.rpartition("/")[2]


def heard(host):
    return [(request.method, request.path, request.body) for request in host.seen]


class FedLedger(Ledger):
    """A ledger whose coins were drawn before."""

    def respond(self, page, value, question, coins=None, *, inside=True):  # noqa: ARG002
        return super().respond(page, value, question, lambda _: bytes.fromhex(self.heap.pop(0)), inside=inside)


def python_device(host, given, path, monkeypatch):
    """What came of each act in Python, how long it slept, and the lines of its ledger."""
    time, ends = Time(), []
    secrets, heap = list(given["secrets"]), list(given["coins"])
    for module in ("names", "ledger"):
        monkeypatch.setattr(f"lowwater.client.{module}.secret", lambda: secrets.pop(0))
    for act in given["acts"]:
        ledger = FedLedger(path, durable=False, clock=lambda: given["time"])
        ledger.heap = heap
        if act["lifetime"] is not None:
            ledger.grant(Epsilon(act["lifetime"]))
        http = Http(host.url, retrying=Retrying(sleep=time.sleep, chance=lambda: 1.0, clock=time.clock))
        options = {"grant": act["grant"] and Epsilon(act["grant"]), "invitation": act["invitation"]}
        pace = Pace(clock=time.clock, sleep=time.sleep, chance=lambda: 0.0)
        device = Device(http, "youngest", ledger, given["value"], pace=pace, **options)
        try:
            ends.append(shown(device.answer_once() if act["act"] == "once" else device.take_part()))
        except LowwaterError as error:
            ends.append(type(error).__name__)
        device.close()
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]] if path.exists() else []
    return {"ends": ends, "slept": time.slept, "lines": lines}


def shown(outcome):
    return [
        outcome.status,
        [[entry.question.round, entry.answer, entry.receipt] for entry in outcome.said],
        [entry.question.round for entry in outcome.lost],
        outcome.spent.nano,
        outcome.left.nano,
        outcome.seconds,
    ]


def differences(seeds, node, client, fed, tmp_path, monkeypatch):
    """The scenarios in which Python and TypeScript did or sent something else, with both; and all that was sent."""
    ours, replies, hosts = [], [], []
    for seed in seeds:
        prepared, given = scenario(seed)
        host, other = fed(prepared), fed(prepared)
        ours.append((python_device(host, given, tmp_path / f"{seed}.jsonl", monkeypatch), heard(host)))
        replies.append(given | {"url": other.url, "survey": "youngest", "path": str(tmp_path / f"{seed}.sqlite3")})
        hosts.append(other)
    lines = "".join(f"{json.dumps(given)}\n" for given in replies)
    items = [json.loads(line) for line in node(client / "tests" / "replay.ts", typed=lines).splitlines()]
    theirs = list(zip(items, map(heard, hosts), strict=True))
    for did, _ in (*ours, *theirs):
        for line in did["lines"]:
            line["server"] = line["server"] and "the server"  # each has a port of its own
    return [pair for pair in zip(seeds, ours, theirs, strict=True) if pair[1] != pair[2]], ours


def test_both_write_the_same_entries_and_send_the_same_bytes(node, client, fed, tmp_path, monkeypatch):
    errors, ours = differences(range(40), node, client, fed, tmp_path, monkeypatch)
    assert [] == errors[:1]
    assert 20 < sum(line["kind"] == "answer" for did, _ in ours for line in did["lines"])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1_000, 3_000, 100))
def test_both_do_the_same_in_two_thousand_surveys(seed, node, client, fed, tmp_path, monkeypatch):
    errors, _ = differences(range(seed, seed + 100), node, client, fed, tmp_path, monkeypatch)
    assert [] == errors[:1]
