"""A real server on this machine, told what to say; a small honest survey on it; and time that passes when told to."""

import io
import json
import shutil
import ssl
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from lowwater.cli import main
from lowwater.client import Ledger
from lowwater.client.http import Http
from lowwater.client.pace import Pace
from lowwater.client.retry import Retrying
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import randomized_response
from lowwater.core.terms import Terms
from lowwater.wire import (
    CheckInMessage,
    CountedMessage,
    PlaceMessage,
    PostedMessage,
    QuestionMessage,
    SurveyMessage,
    TermsMessage,
    TextsMessage,
    decode,
    encode,
    hash_of,
)

COIN = randomized_response(Epsilon(NANO))
DRIP = 0.02  # seconds between two bytes of a drip
CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")


@dataclass(frozen=True)
class Request:
    """What a server was sent."""

    method: str
    path: str
    headers: dict
    body: bytes
    client: tuple


@dataclass(frozen=True)
class Reply:
    """What a server says; with `lost` it hangs up instead, and with `short` it promises more than it sends.

    With `drips` it sends one more blank every so often, for as long as anybody listens.
    """

    status: int = 200
    body: bytes = b""
    headers: dict = field(default_factory=dict)
    lost: bool = False
    short: bool = False
    drips: bool = False

    @classmethod
    def of(cls, message):
        return cls(200, encode(message).encode(), {"Content-Type": "application/json"})

    @classmethod
    def problem(cls, kind, status=409, **more):
        values = {"type": f"https://lowwater.example/problems/{kind}", "title": kind, "status": status} | more
        return cls(status, json.dumps(values).encode(), {"Content-Type": "application/problem+json"})


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        request = Request(self.command, self.path, dict(self.headers), body, self.client_address)
        reply = self.server.host.reply_to(request)
        if reply.lost:
            self.close_connection = True
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if "Transfer-Encoding" not in reply.headers:
            more = 60_000 if reply.drips else 10 if reply.short else 0
            self.send_header("Content-Length", str(len(reply.body) + more))
        self.end_headers()
        self.wfile.write(reply.body)
        while reply.drips and not self.server.host.closing.wait(DRIP):
            self.wfile.write(b" ")  # it fails once the other end has hung up
            self.server.host.dripped += 1
        self.close_connection = self.close_connection or reply.short

    do_GET = do_POST = do_DELETE = handle_any  # noqa: N815

    def do_CONNECT(self):
        """As a proxy would: from here on the bytes are those of the server behind it, which is this one too."""
        request = Request(self.command, self.path, dict(self.headers), b"", self.client_address)
        self.server.host.seen.append(request)
        self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        self.close_connection = False
        self.connection = self.request = self.server.host.context.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)

    def finish(self):
        super().finish()
        self.connection.close()

    def log_message(self, *_about):
        """Say nothing."""


class Host:
    """A server that answers from a list, the last reply for ever, or as it is told; and keeps what it was sent."""

    def __init__(self, context=None, *, tunnels=False):
        self.seen, self.replies, self.answer, self.context = [], [], None, context
        self.closing, self.dripped = threading.Event(), 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads, self._server.host = True, self
        if context is not None and not tunnels:
            self._server.socket = context.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )
        self._server.handle_error = lambda *_about: None
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    @property
    def port(self):
        return self._server.server_address[1]

    @property
    def url(self):
        return f"http{'s' if self.context else ''}://127.0.0.1:{self.port}"

    def says(self, *replies):
        self.replies = list(replies)

    def reply_to(self, request):
        self.seen.append(request)
        if self.answer is not None:
            return self.answer(request)
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    def close(self):
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def make_host():
    hosts = []

    def make(*context, **options):
        hosts.append(Host(*context, **options))
        return hosts[-1]

    yield make
    for host in hosts:
        host.close()


@pytest.fixture
def host(make_host):
    return make_host()


@pytest.fixture
def reply():
    return Reply


