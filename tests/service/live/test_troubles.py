"""One survey's, device's or moment's trouble is nobody else's."""

import logging
import socket
from contextlib import closing
from urllib.parse import urlsplit

import psycopg

from lowwater.server import service
from lowwater.server.config import connect

ADA = "ada_" * 8


def test_a_survey_that_cannot_be_moved_keeps_no_other_from_moving(make_live, database, plans):
    """It stands first in every list, and its plan is torn."""
    live = make_live(database)
    torn = live.open(plans.cohorts(), recruiting="enrolled").rpartition("/")[2]
    with closing(connect(database, alone=False)) as beside:
        beside._connection.execute(f"UPDATE survey SET id = '0', plan = '[]' WHERE id = '{torn}'")  # noqa: S608
    path = live.open(plans.cohorts(), span=100.0, extensions=0)
    live.now += 101
    assert "closed" == live.until(path, lambda found: found["ended"] is not None)["state"]


def test_a_survey_whose_record_is_torn_breaks_its_own_requests_alone(make_live, database, plans, caplog):
    live = make_live(database)
    torn, whole = live.open(plans.cohorts()), live.open(plans.cohorts())
    with closing(connect(database, alone=False)) as beside:
        name = torn.rpartition("/")[2]
        beside._connection.execute(f"UPDATE survey SET search = 'torn' WHERE id = '{name}'")  # noqa: S608
    found = live.check_in(torn, ADA)
    assert (503, "bad-record", True) == (found.status, found.problem, name in found.json["detail"])
    assert "question" == live.check_in(whole, ADA).json["status"]
    assert ADA not in caplog.text


def test_the_last_answer_of_a_round_counts_even_where_its_survey_cannot_be_moved_on(make_live, database, plans):
    """And those that came at the same moment, to other surveys, with it."""
    live = make_live(database)
    torn, whole = live.open(plans.cohorts(people=3)), live.open(plans.cohorts(people=3))
    asked = {path: live.check_in(path, ADA).json["question"] for path in (torn, whole)}
    with closing(connect(database, alone=False)) as beside:
        name = torn.rpartition("/")[2]
        beside._connection.execute(f"UPDATE survey SET search = 'torn' WHERE id = '{name}'")  # noqa: S608
    told = [live.answer(path, ADA, asked[path]).json["status"] for path in (torn, torn, whole)]
    assert (["counted", "again", "counted"], 1) == (told, live.standing(whole)["round"])


def test_what_keeps_a_survey_from_moving_is_said_once(make_live, database, plans, caplog):
    live = make_live(database)
    torn, other = live.open(plans.cohorts()).rpartition("/")[2], live.open(plans.cohorts())
    with closing(connect(database, alone=False)) as beside:
        beside._connection.execute(f"UPDATE survey SET search = 'torn' WHERE id = '{torn}'")  # noqa: S608
    for _ in range(3):  # each time the clock has come round to every survey
        live.now += 86_401
        live.until(other, lambda found: found["ended"] is not None or found["deadline"] > live.now)
    assert 1 == sum(torn in message for message in caplog.messages)


def test_a_list_of_devices_that_finds_the_disk_full_is_refused_whole(make_live, file, plans, bodies):
    checking, _ = bodies
    live = make_live(str(file))
    path = live.open(plans.one_round(people=600))
    everyone = [checking(f"{number:_>32}") for number in range(300)]
    live.do(lambda session: session._connection.execute("PRAGMA max_page_count = 1"))
    assert (503, "bad-store") == ((found := live.post(f"{path}/check-in/bulk", everyone)).status, found.problem)
    live.do(lambda session: session._connection.execute("PRAGMA max_page_count = 4000"))
    assert 0 == live.do(lambda session: service.progress(session, path.rpartition("/")[2]))[0].given
    assert {"question"} == {one["status"] for one in live.post(f"{path}/check-in/bulk", everyone).json}


def test_a_device_that_hangs_up_in_the_middle_breaks_nothing(make_live, database, plans, caplog):
    live = make_live(database)
    path, where = live.open(plans.cohorts()), urlsplit(live.address)
    lines = (f"POST {path}/check-in HTTP/1.1", "Host: here", "Content-Type: application/json", "Content-Length: 99")
    with caplog.at_level(logging.WARNING):
        with socket.create_connection((where.hostname, where.port)) as device:
            device.sendall("\r\n".join((*lines, "", '{"name": "')).encode())
        told = any('kind="check_in",status="400"' in live.ask("GET", "/metrics").text for _ in range(2000))
    assert (True, []) == (told, caplog.records)


def test_a_postgresql_that_cuts_a_server_off_is_found_again(make_live, postgres, plans):
    live = make_live(postgres)
    path = live.open(plans.cohorts())
    asked = live.check_in(path, ADA).json["question"]
    with psycopg.connect(postgres, autocommit=True) as other:
        every = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
        other.execute(f"{every} AND datname = 'postgres'")
    told = [live.answer(path, ADA, asked).status for _ in range(20)]
    assert (200, True) == (told[-1], set(told) <= {200, 503})


def test_two_servers_share_one_postgresql(make_live, postgres, plans):
    one, other = make_live(postgres), make_live(postgres, "another analyst")
    path = one.open(plans.cohorts(people=6))
    asked = one.check_in(path, ADA).json["question"]
    told = [server.answer(path, ADA, asked).json["status"] for server in (other, one)]
    assert (["counted", "again"], one.ask("GET", path).text) == (told, other.ask("GET", path).text)
