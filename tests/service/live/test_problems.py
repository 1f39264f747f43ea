"""Whatever is refused is refused with a problem document."""

import json
import threading
from contextlib import closing

import apsw
import pytest

from lowwater import errors
from lowwater.server.invitation import new_key, public_of
from lowwater.server.problems import STATUS, document, name_of, status_of

ADA, BOB = "ada_" * 8, "bob_" * 8


@pytest.fixture
def survey(live, plans):
    return live.open(plans.cohorts(people=6))


@pytest.fixture
def asked(live, survey):
    return live.check_in(survey, ADA).json["question"]


def test_no_survey(live):
    reply = live.ask("GET", "/v1/surveys/nowhere")
    assert (404, "no-survey", "there is no survey 'nowhere' here") == (
        reply.status,
        reply.problem,
        reply.json["detail"],
    )


def test_not_open(live, survey):
    live.post(f"{survey}/close")
    reply = live.check_in(survey, ADA)
    assert (409, "not-open") == (reply.status, reply.problem)


def test_no_place(live, survey, asked):
    reply = live.answer(survey, BOB, asked)
    assert (403, "no-place") == (reply.status, reply.problem)


def test_too_late(live, survey, asked):
    live.post(f"{survey}/close")
    reply = live.answer(survey, ADA, asked)
    assert (409, "too-late") == (reply.status, reply.problem)


def test_contradicted(live, survey, asked):
    live.answer(survey, ADA, asked, True)
    reply = live.answer(survey, ADA, asked, False)
    assert (409, "contradicted") == (reply.status, reply.problem)


def test_bad_invitation(live, plans):
    path = live.open(plans.cohorts(), access="invitation", issuer=public_of(new_key()))
    reply = live.check_in(path, ADA)
    assert (403, "bad-invitation") == (reply.status, reply.problem)


def test_bad_key(live):
    reply = live.ask("GET", "/v1/surveys")
    assert (401, "bad-key", "Bearer") == (reply.status, reply.problem, reply.headers["www-authenticate"])


def test_bad_message(live, survey):
    reply = live.ask("POST", f"{survey}/check-in", {"name": "short", "invitation": None, "version": "lowwater/2"})
    assert (400, "bad-message") == (reply.status, reply.problem)


def test_bad_plan(live, plans):
    reply = live.post("/v1/surveys", {"title": "A survey", "plan": json.loads(plans.paper().to_json())})
    assert (422, "bad-plan") == (reply.status, reply.problem)


def test_too_large(live, survey):
    reply = live.ask("POST", f"{survey}/check-in", b" " * 20_000)
    assert (413, "too-large") == (reply.status, reply.problem)


def test_not_json(live, survey):
    reply = live.ask("POST", f"{survey}/check-in", b"name=ada", Content_Type="application/x-www-form-urlencoded")
    assert (415, "not-json") == (reply.status, reply.problem)


def test_bad_store(make_live, plans, file):
    """Another process keeps the database busy: who reads is served; once it lets go, so is everybody."""
    live = make_live(str(file))
    path = live.open(plans.cohorts())
    live.do(lambda session: session.connection._connection.set_busy_timeout(1))
    with closing(apsw.Connection(str(file))) as other:
        other.execute("BEGIN IMMEDIATE")
        refused = [live.check_in(path, ADA), live.ask("GET", "/readyz")]
        others = [live.ask("GET", where).status for where in (path, "/healthz")]
        other.execute("ROLLBACK")
    assert [(503, "bad-store")] * 2 == [(refusal.status, refusal.problem) for refusal in refused]
    assert ([200, 200], 200) == (others, live.ask("GET", "/readyz").status)


def test_a_database_that_does_not_answer_is_given_up(make_live, database, caplog):
    """It hangs for as long as the test likes; the log has a line for each time that it does."""
    live = make_live(database, patience=0.2)
    reply = [live.ask("GET", "/readyz").status]
    for _ in range(2):
        hung, free = threading.Event(), threading.Event()
        stuck = threading.Thread(target=live.do, args=(lambda _session: (hung.set(), free.wait()),))  # noqa: B023
        stuck.start()
        hung.wait()
        down = [live.ask("GET", "/readyz") for _ in range(3)]
        alive = live.ask("GET", "/healthz").status
        free.set()
        stuck.join()
        reply += [live.ask("GET", "/readyz").status, alive]
        assert [(503, "bad-store")] * 3 == [(item.status, item.problem) for item in down]
    assert ([200] * 5, 2) == (reply, sum("does not answer" in message for message in caplog.messages))


def test_nothing_here(live):
    reply = live.ask("GET", "/v2/surveys")
    assert (404, "blank", "There is nothing here.") == (
        reply.status,
        reply.problem.removeprefix("about:"),
        reply.json["title"],
    )


SLASHES = ["/v1/surveys/", "/v1/surveys/abc/", "/v1/surveys/abc/answers/", "/healthz/", "/problems/no-survey/"]


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", SLASHES)
def test_a_slash_at_the_end_is_to_be_left_out(live, method, path):
    reply = live.ask(method, path, {})
    wanted = "There is nothing at a path that ends in a slash; leave out the slash at the end."
    assert (404, "about:blank", wanted) == (reply.status, reply.json["type"], reply.json["detail"])
    assert "application/problem+json" == reply.headers["content-type"]


@pytest.mark.parametrize("path", ["/v1/", "/nowhere/", "/v1/surveys//", "/v1/surveys/abc//", "/v1/surveys/a/b/"])
def test_where_there_is_nothing_without_the_slash_either_nothing_is_said_of_it(live, path):
    reply = live.ask("GET", path)
    assert (404, "There is nothing here.") == (reply.status, reply.json["detail"])


def test_another_method(live):
    reply = live.ask("DELETE", "/v1/surveys")
    assert (405, "about:blank") == (reply.status, reply.json["type"])
    assert {"GET", "POST"} & set(reply.headers["allow"].replace(" ", "").split(","))


@pytest.mark.parametrize("kind", STATUS, ids=lambda kind: kind.__name__)
def test_every_error_of_the_table_is_a_document(kind):
    result = document(kind("what went wrong"))
    assert {
        "type": f"/problems/{name_of(kind)}",
        "title": kind.__doc__,
        "status": STATUS[kind],
        "detail": "what went wrong",
    } == result


def test_an_error_has_the_status_of_its_nearest_ancestor():
    assert [422, 400, 500] == [status_of(kind) for kind in (errors.BadPlan, errors.BadMessage, errors.LowwaterError)]


def test_every_refusal_has_a_status():
    assert [] == [kind for kind in errors.Refused.__subclasses__() if kind not in STATUS]
