"""A server that takes its time, byte by byte, holds a device no longer than one deadline; real sockets, real drips."""

import socket
import threading
import time

import pytest

from lowwater.client import analyst_http
from lowwater.client.analyst_http import AnalystHttp
from lowwater.client.deadline import Deadline
from lowwater.client.http import Http
from lowwater.client.retry import Retrying
from lowwater.errors import Unreachable
from lowwater.wire import CountedMessage

PATH = "/v1/surveys/youngest"
COUNTED = CountedMessage("counted")
SHORT = 0.3  # seconds that an exchange gets here
LONG = 60.0  # seconds that a drip would last
BOUND = 20.0  # seconds after which a busy machine is no excuse
ONCE = Retrying(tries=1)

OK = b"HTTP/1.1 200 OK\r\n"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
DRIPS = {
    "status line": (b"HTTP/1.1 200 ", b"O"),
    "header": (OK + b"X: ", b"x"),
    "headers": (OK, b"X: x\r\n"),
    "body": (OK + b"Content-Length: 60000\r\n\r\n", b" "),
    "body without a length": (OK + b"\r\n", b" "),
    "chunks": (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "100 Continue": (b"", CONTINUE),
}


class Drip:
    """A server that says a beginning at once and then the same piece again and again, with `every` seconds between."""

    def __init__(self, head, piece, every=0.02, context=None):
        self._head, self._piece, self._every, self._context = head, piece, every, context
        self._over, self.callers = threading.Event(), []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._threads = [threading.Thread(target=self._listen)]
        self._threads[0].start()

    @property
    def port(self):
        return self._listening.getsockname()[1]

    def _listen(self):
        while True:
            caller, _ = self._listening.accept()
            if self._over.is_set():
                caller.close()
                return
            self.callers.append(caller)
            self._threads.append(threading.Thread(target=self._drip, args=(caller,)))
            self._threads[-1].start()

    def _drip(self, caller):
        until = time.monotonic() + LONG
        try:
            with caller if self._context is None else self._context.wrap_socket(caller, server_side=True) as sock:
                sock.sendall(self._head)
                while not self._over.wait(self._every) and time.monotonic() < until:
                    sock.sendall(self._piece)
        except OSError:  # the caller has had enough
            pass

    def close(self):
        self._over.set()
        socket.create_connection(("127.0.0.1", self.port)).close()
        for thread in self._threads:
            thread.join()
        self._listening.close()


@pytest.fixture
def drip():
    drips = []

    def make(*words, **options):
        drips.append(Drip(*words, **options))
        return drips[-1]

    yield make
    for drip in drips:
        drip.close()


@pytest.fixture
def ends():
    """What an act ends with; one that does not end fails the test."""

    def run(act):
        ended = []

        def attempt():
            try:
                ended.append(act())
            except Exception as error:
                ended.append(error)

        thread = threading.Thread(target=attempt, daemon=True)
        thread.start()
        thread.join(BOUND)
        return ended[0] if ended else pytest.fail("it is still being held")

    return run


def asked(server, **options):
    with Http(server, **{"timeout": SHORT, "retrying": ONCE} | options) as http:
        return http.get(CountedMessage, PATH)


def words_of(error):
    return type(error), str(error)


@pytest.mark.parametrize("kind", DRIPS)
def test_a_drip_is_left_after_one_deadline(drip, ends, kind):
    server = drip(*DRIPS[kind])
    error = ends(lambda: asked(f"http://127.0.0.1:{server.port}"))
    url = f"http://127.0.0.1:{server.port}"
    assert (Unreachable, f"{url} took too long: more than 0.3 seconds") == words_of(error)


@pytest.mark.parametrize(
    "kind", [*list(DRIPS)[:2], *(pytest.param(kind, marks=pytest.mark.long) for kind in list(DRIPS)[2:])]
)
def test_a_drip_behind_tls_is_left_too(drip, ends, tls, certificate, kind):
    server = drip(*DRIPS[kind], context=tls)
    error = ends(lambda: asked(f"https://127.0.0.1:{server.port}", ca=str(certificate[0]), timeout=0.6))
    assert (Unreachable, True) == (type(error), str(error).endswith("took too long: more than 0.6 seconds"))


def test_a_handshake_that_drips_is_left(drip, ends):
    server = drip(b"\x16\x03\x03\x3f\xff\x02\x00\x3f\xfb", b"\x00")
    error = ends(lambda: asked(f"https://127.0.0.1:{server.port}"))
    assert (Unreachable, True) == (type(error), "took too long" in str(error))


def test_a_proxy_that_drips_is_left(drip, ends, monkeypatch):
    proxy = drip(*DRIPS["status line"])
    monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{proxy.port}")
    error = ends(lambda: asked("https://survey.test"))
    assert (Unreachable, "https://survey.test took too long: more than 0.3 seconds") == words_of(error)


def test_a_proxy_that_will_not_pass_anything_on_is_heard_without_its_escapes(drip, ends, monkeypatch):
    proxy = drip(b"HTTP/1.1 407 Who \x1b[2J are you?\r\nContent-Length: 0\r\n\r\n", b"")
    monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{proxy.port}")
    error = ends(lambda: asked("https://survey.test", timeout=BOUND))
    text = "https://survey.test cannot be reached: the proxy says 407 Who  [2J are you?"
    assert (Unreachable, text) == words_of(error)


def test_a_server_that_is_no_server_cannot_move_the_cursor(drip, ends):
    server = drip(b"\x1b[2Jgone\r\n", b"")
    error = ends(lambda: asked(f"http://127.0.0.1:{server.port}", timeout=BOUND))
    assert (Unreachable, True) == (type(error), str(error).endswith("cannot be reached: [2Jgone"))


def test_a_flood_that_never_becomes_a_reply_is_cut_off_by_its_length(drip, ends):
    server = drip(b"", CONTINUE * 1000, every=0)
    error = ends(lambda: asked(f"http://127.0.0.1:{server.port}", timeout=LONG, retrying=Retrying()))
    url = f"http://127.0.0.1:{server.port}"
    assert (Unreachable, f"{url} answers with more than 262,144 bytes; no message is that long") == words_of(error)
    assert 1 == len(server.callers)


def test_a_server_that_drips_at_every_try_is_left_after_all_of_them_together(drip, ends):
    server = drip(*DRIPS["header"])
    patient = Retrying(tries=1000, chance=lambda: 0.0, within=1.0)
    error = ends(lambda: asked(f"http://127.0.0.1:{server.port}", retrying=patient))
    assert (Unreachable, True) == (type(error), "took too long" in str(error))
    assert 1 <= len(server.callers) <= 4


def test_a_kept_connection_has_a_deadline_for_each_request(host, open_http, reply):
    host.says(reply.of(COUNTED))
    http = open_http(host.url, timeout=1.0, retrying=ONCE)
    http.get(CountedMessage, PATH)
    time.sleep(1.1)  # the first deadline is over, by the clock of the system
    assert COUNTED == http.get(CountedMessage, PATH)
    assert 1 == len({request.client for request in host.seen})


def test_the_analysts_line_keeps_a_deadline_and_a_length(drip, ends, monkeypatch):
    monkeypatch.setattr(analyst_http, "_TIMEOUT", SHORT)
    slow, long = drip(*DRIPS["body"]), drip(OK + b"Content-Length: 99999999\r\n\r\n", b" " * 2**20, every=0)
    error = ends(lambda: AnalystHttp(f"http://127.0.0.1:{slow.port}", "key").get(PATH))
    assert (Unreachable, True) == (type(error), "took too long: more than 0.3 seconds; is `lowwater" in str(error))
    monkeypatch.setattr(analyst_http, "_TIMEOUT", BOUND)
    error = ends(lambda: AnalystHttp(f"http://127.0.0.1:{long.port}", "key").get(PATH))
    assert (Unreachable, True) == (type(error), "answers with more than 67,108,864 bytes" in str(error))


# Connecting


@pytest.fixture
def hole(host):
    """Another address with the port of the host, where nobody is let in."""
    with socket.create_server(("127.0.0.2", host.port), backlog=0) as full:
        waiting = [socket.socket() for _ in range(3)]
        for survey in waiting:
            survey.setblocking(False)
            survey.connect_ex(full.getsockname())
        yield "127.0.0.2"
        for survey in waiting:
            survey.close()


@pytest.fixture
def resolved(monkeypatch, host):
    """Let survey.test be at these addresses."""

    def at(*places):
        def look_up(name, *words, **options):
            if name != "survey.test":
                return result(name, *words, **options)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, host.port)) for place in places]

        result = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        return f"http://survey.test:{host.port}"

    return at


def test_a_hundred_addresses_that_let_nobody_in_take_no_longer_than_one(ends, hole, resolved):
    server = resolved(*[hole] * 100)
    error = ends(lambda: asked(server, insecure=True))
    assert (Unreachable, True) == (type(error), "took too long" in str(error))


def test_an_address_that_lets_nobody_in_leaves_time_for_the_next(ends, host, reply, hole, resolved):
    host.says(reply.of(COUNTED))
    server = resolved(hole, "127.0.0.1")
    assert COUNTED == ends(lambda: asked(server, insecure=True, timeout=2.0))


# The deadline itself


def test_a_deadline_says_what_is_left_until_nothing_is():
    now = [5.0]
    deadline = Deadline(2.0, lambda: now[0])
    now[0] = 6.5
    assert 0.5 == deadline.left()
    now[0] = 7.0
    with pytest.raises(TimeoutError, match="it took too long"):
        deadline.left()
