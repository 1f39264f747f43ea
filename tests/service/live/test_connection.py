"""A connection within limits: what is too long, too slow or too much at once is refused, and leaves nothing behind.

The server and its sockets are real, the application is as small as can be, and the limits are short.
"""

import asyncio
import contextlib
import json
import socket
import threading
import time

import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from lowwater.server.limits import Limits
from lowwater.server.serve import server

HEAD, LARGE, MANY = Limits().head, 20_000_000, 3000
GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
CHUNKED = b"POST /read HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
HALF = {
    "head": b"GET / HTTP/1.1\r\nHost: he",
    "body": b"POST /read HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nabc",
    "chunked body": CHUNKED + b"3\r\nabc\r\n",
    "trailers": CHUNKED + b"0\r\nx: y\r\n",
}


def _get(path=b"/", size=None):
    """A request, with a header that makes its head as long as it shall be."""
    start = b"GET " + path + b" HTTP/1.1\r\nHost: here\r\nX-Long: "
    return start + b"a" * (size - len(start) - 4) + b"\r\n\r\n"


class Small:
    """A server whose application says yes, reads, waits or says much."""

    def __init__(self, limits):
        self.gate = threading.Event()
        paths = {"/": self._yes, "/read": self._read, "/early": self._yes, "/wait": self._wait, "/large": self._large}
        routes = [Route(path, called, methods=["GET", "POST"]) for path, called in paths.items()]
        self._server = server(Starlette(routes=routes), limits)
        listening = socket.create_server(("127.0.0.1", 0))
        self.address = listening.getsockname()
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listening]})
        self._thread.start()

    async def _yes(self, _request):
        return PlainTextResponse("yes")

    async def _read(self, request):
        try:
            body = await request.body()
        except ClientDisconnect:
            return PlainTextResponse("nobody is there to read this")
        return JSONResponse({"size": len(body), "headers": sorted(request.headers)})

    async def _wait(self, _request):
        await asyncio.to_thread(self.gate.wait)
        return PlainTextResponse("waited")

    async def _large(self, _request):
        return PlainTextResponse("x" * LARGE)

    @property
    def connections(self):
        return list(self._server.server_state.connections)

    def until(self, done):
        """Look until it is so."""
        for _ in range(MANY):
            if done():
                return True
            time.sleep(0.01)  # the server's threads need the time that this does not take
        return False

    @contextlib.contextmanager
    def device(self, *sent):
        """A socket on which this was sent."""
        with socket.create_connection(self.address, timeout=60) as connection:
            for part in sent:
                connection.sendall(part)
            yield connection

    def ask(self, *sent):
        """All that is said to this, until the server hangs up."""
        with self.device(*sent) as device:
            return _replies(device)

    def close(self):
        self.gate.set()
        self._server.should_exit = True
        self._thread.join()


def _replies(device):
    """Statuses and documents of all replies on a socket, until its end."""
    replies, text = [], device.makefile("rb").read()
    while text:
        head, _, text = text.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        size = int(headers["content-length"])
        replies.append((int(first.split()[1]), headers, text[:size].decode()))
        text = text[size:]
    return replies


def _statuses(replies):
    return [status for status, _, _ in replies]


def _is_a_last_problem(reply):
    status, headers, text = reply
    document = json.loads(text)
    return (
        ("application/problem+json", "close") == (headers["content-type"], headers["connection"])
        and {"type", "title", "status", "detail"} == document.keys()
        and ("about:blank", status) == (document["type"], document["status"])
    )


@pytest.fixture
def make_small():
    with contextlib.ExitStack() as made:
        yield lambda **limits: made.enter_context(contextlib.closing(Small(Limits(**limits))))


@pytest.fixture(scope="module")
def patient():
    """A server with the limits of every day."""
    with contextlib.closing(Small(Limits())) as small:
        yield small


@pytest.fixture
def hasty(make_small):
    """A server that waits for nobody."""
    return make_small(head_seconds=0.2, body_seconds=0.2, unread_seconds=0.2, linger=0.2)


# Size.


@pytest.mark.parametrize("piece", [HEAD + 1, 4096, 1000])
@pytest.mark.parametrize(("size", "status"), [(HEAD, 200), (HEAD + 1, 431)])
def test_a_head_has_16_kib_and_not_a_byte_more(patient, size, status, piece):
    head = _get(size=size).replace(b"Host: here", b"Connection: close\r\nHost: here").replace(b"a" * 19, b"", 1)
    assert size == len(head)
    (reply,) = patient.ask(*(head[at : at + piece] for at in range(0, size, piece)))
    assert status == reply[0]


