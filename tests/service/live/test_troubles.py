"""One survey's, device's or moment's trouble is nobody else's."""

import contextlib
import logging
import socket
from contextlib import closing
from urllib.parse import urlsplit

import psycopg
import pytest

from lowwater.errors import BadStore
from lowwater.server import service
from lowwater.server.config import connect

ADA = "ada_" * 8


def test_a_survey_that_cannot_be_moved_keeps_no_other_from_moving(make_live, database, plans):
    """It is due before any other, and its plan is torn."""
    live = make_live(database)
    torn = live.open(plans.cohorts(), recruiting="enrolled").rpartition("/")[2]
    with closing(connect(database, alone=False)) as beside:
        beside.connection._connection.execute(f"UPDATE survey SET due = -1, plan = '[]' WHERE id = '{torn}'")  # noqa: S608
    path = live.open(plans.cohorts(), span=100.0, extensions=0)
    live.now += 101
    assert "closed" == live.until(path, lambda standing: standing["ended"] is not None)["state"]


def test_a_survey_whose_record_is_torn_breaks_its_own_requests_alone(make_live, database, plans, caplog):
    live = make_live(database)
    torn, whole = live.open(plans.cohorts()), live.open(plans.cohorts())
    with closing(connect(database, alone=False)) as beside:
        name = torn.rpartition("/")[2]
        beside.connection._connection.execute(f"UPDATE survey SET search = 'torn' WHERE id = '{name}'")  # noqa: S608
    reply = live.check_in(torn, ADA)
    assert (503, "bad-record", True) == (reply.status, reply.problem, name in reply.json["detail"])
    assert "question" == live.check_in(whole, ADA).json["status"]
    assert ADA not in caplog.text


def test_the_last_answer_of_a_round_counts_even_where_its_survey_cannot_be_moved_on(make_live, database, plans):
    """And those that came at the same moment, to other surveys, with it."""
    live = make_live(database)
    torn, whole = live.open(plans.cohorts(people=3)), live.open(plans.cohorts(people=3))
    asked = {path: live.check_in(path, ADA).json["question"] for path in (torn, whole)}
    with closing(connect(database, alone=False)) as beside:
        name = torn.rpartition("/")[2]
        beside.connection._connection.execute(f"UPDATE survey SET search = 'torn' WHERE id = '{name}'")  # noqa: S608
    reply = [live.answer(path, ADA, asked[path]).json["status"] for path in (torn, torn, whole)]
    assert ["counted", "again", "counted"] == reply
    live.until(whole, lambda standing: standing["round"] == 1)


def test_what_keeps_a_survey_from_moving_is_said_once(make_live, database, plans, caplog):
    live = make_live(database)
    torn, other = live.open(plans.cohorts()).rpartition("/")[2], live.open(plans.cohorts())
    with closing(connect(database, alone=False)) as beside:
        beside.connection._connection.execute(f"UPDATE survey SET search = 'torn' WHERE id = '{torn}'")  # noqa: S608
    for _ in range(3):  # each time the clock has come round to every survey
        live.now += 86_401
        live.until(other, lambda standing: standing["ended"] is not None or standing["deadline"] > live.now)
    assert 1 == sum(torn in message for message in caplog.messages)


def test_a_survey_whose_record_cannot_be_read_is_left_out_of_lists_and_the_log_says_so_once(
    make_live, database, plans, caplog
):
    live = make_live(database)
    torn, whole = (live.open(plans.cohorts(), recruiting="enrolled").rpartition("/")[2] for _ in range(2))
    live.post(f"/v1/surveys/{torn}/close")
    with closing(connect(database, alone=False)) as beside:
        beside.connection._connection.execute(f"UPDATE survey SET hash = '00' WHERE id = '{torn}'")  # noqa: S608
    lists = [[survey["survey"] for survey in live.get("/v1/surveys").json["surveys"]] for _ in range(3)]
    items = [message for message in caplog.messages if "left out of lists" in message]
    assert ([[whole]] * 3, [True]) == (lists, [torn in message for message in items])


@pytest.mark.parametrize("recruiting", ["rolling", "enrolled"])
def test_a_survey_whose_record_cannot_be_read_can_be_closed_and_deleted(make_live, database, plans, recruiting):
    live = make_live(database)
    paths = [live.open(plans.cohorts(), recruiting=recruiting) for _ in range(2)]
    with closing(connect(database, alone=False)) as beside:
        beside.connection._connection.execute("UPDATE survey SET hash = '00'")
    closed = live.post(f"{paths[0]}/close")
    gone = [live.ask("DELETE", path, key=live.key) for path in paths]
    assert [(200, "closed"), (200, "closed"), (200, {"rolling": "open", "enrolled": "gathering"}[recruiting])] == [
        (item.status, item.json["state"]) for item in (closed, *gone)
    ]
    assert ([], 404) == (live.get("/v1/surveys").json["surveys"], live.ask("GET", paths[0]).status)


