"""A server that is asked to stop finishes what it was asked before, and logs nothing about anyone."""

import http.client
import json
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from lowwater.server import service
from lowwater.server.config import connect
from lowwater.server.invitation import invitations, new_key, public_of
from lowwater.wire import name_of

PEOPLE = [f"{number:_>32}" for number in range(60)]


def _ended(server, how=signal.SIGTERM):
    server.process.send_signal(how)
    server.process.wait()
    server._reading.join()
    return server.process.returncode


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_a_server_that_is_asked_to_stop_ends_well(serve, file, how):
    server = serve(str(file))
    assert 200 == server.ask("GET", "/healthz").status
    assert (0, "stopped") == (_ended(server, how), json.loads(server.log[-1])["message"])


def test_whoever_was_acknowledged_while_it_stopped_is_counted(serve, database, make_key, plans):
    server = serve(database, key=make_key(database))
    survey = server.open(plans.one_round(people=120, questions=2))
    places = {name: server.check_in(survey, name).json["question"] for name in PEOPLE}

    def post(name):
        if name == PEOPLE[20]:
            server.process.send_signal(signal.SIGTERM)
        try:
            return server.answer(survey, name, places[name]).json.get("status")
        except (OSError, http.client.HTTPException):
            return None

    with ThreadPoolExecutor(6) as threads:
        details = list(threads.map(post, PEOPLE))
    server.process.wait()
    with closing(connect(database)) as session:
        kept = sum(question.answered for question in service.questions(session, survey.rpartition("/")[2]))
    assert details.count("counted") == kept > 0


@pytest.fixture(scope="module")
def logged(serve, fresh, make_key, plans, bodies):
    """The whole log of a server at its most talkative, and everything that must not be in it."""
    checking, posting = bodies
    database, secret = fresh(), new_key()
    api_key = make_key(database)
    server = serve(database, "--log", "debug", key=api_key)
    survey = server.open(plans.cohorts(people=3), title="Hush", access="invitation", issuer=public_of(secret))
    (invitation,) = invitations(secret, survey.rpartition("/")[2], server.get(survey).json["hash"], 1)
    name, receipt = name_of(invitation), "receipt_" * 5
    asked = server.check_in(survey, name, invitation).json["question"]
    for yes in (True, True, False):
        server.answer(survey, name, asked, yes, receipt)
    server.ask("POST", f"{survey}/answers", json.dumps(posting(name, asked, receipt=receipt))[:-5].encode())
    server.ask("POST", f"{survey}/answers/bulk", [posting(name, asked, receipt=receipt), checking(name, invitation)])
    server.ask("POST", f"{survey}/check-in", checking(name, "\ud800"))
    server.ask("GET", "/v1/surveys", key=f"{api_key}x")
    server.ask("GET", f"{survey}/standing?key={api_key}&name={name}")
    server.until(survey, lambda standing: standing["round"] == 1)
    server.post(f"{survey}/close")
    _ended(server)
    return "".join(server.log), (name, receipt, invitation, api_key, "receipt_", "Hush", name[:16], '"code"')


def test_a_log_is_lines_of_json(logged):
    log, _ = logged
    assert {"time", "level", "message"} <= set.intersection(*(set(json.loads(line)) for line in log.splitlines()))


def test_a_log_says_what_happened(logged):
    log, _ = logged
    kinds = {json.loads(line).get("kind") for line in log.splitlines()}
    assert {"open", "check_in", "answer", "bulk_answer", "list", "standing", "close"} <= kinds


def test_a_log_says_nothing_about_anyone(logged):
    log, secrets = logged
    assert [] == [secret for secret in secrets if secret in log]