class Time:
    """A clock that moves only while somebody sleeps, and remembers how long."""

    def __init__(self):
        self.now, self.slept = 0.0, []

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def retrying(time):
    return Retrying(sleep=time.sleep, chance=lambda: 1.0, clock=time.clock)


@pytest.fixture
def pace(time):
    return Pace(clock=time.clock, sleep=time.sleep, chance=lambda: 0.0)


@pytest.fixture
def open_http(retrying):
    """Connections that are closed in the end."""
    made = []

    def connect(server, **options):
        made.append(Http(server, **{"retrying": retrying} | options))
        return made[-1]

    yield connect
    for http in made:
        http.close()


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "ledger.jsonl", durable=False)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """A certificate that signs itself, for this machine and for survey.test, with its key."""
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl command here, so no certificate to test TLS with")
    folder = tmp_path_factory.mktemp("tls")
    names = "subjectAltName=DNS:survey.test,IP:127.0.0.1"
    made = ["-x509", *CURVE, "-nodes", "-days", "2", "-subj", "/CN=survey.test", "-addext", names]
    subprocess.run(
        ["openssl", "req", *made, "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],  # noqa: S607
        check=True,
        capture_output=True,
    )
    return folder / "cert.pem", folder / "key.pem"


@pytest.fixture
def tls(certificate):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    return context


class Survey:
    """A small honest survey: each name is asked its questions in turn, and each answer counts once."""

    def __init__(self, name="youngest", answers=1, loss=COIN.loss, coin=COIN, seconds=60.0):
        self.terms = TermsMessage.of(
            Terms(Domain(0, 8), "refuse", answers, loss, loss * answers), TextsMessage("How old?")
        )
        self.name, self.seconds, self.places, self.fates = name, seconds, [], []
        self.questions = [QuestionMessage(number, 0, (4.0,), coin.table) for number in range(answers)]
        self.counted, self.check_ins, self.posted = {}, [], []
        self.recruiting, self.access = "rolling", "open"

    @property
    def message(self):
        how = (self.recruiting, self.access)
        return SurveyMessage(self.name, self.terms, hash_of(self.terms), *how, "open")

    def __call__(self, request):
        parts = request.path.split("/")
        if self.name != parts[3]:
            return Reply.problem("no-survey", 404)
        if request.method == "GET":
            return Reply.of(self.message)
        if parts[4] == "check-in":
            return self.place(decode(CheckInMessage, request.body))
        return self.take(decode(PostedMessage, request.body))

    def place(self, message):
        self.check_ins.append(message)
        if self.places:
            return Reply.of(self.places.pop(0))
        open_ones = [asked for asked in self.questions if (message.name, asked.round) not in self.counted]
        if not open_ones:
            return Reply.of(PlaceMessage("done", None, 0.0))
        return Reply.of(PlaceMessage("question", open_ones[0], self.seconds))

    def take(self, message):
        self.posted.append(message)
        known = self.counted.setdefault((message.name, message.answer.round), message)
        if self.fates:
            return self.fates.pop(0)
        if known != message:
            return Reply.problem("contradicted")
        return Reply.of(CountedMessage("counted" if known is message else "again"))


@pytest.fixture
def make_survey():
    return Survey


@pytest.fixture
def survey(host):
    """A survey of one answer, on the host."""
    host.answer = Survey()
    return host.answer


@pytest.fixture
def say(capfd, monkeypatch, tmp_path):
    """Run the command in an empty folder, within this process: its exit code, what it said, and what went wrong."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def command(*words, typed=""):
        monkeypatch.setattr(sys, "argv", ["lowwater", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            main()
        return (end.value.code or 0, *capfd.readouterr())

    return command


@pytest.fixture
def mine(tmp_path):
    """The ledger that the command uses where it is told of no other."""
    return Ledger(tmp_path / "data" / "lowwater" / "ledger.jsonl")


@pytest.fixture
def answer(host, survey, say):  # noqa: ARG001 - the survey is on the host
    def command(*words, typed="3\n", agreed=("--yes",)):
        return say("answer", host.url, "youngest", *agreed, *words, typed=typed)

    return command