@pytest.mark.parametrize(
    "head",
    [
        _get(size=20_000),
        _get(b"/" + b"p" * 20_000, size=21_000),
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 4000,
        b"\r\n" * 9000,
    ],
    ids=["one header", "a path", "many headers", "empty lines"],
)
def test_whatever_makes_a_head_too_long_is_refused_with_a_problem_document(patient, head, caplog):
    (reply,) = patient.ask(head)
    assert (431, True) == (reply[0], _is_a_last_problem(reply))
    assert (1, True) == (len(caplog.records), "16,384" in caplog.text)


def test_whoever_goes_on_sending_is_told_nevertheless(patient):
    """Of much more than any buffer holds, the beginning is enough to refuse it."""
    with patient.device() as device:
        for _ in range(200):
            device.sendall(b"GET / HTTP/1.1\r\nX-Long: " + b"a" * 65536)
        assert [431] == _statuses(_replies(device))


def test_a_long_head_may_have_a_long_body_behind_it(patient):
    body = b"b" * 100_000
    head = _get(b"/read", 16_000).replace(b"Host: here", b"Content-Length: 100000\r\nConnection: close")
    ((status, _, text),) = patient.ask(head + body)
    assert (200, len(body)) == (status, json.loads(text)["size"])


def test_a_body_of_many_small_chunks_is_read(patient):
    sent = CHUNKED.replace(b"Host: here", b"Connection: close") + b"1\r\nx\r\n" * 20_000 + b"0\r\n\r\n"
    ((status, _, text),) = patient.ask(sent)
    assert (200, 20_000) == (status, json.loads(text)["size"])


@pytest.mark.parametrize(
    "rest",
    [b"3;" + b"e" * 40_000, b"3\r\nabc\r\n0\r\nX-Long: " + b"a" * 40_000, b"0\r\n" + b"a: b\r\n" * 7000],
    ids=["a chunk extension", "a trailer", "many trailers"],
)
def test_what_else_stands_around_a_body_is_no_longer_than_a_head(patient, rest):
    (reply,) = patient.ask(CHUNKED, rest)
    assert (431, True) == (reply[0], _is_a_last_problem(reply))


def test_a_trailer_is_no_header(patient):
    sent = CHUNKED.replace(b"Host: here", b"Connection: close") + b"3\r\nabc\r\n0\r\nAuthorization: Bearer x\r\n\r\n"
    ((_, _, text),) = patient.ask(sent)
    assert {"size": 3, "headers": ["connection", "transfer-encoding"]} == json.loads(text)


@pytest.mark.parametrize("size", [17_000, 40_000])
def test_the_head_of_a_pipelined_request_is_counted_too(patient, size):
    replies = patient.ask(GET + _get(size=size))
    assert ([200, 431], True) == (_statuses(replies), _is_a_last_problem(replies[-1]))


@pytest.mark.parametrize("text", [b"NONSENSE\r\n\r\n", b"GET / HTTP/1.1\r\nno header\r\n\r\n", b"\x16\x03\x01\x02\x00"])
def test_what_is_no_http_is_told_so_in_a_problem_document(patient, text, caplog):
    (reply,) = patient.ask(text)
    assert (400, True, 1) == (reply[0], _is_a_last_problem(reply), len(caplog.records))


@pytest.mark.parametrize("before", [b"", GET, GET * 3])
def test_a_chunk_that_is_none_is_told_so_after_the_replies_before_it(patient, before):
    replies = patient.ask(before + CHUNKED + b"no size\r\n")
    assert [200] * before.count(GET) + [400] == _statuses(replies)


def test_no_protocol_is_switched_to(patient, caplog):
    """What comes behind such a request is not read as another one."""
    upgrade = b"POST /read HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    replies = patient.ask(upgrade + b"Content-Length: 33\r\n\r\n" + GET)
    assert ([200], "close", []) == (_statuses(replies), replies[0][1]["connection"], caplog.records)


# Time.


