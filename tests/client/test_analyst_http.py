"""AnalystHttp: what an analyst's line says to a server, and where it never takes the key."""

import json

import pytest

from lowwater.cli.live.follow import PATIENCE, Follow
from lowwater.client.analyst import Analyst
from lowwater.client.analyst_http import AnalystHttp
from lowwater.errors import BadKey, BadPlan, BadStore, NoSurvey, NotAllowed, Unreachable, YourFault
from lowwater.wire import BeatLine, EventLine, ProgressLine
from vectors.make.samples import EVENT, MESSAGES, STANDING

KEY = "lw-secret"


@pytest.fixture
def admin(host):
    return AnalystHttp(host.url, KEY)


def says(reply, value):
    return reply(200, json.dumps(value).encode(), {"Content-Type": "application/json"})


def test_the_key_goes_with_every_request(host, admin, reply):
    host.says(says(reply, ["one"]))
    assert [["one"]] * 3 == [
        admin.get("/v1/surveys"),
        admin.post("/v1/surveys", {"a": 1}),
        admin.delete("/v1/surveys/x"),
    ]
    assert ["GET", "POST", "DELETE"] == [request.method for request in host.seen]
    assert {f"Bearer {KEY}"} == {request.headers["Authorization"] for request in host.seen}
    assert {"a": 1} == json.loads(host.seen[1].body)


def test_an_empty_reply_says_nothing(host, admin, reply):
    host.says(reply(204))
    assert None is admin.delete("/v1/surveys/x")


def test_server_and_key_come_from_the_environment(host, reply, monkeypatch):
    monkeypatch.setenv("LOWWATER_SERVER", host.url + "/")
    monkeypatch.setenv("LOWWATER_KEY", f"{KEY}\n")
    host.says(says(reply, 1))
    assert (host.url, 1) == (AnalystHttp(None).server, AnalystHttp(None).get("/v1/surveys"))
    assert f"Bearer {KEY}" == host.seen[0].headers["Authorization"]


def test_without_a_key_nobody_is_asked(host, monkeypatch):
    monkeypatch.delenv("LOWWATER_KEY", raising=False)
    with pytest.raises(BadKey, match=r"^no API key; make one with `lowwater key make NAME` and put it into LOW"):
        AnalystHttp(host.url)


@pytest.mark.parametrize("key", ["lw_secret\nx", "lw_secret x", "lw_\udcff", "lw_größe", "lw_secret\x00"])
def test_what_is_no_key_is_refused_without_naming_it(host, key):
    with pytest.raises(
        BadKey, match=r"^what LOWWATER_KEY holds is no API key: one is letters, digits, - and _"
    ) as caught:
        AnalystHttp(host.url, key)
    assert key[:4] not in str(caught.value)


@pytest.mark.parametrize("server", ["http://survey.example.org", "http://192.168.0.7:8770", "http://127.0.0.1.example"])
def test_a_key_is_not_sent_over_a_network_in_the_clear(server):
    with pytest.raises(YourFault, match=r" is not encrypted: .*; give its https:// address"):
        AnalystHttp(server, KEY)


@pytest.mark.parametrize("server", ["survey.example.org", "ftp://survey.example.org", "http://ada@127.0.0.1"])
def test_what_is_no_address_is_called_that(server):
    with pytest.raises(YourFault, match="give an address such as https://"):
        AnalystHttp(server, KEY)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_and_the_key_stays(make_host, host, admin, reply, status):
    elsewhere = make_host()
    elsewhere.says(says(reply, "got it"))
    host.says(reply(status, headers={"Location": f"{elsewhere.url}/v1/surveys"}))
    with pytest.raises(Unreachable, match=f"says {status} "):
        admin.get("/v1/surveys")
    assert [] == elsewhere.seen


def test_a_proxy_gets_no_key_that_stays_on_this_machine(make_host, host, reply, monkeypatch):
    proxy = make_host()
    monkeypatch.setenv("http_proxy", proxy.url)
    host.says(says(reply, 1))
    assert 1 == AnalystHttp(host.url, KEY).get("/v1/surveys")
    assert [] == proxy.seen


def test_an_authority_of_ones_own_is_believed_with_its_certificate_only(make_host, tls, certificate, reply):
    host = make_host(tls)
    host.says(says(reply, 1))
    with pytest.raises(Unreachable, match=r"cannot prove who it is: self.signed certificate; .* with --ca"):
        AnalystHttp(host.url, KEY).get("/v1/surveys")
    assert [] == host.seen
    assert 1 == AnalystHttp(host.url, KEY, ca=str(certificate[0])).get("/v1/surveys")


