"""Http: messages over a real connection, which is kept, and what is tried again and what is not."""

import json
import re
from email.utils import formatdate
from pathlib import Path

import pytest

from lowwater import errors
from lowwater.client.http import MOST
from lowwater.client.problems import name_of
from lowwater.client.retry import Retrying
from lowwater.errors import BadMessage, Moved, NotOpen, TooLate, Unreachable, YourFault
from lowwater.wire import CheckInMessage, CountedMessage, decode

DOCS = Path(__file__).parents[2] / "docs"
PATH = "/v1/surveys/youngest/answers"
CHECK_IN = CheckInMessage("n" * 32, None)
COUNTED = CountedMessage("counted")


@pytest.fixture
def http(host, open_http):
    return open_http(host.url)


def test_a_message_goes_there_and_another_comes_back(host, http, reply):
    host.says(reply.of(COUNTED))
    assert COUNTED == http.post(CountedMessage, PATH, CHECK_IN)
    (request,) = host.seen
    assert ("POST", PATH, CHECK_IN) == (request.method, request.path, decode(CheckInMessage, request.body))
    assert "application/json" == request.headers["Content-Type"]


def test_a_message_is_read_without_sending_one(host, http, reply):
    host.says(reply.of(COUNTED))
    assert COUNTED == http.get(CountedMessage, PATH)
    assert ("GET", b"") == (host.seen[0].method, host.seen[0].body)


def test_a_device_tells_nothing_about_itself_but_what_it_wants(host, http, reply):
    host.says(reply.of(COUNTED))
    http.get(CountedMessage, PATH)
    assert {"Host", "Accept", "Accept-Encoding"} == set(host.seen[0].headers)


def test_the_connection_is_kept_between_requests(host, http, reply):
    host.says(reply.of(COUNTED))
    for _ in range(3):
        http.get(CountedMessage, PATH)
    assert 1 == len({request.client for request in host.seen})


def test_a_server_may_live_in_a_folder(host, open_http, reply):
    host.says(reply.of(COUNTED))
    open_http(f"{host.url}/surveys/").get(CountedMessage, PATH)
    assert f"/surveys{PATH}" == host.seen[0].path


def test_a_connection_opens_again_after_it_was_closed(host, http, reply):
    host.says(reply.of(COUNTED))
    with http:
        http.get(CountedMessage, PATH)
    assert COUNTED == http.get(CountedMessage, PATH)


# Again


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_what_may_pass_is_tried_again(host, http, reply, status):
    host.says(reply(status), reply(status), reply.of(COUNTED))
    assert COUNTED == http.get(CountedMessage, PATH)
    assert 3 == len(host.seen)


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 409, 410, 418, 500, 501, 599])
def test_what_will_not_pass_is_not_tried_again(host, http, reply, status):
    host.says(reply(status))
    with pytest.raises(Unreachable, match=rf"^{host.url} says {status} .*, and not in the way of a Lowwater server"):
        http.get(CountedMessage, PATH)
    assert 1 == len(host.seen)


@pytest.mark.parametrize("loss", [{"lost": True}, {"short": True}])
def test_a_lost_reply_is_asked_for_again_with_the_same_words(host, http, reply, loss):
    host.says(reply(200, b"{", **loss), reply.of(COUNTED))
    assert COUNTED == http.post(CountedMessage, PATH, CHECK_IN)
    first, second = host.seen
    assert first.body == second.body


def test_pauses_double_up_to_half_a_minute(host, open_http, reply, time):
    host.says(reply(503))
    with pytest.raises(Unreachable, match="says 503 Service Unavailable"):
        open_http(host.url, retrying=Retrying(9, time.sleep, lambda: 1.0, within=999)).get(CountedMessage, PATH)
    assert [0.5, 1, 2, 4, 8, 16, 30, 30] == time.slept


def test_pauses_are_random_from_nought_on(host, open_http, reply, time):
    host.says(reply(503))
    luck = iter([0.0, 0.25, 0.5])
    with pytest.raises(Unreachable):
        open_http(host.url, retrying=Retrying(4, time.sleep, lambda: next(luck))).get(CountedMessage, PATH)
    assert [0.0, 0.25, 1.0] == time.slept


