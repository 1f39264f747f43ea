"""A server in a process of its own, its survey, and the people who answer it.

Everybody's place is reserved in the database before the server starts: what is measured is the answers.
"""

import contextlib
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import lowwater
from lowwater.server import service
from lowwater.server.answers import person_of
from lowwater.server.config import connect
from lowwater.server.store.places import Loan
from lowwater.wire import AnswerMessage, PostedMessage, TextsMessage, encode
from lowwater.wire.rules import Rules

UNTIL = time.time() + 1e8
"""When leases and rounds end: not while anything is measured."""


def survey(database: Path, people: int, rounds: int = 1) -> str:
    """A survey that asks `people` in `rounds` rounds, each of them with a place."""
    plan = lowwater.plan(people, 1.0, (0, 16), search="cohorts", rounds=rounds, refuse=False)
    with contextlib.closing(connect(str(database))) as store:
        store.migrate()
        store.begin()
        name = service.open_survey(store, (TextsMessage("Measured"),), plan, Rules(lease=1e8, span=1e8), UNTIL - 1e8).id
        for number in range(rounds):
            asked = range(number * plan.asked, (number + 1) * plan.asked)
            store.places.lend(name, number, [place(name, person) for person in asked])
        store.commit()
    return name


def place(name: str, person: int) -> Loan:
    """The place of a person, as the database keeps it."""
    return Loan(person_of(name, secret(person)), 0, UNTIL, None)


def secret(person: int, what: str = "name") -> str:
    """The name of a person, or the receipt: as long as a device makes it, and the same in every run."""
    return hashlib.sha256(f"{what} {person}".encode()).hexdigest()[:43]


def posted(person: int, round: int = 0) -> str:  # noqa: A002 (the word of the glossary)
    """What a person's device posts."""
    return encode(PostedMessage(secret(person), secret(person, "receipt"), AnswerMessage.of(round, 0, person % 2 == 0)))


@contextlib.contextmanager
def serving(*command: str) -> Iterator[tuple[int, int]]:
    """The process and the port of a server, which is stopped afterwards; its first line of log says its address."""
    process = subprocess.Popen([sys.executable, "-m", *command], stderr=subprocess.PIPE, text=True)
    try:
        yield process.pid, _port(process)
    finally:
        process.terminate()
        process.communicate()


def ours(database: Path) -> tuple[str, ...]:
    """The command that serves Lowwater."""
    return ("lowwater", "serve", "--database", str(database), "--port", "0", "--log", "info")


def _port(process: "subprocess.Popen[str]") -> int:
    line = process.stderr.readline() if process.stderr else ""
    return urlsplit(json.loads(line)["address"]).port or 0