@pytest.mark.parametrize(("kind", "status", "error"), [("bad-plan", 422, BadPlan), ("bad-store", 503, BadStore)])
def test_a_problem_becomes_its_error(host, admin, reply, kind, status, error):
    host.says(reply.problem(kind, status, detail="it cannot be"))
    with pytest.raises(error, match=r"^it cannot be$"):
        admin.post("/v1/surveys")


@pytest.mark.parametrize("body", [b"<html>", b"[" * 99999, b"\xff"])
def test_nonsense_is_called_that(host, admin, reply, body):
    host.says(reply(200, body))
    with pytest.raises(Unreachable, match="does not answer as a Lowwater server does"):
        admin.get("/v1/surveys")


def test_a_server_that_is_not_there_is_named(make_host):
    gone = make_host()
    gone.close()
    with pytest.raises(Unreachable, match=rf"^{gone.url} cannot be reached: .*refused; is `lowwater serve` running"):
        AnalystHttp(gone.url, KEY).get("/v1/surveys")


# Watching


def lines(reply, *values, **more):
    text = b"".join(json.dumps(value).encode() + b"\n" for value in values)
    return reply(200, text, {"Content-Type": "application/x-ndjson"}, **more)


def event(number, kind="tallied"):
    return {"event": EVENT | {"number": number, "kind": kind}, "kind": "event"}


BEAT = {"time": 1.0, "position": 3, "kind": "beat"}


def watched(admin, time):
    follow = Follow(Analyst(admin), "x", sleep=time.sleep, clock=time.clock)
    return [line.event.number for line in follow.lines() if isinstance(line, EventLine)]


def test_lines_come_one_by_one(host, admin, reply):
    host.says(lines(reply, BEAT, event(4), MESSAGES["ProgressLine"]))
    kinds = [type(line) for line in Analyst(admin).stream("x", 3)]
    assert [BeatLine, EventLine, ProgressLine] == kinds
    assert ("/v1/surveys/x/stream?after=3", f"Bearer {KEY}") == (
        host.seen[0].path,
        host.seen[0].headers["Authorization"],
    )


def test_a_stream_that_is_refused_raises_its_problem(host, admin, reply):
    host.says(reply.problem("not-allowed", 403, detail="for reading"))
    with pytest.raises(NotAllowed, match=r"^for reading$"):
        list(admin.lines("/v1/stream"))


@pytest.mark.parametrize("value", [[], {"kind": "gossip"}, {"kind": "beat"}, 7])
def test_a_line_that_is_none_is_called_that(host, admin, reply, value):
    host.says(lines(reply, value))
    with pytest.raises(Unreachable, match="does not answer as a server of this version does"):
        list(Analyst(admin).stream("x"))


def test_a_watcher_resumes_after_what_it_has_read(host, admin, reply, time):
    parts = (lines(reply, event(1), event(2), BEAT), lines(reply, BEAT), lines(reply, event(3), event(4, "finished")))
    host.says(says(reply, STANDING), *parts)
    assert [1, 2, 3, 4] == watched(admin, time)
    assert ["0", "2", "2"] == [request.path.rpartition("=")[2] for request in host.seen[1:]]


@pytest.mark.parametrize("failure", [("bad-store", 503), ("moved", 409), ("nobody-knows", 502)])
def test_a_watcher_survives_a_server_that_is_away_for_a_moment(host, admin, reply, failure, time):
    away = [reply.problem(*failure)] * 5 + [reply(lost=True)]
    host.says(says(reply, STANDING), lines(reply, event(1)), *away, lines(reply, event(2, "closed")))
    assert [1, 2] == watched(admin, time)


def test_a_watcher_gives_up_on_a_server_that_stays_away(host, admin, reply, time):
    host.says(says(reply, STANDING), lines(reply, event(1)), reply.problem("bad-store", 503))
    with pytest.raises(BadStore):
        watched(admin, time)
    assert PATIENCE < sum(time.slept) < 2 * PATIENCE


def test_a_watcher_takes_no_for_an_answer(host, admin, reply, time):
    host.says(says(reply, STANDING), reply.problem("no-survey", 404))
    with pytest.raises(NoSurvey):
        watched(admin, time)
    assert 2 == len(host.seen)


def test_a_survey_that_is_over_is_watched_to_the_first_beat(host, admin, reply, time):
    """One of an older server may have no event of its end."""
    host.says(says(reply, STANDING | {"ended": 7.0}), lines(reply, event(1), BEAT, event(2)))
    assert [1] == watched(admin, time)