def _down(live):
    """The server, whose PostgreSQL turns it away from now on."""

    def cut(session):
        session.connection._url = "postgresql://lowwater@/postgres?host=/secret/place"
        session.connection._connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with contextlib.suppress(BadStore):
        live.do(cut)
    return live


def test_strangers_are_not_told_where_the_database_is_and_the_log_is(make_live, postgres, caplog):
    down = _down(make_live(postgres))
    reply = [down.ask("GET", "/readyz"), down.check_in("/v1/surveys/abc", ADA)]
    assert [(503, "bad-store", False)] * 2 == [(item.status, item.problem, "secret" in item.text) for item in reply]
    assert any("the database failed" in message and "/secret/place" in message for message in caplog.messages)


def test_an_error_of_the_database_that_nobody_expected_is_told_to_the_log_alone(make_live, postgres, caplog):
    live = make_live(postgres)

    def spoil(session):
        session.connection._connection.execute("CREATE TABLE one (number BIGINT UNIQUE DEFERRABLE INITIALLY DEFERRED)")
        session.connection._connection.execute("INSERT INTO one VALUES (77), (77)")

    with pytest.raises(BadStore) as caught:
        live.do(spoil)
    items = [message for message in caplog.messages if "UniqueViolation" in message]
    assert ("the database failed", 1, False) == (str(caught.value), len(items), "77" in items[0])


def test_a_database_that_is_down_is_said_once_however_often_surveys_are_looked_at(make_live, postgres, caplog):
    down = _down(make_live(postgres))
    for _ in range(200):  # each waits in the same queue as the clock that looks at surveys
        down.ask("GET", "/readyz")
    looked = [message for message in caplog.messages if "surveys could not be looked at" in message]
    assert (True, True) == (len(looked) == len(set(looked)), len(looked) > 0)
    assert len(caplog.messages) == len(set(caplog.messages))


def test_a_list_of_devices_that_finds_the_disk_full_is_refused_whole(make_live, file, plans, bodies):
    checking, _ = bodies
    live = make_live(str(file))
    path = live.open(plans.one_round(people=600))
    everyone = [checking(f"{number:_>32}") for number in range(300)]
    live.do(lambda session: session.connection._connection.execute("PRAGMA max_page_count = 1"))
    assert (503, "bad-store") == ((reply := live.post(f"{path}/check-in/bulk", everyone)).status, reply.problem)
    live.do(lambda session: session.connection._connection.execute("PRAGMA max_page_count = 4000"))
    assert 0 == live.do(lambda session: service.questions(session, path.rpartition("/")[2]))[0].given
    assert {"question"} == {item["status"] for item in live.post(f"{path}/check-in/bulk", everyone).json}


def test_a_device_that_hangs_up_in_the_middle_breaks_nothing(make_live, database, plans, caplog):
    live = make_live(database)
    path, where = live.open(plans.cohorts()), urlsplit(live.address)
    lines = (f"POST {path}/check-in HTTP/1.1", "Host: here", "Content-Type: application/json", "Content-Length: 99")
    with caplog.at_level(logging.WARNING):
        with socket.create_connection((where.hostname, where.port)) as device:
            device.sendall("\r\n".join((*lines, "", '{"name": "')).encode())
        reply = any('kind="check_in",status="400"' in live.ask("GET", "/metrics").text for _ in range(2000))
    assert (True, []) == (reply, caplog.records)


def test_a_postgresql_that_cuts_a_server_off_is_found_again(make_live, postgres, plans):
    live = make_live(postgres)
    path = live.open(plans.cohorts())
    asked = live.check_in(path, ADA).json["question"]
    with psycopg.connect(postgres, autocommit=True) as other:
        every = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
        other.execute(f"{every} AND datname = 'postgres'")
    reply = [live.answer(path, ADA, asked).status for _ in range(20)]
    assert (200, True) == (reply[-1], set(reply) <= {200, 503})


def test_two_servers_share_one_postgresql(make_live, postgres, plans):
    item, other = make_live(postgres), make_live(postgres, "another analyst")
    path = item.open(plans.cohorts(people=6))
    asked = item.check_in(path, ADA).json["question"]
    reply = [server.answer(path, ADA, asked).json["status"] for server in (other, item)]
    assert (["counted", "again"], item.ask("GET", path).text) == (reply, other.ask("GET", path).text)