@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_says_when_to_come_again_is_taken_at_its_word(host, http, reply, time, status):
    host.says(reply(status, headers={"Retry-After": "7"}), reply.of(COUNTED))
    http.get(CountedMessage, PATH)
    assert [7.5] == time.slept


def test_a_server_may_say_a_date(host, http, reply, time):
    host.says(reply(503, headers={"Retry-After": formatdate(0, usegmt=True)}), reply.of(COUNTED))
    http.get(CountedMessage, PATH)
    assert [0.5] == time.slept


def test_a_server_that_wants_to_be_left_alone_for_long_is(host, http, reply, time):
    host.says(reply(503, headers={"Retry-After": "3600"}))
    with pytest.raises(Unreachable):
        http.get(CountedMessage, PATH)
    assert (1, []) == (len(host.seen), time.slept)


def test_a_server_that_is_not_there_is_tried_and_named(make_host, open_http, time):
    gone = make_host()
    gone.close()
    with pytest.raises(Unreachable, match=rf"^{gone.url} cannot be reached: .*refused"):
        open_http(gone.url).get(CountedMessage, PATH)
    assert 5 == len(time.slept)


def test_a_server_that_says_nothing_is_given_up(host, open_http, reply, time):
    host.says(reply(lost=True))
    with pytest.raises(Unreachable, match="cannot be reached: Remote end closed connection without response"):
        open_http(host.url).get(CountedMessage, PATH)
    assert (6, 5) == (len(host.seen), len(time.slept))


# Nonsense


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"<html>", b"\xff\xfe", b'{"status":"counted"}', b"[" * 9999, b"9" * 9999],
    ids=lambda b: b[:9],
)
def test_nonsense_is_called_that_and_not_tried_again(host, http, reply, body):
    host.says(reply(200, body))
    with pytest.raises(Unreachable, match="does not answer as a Lowwater server does"):
        http.get(CountedMessage, PATH)
    assert 1 == len(host.seen)


@pytest.mark.parametrize("status", [200, 404])
def test_a_reply_that_is_too_long_is_not_read(host, http, reply, status):
    host.says(reply(status, b" " * (MOST + 1)), reply.of(COUNTED))
    with pytest.raises(Unreachable, match=r"more than 65,536 bytes; no message is that long"):
        http.get(CountedMessage, PATH)
    assert COUNTED == http.get(CountedMessage, PATH)


def test_a_reply_without_a_length_is_not_read_past_the_most_either(host, http, reply):
    chunk = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
    host.says(reply(200, chunk * 9 + b"0\r\n\r\n", {"Transfer-Encoding": "chunked"}))
    with pytest.raises(Unreachable, match="more than 65,536 bytes"):
        http.get(CountedMessage, PATH)


def test_a_reply_in_pieces_is_read(host, http, reply):
    text = reply.of(COUNTED).body
    host.says(reply(200, b"%x\r\n%s\r\n0\r\n\r\n" % (len(text), text), {"Transfer-Encoding": "chunked"}))
    assert COUNTED == http.get(CountedMessage, PATH)


# Problems


TABLE = re.findall(
    r"^`/problems/([a-z-]+)`, status (\d+), `(\w+)`$",
    (DOCS / "reference" / "problems.md").read_text("utf-8"),
    re.MULTILINE,
)


@pytest.mark.parametrize(("kind", "status", "name"), TABLE, ids=[kind for kind, _, _ in TABLE])
def test_every_problem_there_is_becomes_its_error_with_the_servers_words(host, http, reply, kind, status, name):
    host.says(reply.problem(kind, int(status), detail="the round is over"))
    with pytest.raises(getattr(errors, name), match=r"^the round is over$") as raised:
        http.get(CountedMessage, PATH)
    assert name == raised.type.__name__


@pytest.mark.parametrize("name", ["BadPlan", "BadEpsilon", "BadDomain", "BadRandomizer", "BadTerms", "Refused"])
def test_what_has_no_page_of_its_own_becomes_its_error_too(host, http, reply, name):
    host.says(reply.problem(name_of(getattr(errors, name)), 422, detail="epsilon=0"))
    with pytest.raises(getattr(errors, name), match=r"^epsilon=0$") as raised:
        http.get(CountedMessage, PATH)
    assert (name, 1) == (raised.type.__name__, len(host.seen))


