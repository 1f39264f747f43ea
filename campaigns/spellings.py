"""One server under many spellings of its address, and one ledger: no survey gets more answers than its terms say."""

import contextlib
import random
import socket
from collections.abc import Iterator
from pathlib import Path

from campaigns.counts import Counts
from campaigns.ground import Ground
from campaigns.host import Reply, Request, hosting
from campaigns.runner import Slice
from campaigns.speech import Heard, judged
from campaigns.terms import question, survey_message
from campaigns.timeless import http_to, pace
from lowwater.client import Device, Ledger
from lowwater.errors import LowwaterError
from lowwater.wire import CheckInMessage, CountedMessage, PlaceMessage, decode

_NAMES = (
    "127.0.0.1",
    "localhost",
    "127.1",
    "127.0.1",
    "0x7f.1",
    "0x7F000001",
    "2130706433",
    "0177.0.0.1",
    "017700000001",
)
_PATHS = (
    "",
    "/",
    "//",
    "/.",
    "/./",
    "/a/..",
    "/a/../",
    "/../",
    "/proxy",
    "/proxy/",
    "/Proxy",
    "/proxy/./",
    "/x/../proxy",
)
_ANSWERS = 2
_VISITS = 25


@contextlib.contextmanager
def opened(ground: Ground) -> Iterator[Slice]:
    """A server at every address of this machine's own."""
    six = ("::1",) if _has_ipv6() else ()
    rounds: dict[tuple[str, str], int] = {}

    def reply(request: Request) -> Reply:
        """An eager server: whoever checks in gets a question, always the next one."""
        if request.verb == "check-in":
            key = (request.survey, decode(CheckInMessage, request.body).name)
            rounds[key] = rounds.get(key, -1) + 1
            return Reply.of(PlaceMessage("question", question(rounds[key]), 60.0))
        return Reply.of(CountedMessage("counted") if request.verb else survey_message(request.survey, _ANSWERS))

    with ground.folder() as folder, hosting(reply, *six) as host:

        def work(chance: random.Random, _seconds: float) -> Counts:
            survey = f"{chance.getrandbits(80):020x}"
            heard = len(host.heard)
            ledger = visited(chance, host.port, survey, folder / f"{survey}.jsonl", six=bool(six))
            text = host.heard[heard:]
            return (
                judged(text, ledger) + excess(text, _ANSWERS) + Counts(done={"visits": _VISITS, "answers": len(text)})
            )

        yield work


def excess(heard: list[Heard], answers: int) -> Counts:
    """Answers of one device beyond what the terms say, whatever names and receipts they came with."""
    many = len({(item.name, item.receipt, item.answer) for _, item in heard})
    more = max(0, many - answers)
    return Counts(overspent=more, notes=(f"{many} answers to a survey of {answers}",) if more else ())


def spelling(chance: random.Random, port: int, *, six: bool) -> str:
    """An address of the server, in one of the ways in which it can be written."""
    names = (*_NAMES, "[::1]", "[0:0:0:0:0:0:0:1]", "[0::1]") if six else _NAMES
    name = chance.choice(names) + ("." if chance.random() < 0.1 else "")
    name = "".join(chance.choice((letter.upper(), letter)) for letter in name) if chance.random() < 0.3 else name
    scheme = chance.choice(("http", "http", "HTTP", "Http"))
    return f"{scheme}://{name}:{'0' * chance.randrange(3)}{port}{chance.choice(_PATHS)}{' ' * chance.randrange(2)}"


def visited(chance: random.Random, port: int, survey: str, path: Path, *, six: bool) -> Ledger:
    """The ledger of a device that was sent to one address after the other."""
    for _ in range(_VISITS):
        with contextlib.suppress(LowwaterError), http_to(spelling(chance, port, six=six)) as http:
            device = Device(http, survey, Ledger(path, durable=False), 3.0, pace=pace())
            device.take_part() if chance.random() < 0.5 else device.answer_once()
    return Ledger(path, durable=False)


def _has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False
