"""A stream tells every event once, in order, and how far a round is; it ends with the server, its key or its survey."""

import contextlib
import http.client
import json
import signal
import socket
import threading
import time
from urllib.parse import urlsplit

import pytest

from lowwater.cli.live.follow import Follow
from lowwater.client.analyst import Analyst
from lowwater.client.analyst_http import AnalystHttp
from lowwater.server import feed, keys
from lowwater.server.config import connect
from lowwater.wire import BeatLine, EventLine, ProgressLine

ENDED = ("finished", "closed", "starved", "deserted")


class Lines:
    """An open stream, line by line."""

    def __init__(self, line, path, key=None):
        where = urlsplit(line.address)
        self._connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
        self._connection.request("GET", path, headers={"Authorization": f"Bearer {key or line.key}"})
        self.reply = self._connection.getresponse()

    def __iter__(self):
        while text := self.reply.readline():
            yield json.loads(text)

    def until(self, done):
        """Every line up to the first that is as it should be."""
        lines = []
        for line in self:
            lines.append(line)
            if done(line):
                return lines
        raise AssertionError(f"the stream ended before: {lines}")

    def close(self):
        self._connection.close()


@pytest.fixture
def follow():
    """Streams that are closed again."""
    with contextlib.ExitStack() as opened:
        yield lambda *given, **more: opened.enter_context(contextlib.closing(Lines(*given, **more)))


def name(person):
    return f"{person:_>32}"


def play(live, path, people):
    """Everyone in turn checks in and answers; whoever has no place does not."""
    for person in people:
        place = live.check_in(path, name(person)).json
        if place.get("question"):
            live.answer(path, name(person), place["question"])


def finish(live, path, people=range(40)):
    """Answer until the survey is over."""
    for _ in range(200):
        play(live, path, people)
        if live.standing(path)["ended"] is not None:
            return
    raise AssertionError("this survey does not end")


def events(lines):
    return [line["event"] for line in lines if line["kind"] == "event"]


def is_end(line):
    return line["kind"] == "event" and line["event"]["kind"] in ENDED


def is_beat(line):
    return line["kind"] == "beat"


def test_a_stream_tells_every_event_of_a_survey_as_the_list_does(live, plans, follow):
    path = live.open(plans.cohorts(people=3))
    stream = follow(live, f"{path}/stream?after=0")
    finish(live, path)
    lines = stream.until(is_end)
    assert live.get(f"{path}/events").json == events(lines)
    assert ["opened", "tallied", "tallied", "tallied", "finished"] == [event["kind"] for event in events(lines)]


def test_a_stream_resumes_after_any_event(live, plans, follow):
    path = live.open(plans.cohorts(people=3))
    finish(live, path)
    reply = live.get(f"{path}/events").json
    for number in range(5):
        lines = follow(live, f"{path}/stream?after={number}").until(is_end)
        assert reply[number:] == events(lines)


def test_without_a_number_a_stream_begins_with_what_happens_next(live, plans, follow):
    path = live.open(plans.cohorts(people=3))
    stream = follow(live, f"{path}/stream")
    before = stream.until(is_beat)
    live.post(f"{path}/pause")
    after = stream.until(lambda line: line["kind"] == "event")
    assert ([], ["paused"]) == (events(before), [event["kind"] for event in events(after)])


def test_one_stream_tells_of_all_surveys_in_the_order_of_their_places(live, plans, follow):
    (beat, *_) = [line for line in follow(live, "/v1/stream").until(is_beat) if is_beat(line)]
    paths = [live.open(plans.cohorts(people=6)) for _ in range(3)]
    for path in (*paths, *reversed(paths)):
        live.post(f"{path}/pause")
        live.post(f"{path}/resume")
    last = paths[0].rpartition("/")[2]
    live.post(f"{paths[0]}/close")
    lines = follow(live, f"/v1/stream?after={beat['position']}").until(
        lambda line: is_end(line) and line["event"]["survey"] == last
    )
    positions = [event["position"] for event in events(lines)]
    assert list(range(beat["position"] + 1, beat["position"] + 1 + 3 + 12 + 1)) == positions


def test_the_first_lines_say_how_far_a_survey_is(live, plans, follow):
    path = live.open(plans.cohorts(people=36))
    play(live, path, range(5))
    stream = follow(live, f"{path}/stream")
    lines = stream.until(lambda line: line["kind"] == "progress" and line["answered"] == 5)  # a busy feed counts late
    progress = lines[-1]
    assert (path.rpartition("/")[2], "open", 0, 12, 5) == tuple(
        progress[field] for field in ("survey", "state", "round", "places", "answered")
    )
    play(live, path, range(5, 8))
    assert 8 == stream.until(lambda line: line["kind"] == "progress" and line["answered"] == 8)[-1]["answered"]


def test_every_line_is_a_message_of_its_kind(live, plans, follow):
    path = live.open(plans.cohorts(people=6))
    stream, missing = follow(live, f"{path}/stream?after=0"), {"event", "progress", "beat"}
    kinds = {"event": EventLine, "progress": ProgressLine, "beat": BeatLine}
    lines = stream.until(lambda line: missing.discard(line["kind"]) or not missing)
    play(live, path, range(2))
    lines += stream.until(lambda line: line["kind"] == "event" and line["event"]["kind"] == "tallied")
    read = [kinds[line["kind"]].read(line) for line in lines]
    assert {EventLine, ProgressLine, BeatLine} == set(map(type, read))


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "9" * 16, ""])
def test_a_number_that_is_none_is_refused_before_any_line(live, plans, after):
    path = live.open(plans.cohorts(people=3))
    assert [400, 400] == [live.get(f"{where}/stream?after={after}").status for where in (path, "/v1")]