@pytest.mark.parametrize("kind", ["grant-spent", "off-terms", "their-fault", "bad-ledger", "unreachable", "made-up"])
def test_a_server_has_no_say_in_what_a_device_finds_out_by_itself(host, http, reply, kind):
    host.says(reply.problem(kind, 409, detail="your grant is spent"))
    with pytest.raises(Unreachable, match=r" says 409 Conflict: your grant is spent$"):
        http.get(CountedMessage, PATH)


def test_a_survey_that_was_changed_in_between_is_looked_at_again(host, http, reply):
    host.says(reply.problem("moved"), reply.of(COUNTED))
    assert COUNTED == http.post(CountedMessage, PATH, CHECK_IN)


def test_a_survey_that_is_always_changed_in_between_is_given_up(host, http, reply):
    host.says(reply.problem("moved", detail="look again"))
    with pytest.raises(Moved, match="look again"):
        http.post(CountedMessage, PATH, CHECK_IN)
    assert 6 == len(host.seen)


def test_a_problem_without_words_has_those_of_its_error(host, http, reply):
    host.says(reply.problem("too-late", title=None))
    with pytest.raises(TooLate, match="That round is over, or the lease ran out"):
        http.get(CountedMessage, PATH)


def test_a_problem_that_passes_is_tried_again_before_it_becomes_its_error(host, http, reply):
    host.says(reply.problem("not-open", 503, detail="paused"))
    with pytest.raises(NotOpen, match="paused"):
        http.get(CountedMessage, PATH)
    assert 6 == len(host.seen)


def test_a_problem_may_say_which_text_it_is(host, http, reply):
    details = reply.problem("too-late")
    host.says(reply(409, details.body, {"Content-Type": "Application/Problem+JSON; charset=utf-8"}))
    with pytest.raises(TooLate):
        http.get(CountedMessage, PATH)


def test_what_the_server_was_sent_may_be_wrong(host, http, reply):
    host.says(reply.problem("bad-message", 400, detail="round=-1"))
    with pytest.raises(BadMessage, match="round=-1"):
        http.post(CountedMessage, PATH, CHECK_IN)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"type": "about:blank", "detail": "no room"}, "says 409 Conflict: no room"),
        ({"detail": 7}, "says 409 Conflict: 7"),
        ({}, "says 409 Conflict: no more than that"),
        ([], "not in the way of a Lowwater server"),
        (None, "not in the way of a Lowwater server"),
    ],
)
def test_any_other_problem_is_passed_on_in_a_sentence(host, http, reply, message, words):
    host.says(reply(409, json.dumps(message).encode(), {"Content-Type": "application/problem+json"}))
    with pytest.raises(Unreachable, match=words):
        http.get(CountedMessage, PATH)


def test_a_problem_that_is_no_json_is_called_that(host, http, reply):
    host.says(reply(409, b"[" * 9999, {"Content-Type": "application/problem+json"}))
    with pytest.raises(Unreachable, match="not in the way of a Lowwater server"):
        http.get(CountedMessage, PATH)


def test_a_servers_words_cannot_move_the_cursor_or_fill_the_screen(host, http, reply):
    host.says(reply.problem("too-late", detail="\x1b[2Jgone\r\n" + "!" * 9999))
    with pytest.raises(TooLate) as raised:
        http.get(CountedMessage, PATH)
    assert str(raised.value).startswith(" [2Jgone  !!!")
    assert 303 == len(str(raised.value))


# Plain and encrypted


@pytest.mark.parametrize("server", ["http://survey.example.org", "http://127.0.0.2", "http://192.168.0.7:8000"])
def test_what_is_not_encrypted_stays_on_this_machine(server, open_http):
    with pytest.raises(YourFault, match=f"^{server} is not encrypted: .*give its https:// address"):
        open_http(server)


@pytest.mark.parametrize("server", ["http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"])
def test_this_machine_may_be_spoken_to_plainly(server, open_http):
    assert server == open_http(server).server


def test_a_certificate_that_nobody_vouches_for_is_refused_at_once(make_host, tls, open_http, reply, time):
    host = make_host(tls)
    host.says(reply.of(COUNTED))
    with pytest.raises(Unreachable, match=r"cannot prove who it is: self.signed certificate; .*give that"):
        open_http(host.url).get(CountedMessage, PATH)
    assert ([], []) == (host.seen, time.slept)