@pytest.mark.parametrize("kind", HALF)
def test_half_a_request_is_refused_in_time(hasty, kind, caplog):
    (reply,) = hasty.ask(HALF[kind])
    assert (408, True, 1) == (reply[0], _is_a_last_problem(reply), len(caplog.records))


@pytest.mark.parametrize("kind", HALF)
def test_half_a_request_after_a_whole_one_is_refused_in_time(hasty, kind):
    assert [200, 408] == _statuses(hasty.ask(GET, HALF[kind]))


def test_half_a_request_behind_one_that_waits_is_refused_after_its_reply(hasty):
    with hasty.device(GET.replace(b"/", b"/wait", 1) + HALF["body"]) as device:
        assert hasty.until(lambda: any(connection.pipeline for connection in hasty.connections))
        hasty.gate.set()
        assert [200, 408] == _statuses(_replies(device))


@pytest.mark.parametrize("sent", [b"", b"\r\n"], ids=["nothing", "an empty line"])
def test_whoever_says_nothing_is_hung_up_on(hasty, sent):
    with hasty.device(sent) as device:
        assert device.recv(1000)[:12] in (b"", b"HTTP/1.1 408")


def test_a_request_that_drips_in_has_no_more_time(hasty):
    with hasty.device(b"GET / HTTP/1.1\r\nX-Long: ") as device:
        device.settimeout(0.02)
        for _ in range(MANY):
            with contextlib.suppress(TimeoutError):
                assert device.recv(1000).startswith(b"HTTP/1.1 408")
                return
            device.sendall(b"a")
    raise AssertionError("this request drips for ever")


def test_whoever_waits_for_us_is_not_late(hasty):
    with hasty.device(b"GET /wait HTTP/1.1\r\nConnection: close\r\n\r\n") as device:
        time.sleep(1)  # five times the limit: no clock but the event loop's own can be asked to pass
        hasty.gate.set()
        assert [200] == _statuses(_replies(device))


def test_a_body_that_nobody_wanted_keeps_no_connection_open(hasty):
    """The reply came before the body did; there is no next reply after which to wait for a request."""
    sent = b"POST /early HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\n\r\n"
    with hasty.device(sent) as device:
        assert device.recv(1000).startswith(b"HTTP/1.1 200")
        device.sendall(b"abc")
        assert b"" == device.recv(1000)


def test_half_requests_leave_nothing_behind(hasty):
    with contextlib.ExitStack() as opened:
        for number in range(60):
            opened.enter_context(hasty.device(HALF[("head", "body", "trailers")[number % 3]]))
        assert hasty.until(lambda: len(hasty.connections) > 0)
        assert hasty.until(lambda: not hasty.connections)


# Replies that nobody reads.


def test_a_reply_that_nobody_reads_is_dropped(hasty, caplog):
    with hasty.device(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n"):
        assert hasty.until(lambda: hasty.connections)
        assert hasty.until(lambda: not hasty.connections)
    assert 1 == sum("was not read" in message for message in caplog.messages)


def test_a_reply_that_is_read_slowly_is_read_to_its_end(make_small):
    small, size = make_small(unread_seconds=0.5, unread=1000), 0
    with small.device(b"GET /large HTTP/1.1\r\nConnection: close\r\n\r\n") as device:
        for _ in range(MANY):
            size += len(part := device.recv(200_000))
            if not part:
                break
            time.sleep(0.01)  # all of it takes twice the limit and more
    assert size > LARGE


# Pipelining.


def test_pipelined_requests_are_answered_in_order(patient):
    paths = (b"/", b"/read", b"/none", b"/", b"/none", b"/read", b"/", b"/none", b"/")
    sent = b"".join(GET.replace(b"/", path, 1) for path in paths)
    replies = patient.ask(sent[:-2] + b"Connection: close\r\n\r\n")
    assert [404 if path == b"/none" else 200 for path in paths] == _statuses(replies)


def test_more_than_that_at_once_is_refused_after_the_others(patient, caplog):
    replies = patient.ask(GET * 1000)
    assert ([200] * 9 + [429], True) == (_statuses(replies), _is_a_last_problem(replies[-1]))
    assert 1 == len(caplog.records)


# The log.


def test_the_log_has_few_lines_however_many_are_refused(make_small, caplog):
    small = make_small()
    for _ in range(60):
        small.ask(b"NONSENSE\r\n\r\n")
    assert 20 <= len(caplog.records) < 40