def test_a_stream_of_nothing_is_refused(live):
    assert (404, "no-survey") == ((reply := live.get("/v1/surveys/nowhere/stream")).status, reply.problem)


def test_a_proxy_is_told_to_pass_lines_on_and_nobody_to_keep_them(live):
    reply = live.get("/v1/stream")
    assert ("no", "no-store", "application/x-ndjson") == tuple(
        reply.headers[name] for name in ("x-accel-buffering", "cache-control", "content-type")
    )


def test_a_head_has_no_lines(live):
    assert (200, "") == ((reply := live.ask("HEAD", "/v1/stream", key=live.key)).status, reply.text)


def test_a_stream_ends_when_its_key_is_revoked(make_live, database, plans, follow, monkeypatch):
    monkeypatch.setattr(feed, "CHECK", 0.0)
    live = make_live(database)
    streams = [follow(live, path) for path in ("/v1/stream", f"{live.open(plans.cohorts())}/stream")]
    for stream in streams:
        stream.until(is_beat)
    with contextlib.closing(connect(database, alone=False)) as beside:
        beside.begin()
        keys.revoke(beside, "analyst", 1.0)
        beside.commit()
    assert [[], []] == [[line for line in stream if line["kind"] == "event"] for stream in streams]  # and they end


def test_a_stream_ends_when_its_survey_is_deleted(make_live, database, plans, follow, monkeypatch):
    monkeypatch.setattr(feed, "CHECK", 0.0)
    live = make_live(database)
    path = live.open(plans.cohorts())
    stream = follow(live, f"{path}/stream")
    stream.until(is_beat)
    live.post(f"{path}/close")
    live.ask("DELETE", path, key=live.key)
    assert {"closed"} >= {line["event"]["kind"] for line in stream if line["kind"] == "event"}


def test_every_stream_is_ended_well_when_the_server_stops(serve, database, make_key, plans, follow):
    server = serve(database, key=make_key(database))
    path = server.open(plans.cohorts())
    streams = [follow(server, where) for where in (f"{path}/stream?after=0", "/v1/stream") * 5]
    for stream in streams:
        stream.until(is_beat)
    server.process.send_signal(signal.SIGTERM)
    rest = [list(stream) for stream in streams]  # a stream that broke off would raise IncompleteRead
    assert (0, 10) == (server.process.wait(), len(rest))


def _many_events(database, count, statement=""):
    """So many events, each with this statement."""
    with contextlib.closing(connect(database, alone=False)) as store:
        store.begin()
        (survey,) = [each.survey for each in store.surveys.running()][:1]
        for number in range(count):
            store.outbox.add(survey, "extended", float(number), round=0, statement=statement)
        store.commit()


def _unread(server):
    """A stream of many events that nobody reads."""
    where = urlsplit(server.address)
    sock = socket.create_connection((where.hostname, where.port))
    sock.sendall(f"GET /v1/stream?after=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.key}\r\n\r\n".encode())
    sock.recv(1)
    return sock


def test_a_stream_that_nobody_reads_does_not_delay_the_end(serve, database, make_key, plans):
    """Whoever waited for it would be cancelled by force, and logged."""
    server = serve(database, key=make_key(database))
    server.open(plans.cohorts())
    _many_events(database, 6000, "x" * 2500)  # more than sockets hold
    with _unread(server):
        assert 200 == server.ask("GET", "/healthz").status
        server.process.send_signal(signal.SIGTERM)
        assert 0 == server.process.wait()
    server._reading.join()
    assert [] == [line for line in server.log if "Cancel" in line]


def test_many_events_are_told_page_by_page_and_none_is_missed(make_live, database, plans, follow):
    live = make_live(database)
    live.open(plans.cohorts())
    _many_events(database, 1234)
    lines = follow(live, "/v1/stream?after=0").until(
        lambda line: line["kind"] == "event" and line["event"]["position"] == 1235
    )
    assert list(range(1, 1236)) == [event["position"] for event in events(lines)]


def test_two_servers_of_one_database_tell_the_same(cluster, make_live, plans, follow):
    database = cluster.fresh()
    ours, theirs = make_live(database), make_live(database, analyst="other")
    path = ours.open(plans.cohorts(people=6))
    stream = follow(theirs, f"{path}/stream?after=0")
    stream.until(is_beat)
    finish(ours, path)
    details = ours.get(f"{path}/events").json
    assert details[-1] == stream.until(is_end)[-1]["event"]


def test_who_follows_misses_no_round_over_a_server_that_is_killed_and_started_again(serve, database, make_key, plans):
    key = make_key(database)
    first = serve(database, key=key)
    path = first.open(plans.cohorts(people=6))
    port = urlsplit(first.address).port
    follow = Follow(Analyst(AnalystHttp(first.address, key)), path.rpartition("/")[2], sleep=lambda _: time.sleep(0.01))
    replies = []
    thread = threading.Thread(target=lambda: replies.extend(follow.lines()))
    thread.start()
    play(first, path, range(3))
    first.until(path, lambda standing: standing["round"] == 1)
    first.process.kill()
    first.process.wait()
    second = serve(database, "--port", str(port), key=key)
    finish(second, path)
    thread.join()
    numbers = [line.event.number for line in replies if isinstance(line, EventLine)]
    assert ([1, 2, 3, 4, 5], second.get(f"{path}/events").json[-1]["number"]) == (numbers, 5)