def test_a_certificate_of_ones_own_authority_is_accepted(make_host, tls, certificate, open_http, reply):
    host = make_host(tls)
    host.says(reply.of(COUNTED))
    assert COUNTED == open_http(host.url, ca=str(certificate[0])).get(CountedMessage, PATH)


def test_a_certificate_for_another_name_is_refused(make_host, tls, certificate, open_http, reply):
    host = make_host(tls)
    host.says(reply.of(COUNTED))
    with pytest.raises(Unreachable, match="cannot prove who it is: Hostname mismatch"):
        open_http(f"https://localhost:{host.port}", ca=str(certificate[0])).get(CountedMessage, PATH)
    assert [] == host.seen


@pytest.mark.parametrize("text", [None, "no certificate"])
def test_a_file_without_certificates_is_refused(tmp_path, open_http, text):
    if text is not None:
        (tmp_path / "ca.pem").write_text(text)
    with pytest.raises(YourFault, match=r"ca='.*ca.pem' cannot be used: .*; give a file of certificates in PEM"):
        open_http("https://survey.example.org", ca=str(tmp_path / "ca.pem"))


# Proxies


@pytest.fixture
def without_proxies(monkeypatch):
    for name in ("http_proxy", "https_proxy", "no_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return monkeypatch


def test_a_proxy_is_asked_for_the_whole_address(host, open_http, reply, without_proxies):
    without_proxies.setenv("http_proxy", host.url)
    host.says(reply.of(COUNTED))
    assert COUNTED == open_http("http://survey.test/in", insecure=True).get(CountedMessage, PATH)
    assert f"http://survey.test/in{PATH}" == host.seen[0].path
    assert "Proxy-Authorization" not in host.seen[0].headers


def test_a_proxy_is_told_who_asks(host, open_http, reply, without_proxies):
    without_proxies.setenv("http_proxy", f"ann:s%20cret@127.0.0.1:{host.port}")
    host.says(reply.of(COUNTED))
    open_http("http://survey.test", insecure=True).get(CountedMessage, PATH)
    assert "Basic YW5uOnMgY3JldA==" == host.seen[0].headers["Proxy-Authorization"]


def test_a_proxy_of_encrypted_words_sees_the_name_of_the_server_alone(
    make_host, tls, certificate, open_http, reply, without_proxies
):
    proxy = make_host(tls, tunnels=True)
    proxy.says(reply.of(COUNTED))
    without_proxies.setenv("https_proxy", f"http://ann@127.0.0.1:{proxy.port}")
    http = open_http("https://survey.test", ca=str(certificate[0]))
    assert [COUNTED, COUNTED] == [http.get(CountedMessage, PATH) for _ in range(2)]
    asked, *rest = proxy.seen
    assert ("CONNECT", "survey.test:443") == (asked.method, asked.path)
    assert "Basic YW5uOg==" == asked.headers["Proxy-Authorization"]
    assert [PATH, PATH] == [request.path for request in rest]
    assert [] == [request for request in rest if "Proxy-Authorization" in request.headers]


def test_a_server_on_the_list_of_exceptions_is_not_asked_for_through_a_proxy(host, open_http, reply, without_proxies):
    without_proxies.setenv("http_proxy", host.url)
    without_proxies.setenv("no_proxy", "127.0.0.2")
    host.says(reply.of(COUNTED))
    with pytest.raises(Unreachable, match=r"^http://127\.0\.0\.2:1 cannot be reached: .*"):
        open_http("http://127.0.0.2:1", insecure=True).get(CountedMessage, PATH)
    assert [] == host.seen


def test_what_is_not_encrypted_does_not_leave_this_machine_through_a_proxy(host, open_http, reply, without_proxies):
    without_proxies.setenv("http_proxy", "http://127.0.0.1:1")
    host.says(reply.of(COUNTED))
    assert COUNTED == open_http(host.url).get(CountedMessage, PATH)


@pytest.mark.parametrize(
    "proxy", ["socks5://ann:secret@127.0.0.1:1080", "http://", "http://ann:secret@[::1", "http://a:x"]
)
def test_a_proxy_that_cannot_be_used_is_refused_without_its_password(proxy, open_http, without_proxies):
    without_proxies.setenv("https_proxy", proxy)
    with pytest.raises(YourFault, match="the proxy of https_proxy cannot be used; give one such as http://") as raised:
        open_http("https://survey.test")
    assert "secret" not in str(raised.value)
