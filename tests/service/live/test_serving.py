"""A server is a process that ends well when it is told to, and listens where it says."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from lowwater.server.serve import address_of, listen

SERVING = """
import json, sys
from lowwater.server.config import Config
from lowwater.server.serve import serve
serve(Config(**json.loads(sys.argv[1])))
"""


class Process:
    """A server in a process of its own, and its log."""

    def __init__(self, database, **words):
        settings = {"database": str(database), "port": 0, "public_url": "https://survey.example.org"} | words
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVING, json.dumps(settings)], stderr=subprocess.PIPE, text=True
        )
        self.first = json.loads(self.process.stderr.readline())
        where = urlsplit(self.first["address"])
        self.host, self.port = where.hostname, where.port

    def connection(self):
        return closing(http.client.HTTPConnection(self.host, self.port, timeout=60))

    def ended(self, how):
        """Its exit code, and the rest of its log."""
        self.process.send_signal(how)
        return self.process.wait(), [json.loads(line) for line in self.process.stderr]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


def _until_nobody_gets_in(server):
    """Until it no longer listens, whichever way that shows."""
    with suppress(OSError):
        while True:
            socket.create_connection((server.host, server.port), timeout=60).close()


@pytest.fixture
def start(file):
    made = []

    def make(**words):
        made.append(Process(file, **words))
        return made[-1]

    yield make
    for item in made:
        item.close()


def _has_ipv6():
    try:
        with closing(socket.create_server(("::1", 0), family=socket.AF_INET6)):
            return True
    except OSError:
        return False


needs_ipv6 = pytest.mark.skipif(not _has_ipv6(), reason="this machine has no IPv6")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_a_server_that_is_told_to_stop_ends_well_and_says_so(start, how):
    server = start()
    with server.connection() as connection:
        connection.request("GET", "/healthz")
        assert 200 == connection.getresponse().status
        code, log = server.ended(how)
    assert (0, ["stopped"]) == (code, [line["message"] for line in log])


def test_its_first_line_says_that_it_started_and_where(start):
    server = start()
    wanted = r"started: serving at http://127\.0\.0\.1:\d+ \(schema \d+\)"
    assert re.fullmatch(wanted, server.first["message"]), server.first
    assert "info" == server.first["level"]


def test_a_request_that_is_being_answered_is_finished_first(start):
    """Half of it is there when the server is told to stop, and the rest comes after."""
    server = start()
    body = json.dumps({"name": "a" * 32, "invitation": None, "version": "lowwater/2"}).encode()
    head = (
        f"POST /v1/surveys/nowhere/check-in HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((server.host, server.port), timeout=60) as device:
        device.sendall(head.encode() + body[:5])
        with server.connection() as other:  # so that the server has seen the first half
            other.request("GET", "/healthz")
            other.getresponse().read()
        server.process.send_signal(signal.SIGTERM)
        _until_nobody_gets_in(server)
        device.sendall(body[5:])
        details = device.makefile("rb").read()
    assert (True, True, 0) == (details.startswith(b"HTTP/1.1 404"), b"no-survey" in details, server.process.wait())


def test_what_is_said_before_there_is_a_request_is_a_line_of_json_too(start):
    server = start()
    with socket.create_connection((server.host, server.port), timeout=60) as device:
        device.sendall(b"NONSENSE\r\n\r\n")
        assert device.recv(4096).startswith(b"HTTP/1.1 400")
    _, log = server.ended(signal.SIGTERM)
    wanted = "a request was refused with status 400: what came is not HTTP/1.1; nothing of it was done"
    assert [wanted, "stopped"] == [line["message"] for line in log]


HALF = [
    b"GET /healthz HTTP/1.1\r\nHost: he",
    b"POST /v1/surveys/a/check-in HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\nabc",
    b"GET /healthz HTTP/1.1\r\n\r\nGET /healthz HTTP/1.1\r\n",
]


@pytest.mark.parametrize("half", HALF, ids=["a head", "a body", "a second head"])
def test_half_requests_do_not_delay_a_stop(start, half):
    """They have 2 seconds; what is being answered has 20."""
    server = start()
    with ExitStack() as opened:
        for _ in range(50):
            device = opened.enter_context(socket.create_connection((server.host, server.port), timeout=60))
            device.sendall(half)
        with server.connection() as other:  # so that the server has seen them
            other.request("GET", "/healthz")
            other.getresponse().read()
        since = time.monotonic()
        code, log = server.ended(signal.SIGTERM)
    assert (0, "stopped", True) == (code, log[-1]["message"], time.monotonic() - since < 12)


def _resident(process):
    """The memory of a process, in megabytes."""
    (line,) = re.findall(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
    return int(line) / 1024


FLOODS = {
    "pipelined": (b"", b"GET /healthz HTTP/1.1\r\n\r\n" * 4000),
    "a header": (b"GET / HTTP/1.1\r\nX-Long: ", b"a" * 100_000),
    "a path": (b"GET /", b"a" * 100_000),
    "headers": (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 16_000),
    "a trailer": (b"POST /healthz HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Long: ", b"a" * 100_000),
}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read the way of Linux")
@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_on_one_connection_takes_no_memory(start, kind):
    """100 MB, or as many as the server lets in; nobody reads what it says to them."""
    server = start()
    first, more = FLOODS[kind]
    before = _resident(server.process)
    with socket.create_connection((server.host, server.port), timeout=2) as device, suppress(OSError):
        device.sendall(first)
        for _ in range(1000):
            device.sendall(more)
    grown = _resident(server.process) - before
    with server.connection() as other:
        other.request("GET", "/healthz")
        assert 200 == other.getresponse().status
    assert grown < 30, f"{grown:.0f} MB more than before"


def test_a_log_at_its_most_talkative_has_no_path_and_no_address_of_a_device(start):
    server = start(log="debug")
    with server.connection() as connection:
        for path in ("/v1/surveys/SECRET", "/healthz?token=SECRET", "/nowhere/SECRET"):
            connection.request("GET", path, headers={"Authorization": "Bearer SECRET"})
            connection.getresponse().read()
        port = connection.sock.getsockname()[1]
        code, log = server.ended(signal.SIGTERM)
    details = json.dumps(log)
    assert (0, True, False, False) == (code, len(log) > 3, "SECRET" in details, str(port) in details)


@needs_ipv6
def test_a_server_listens_on_ipv6_and_says_so(start):
    server = start(host="::1")
    assert f"http://[::1]:{server.port}" == server.first["address"]
    with server.connection() as connection:
        connection.request("GET", "/readyz")
        assert 200 == connection.getresponse().status


@needs_ipv6
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_all_addresses_of_ipv6_are_those_of_ipv4_too(host):
    with closing(listen("::", 0)) as result:
        port = result.getsockname()[1]
        assert f"http://[::]:{port}" == address_of("::", result)
        socket.create_connection((host, port), timeout=60).close()


@pytest.mark.skipif(os.name == "nt", reason="Windows lets two listen at one address")
def test_an_address_that_is_taken_is_refused():
    with closing(listen("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", taken.getsockname()[1])
