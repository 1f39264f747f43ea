"""Every route, over a socket."""

import contextlib
import json

import pytest

from lowwater.client import Device, Ledger
from lowwater.client.pace import Pace
from lowwater.core.tally import Tally
from lowwater.errors import NotOpen
from lowwater.search.strategy import run
from lowwater.server.endpoints import ENDPOINTS
from lowwater.wire import CountedMessage, PlaceMessage, SurveyMessage, decode

ADA, BOB = "ada_" * 8, "bob_" * 8


@pytest.fixture
def survey(live, plans):
    return live.open(plans.cohorts(people=6), title="Youngest driver")


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.action or endpoint.name)
def test_every_endpoint_gives_what_its_table_says(live, plans, bodies, endpoint):
    """A survey of one's own for each, in the state that the endpoint wants."""
    checking, posting = bodies
    path = live.open(plans.cohorts(people=6))
    asked = live.check_in(path, ADA).json["question"]
    if endpoint.action == "resume":
        live.post(f"{path}/pause")
    if endpoint.name == "delete":
        live.post(f"{path}/close")
    sent = {
        "open": {"title": "Another", "plan": json.loads(plans.cohorts().to_json())},
        "check_in": checking(BOB),
        "bulk_check_in": [checking(BOB)],
        "answer": posting(ADA, asked),
        "bulk_answer": [posting(ADA, asked)],
        "share": {},
        "forecast": {"people": 2000, "epsilon": 1, "domain": [0, 150], "search": "cohorts"},
        "terms": {"title": "Another", "plan": json.loads(plans.cohorts().to_json())},
    }
    where = endpoint.path.replace("/v1/surveys/{survey}", path).replace("{problem}", "too-late")
    reply = live.ask(endpoint.method, where, sent.get(endpoint.name), key=live.key)
    assert endpoint.status == reply.status, reply.text


def test_a_survey_is_public(live, survey):
    reply = decode(SurveyMessage, live.ask("GET", survey).text)
    assert (survey, "Youngest driver", "rolling", "open", "open") == (
        f"/v1/surveys/{reply.survey}",
        reply.terms.title,
        reply.recruiting,
        reply.access,
        reply.state,
    )


def test_a_survey_that_was_opened_is_told_and_listed(live, survey):
    assert live.ask("GET", survey).json in live.get("/v1/surveys").json["surveys"]


def test_a_place_is_a_message(live, survey):
    assert "question" == decode(PlaceMessage, live.check_in(survey, ADA).text).status


def test_an_answer_is_acknowledged_with_a_message(live, survey):
    asked = live.check_in(survey, ADA).json["question"]
    reply = [decode(CountedMessage, live.answer(survey, ADA, asked).text).status for _ in range(2)]
    assert ["counted", "again"] == reply


def test_a_standing_shows_tallies_of_rounds_that_are_over_alone(live, survey):
    for name in (ADA, BOB):
        live.answer(survey, name, live.check_in(survey, name).json["question"])
    first, second = live.until(survey, lambda standing: standing["round"] == 1)["questions"]
    assert ((2, [0, 2]), (0, None)) == (
        (first["answered"], first["counts"]),
        (second["answered"], second["counts"]),
    )


def test_a_survey_is_paused_resumed_and_closed(live, survey):
    states = [live.post(f"{survey}/{action}").json["state"] for action in ("pause", "resume", "close")]
    assert ["paused", "open", "closed"] == states


def test_a_survey_that_has_ended_can_be_deleted(live, survey):
    refused = live.ask("DELETE", survey, key=live.key)
    live.post(f"{survey}/close")
    stranger, deleted = live.ask("DELETE", survey), live.ask("DELETE", survey, key=live.key)
    assert ("not-open", "bad-key", "closed") == (refused.problem, stranger.problem, deleted.json["state"])
    assert ["no-survey"] * 2 == [item.problem for item in (live.ask("GET", survey), live.get(f"{survey}/standing"))]


def test_a_deadline_passes_by_itself(live, plans):
    path = live.open(plans.cohorts(), span=100.0, extensions=0)
    live.now += 101
    assert "closed" == live.until(path, lambda standing: standing["ended"] is not None)["state"]


def test_the_process_is_healthy_and_the_database_ready(live):
    assert [{"status": "ok"}, {"status": "ready"}] == [
        live.ask("GET", f"/{word}").json for word in ("healthz", "readyz")
    ]


def test_metrics_count_requests_and_answers(live, survey):
    live.answer(survey, ADA, live.check_in(survey, ADA).json["question"])
    live.answer(survey, BOB, {"round": 0, "index": 0})
    reply = live.ask("GET", "/metrics")
    lines = {line.rpartition(" ")[0] for line in reply.text.splitlines()}
    wanted = {
        'lowwater_answers_total{outcome="counted"}',
        'lowwater_answers_total{outcome="NoPlace"}',
        'lowwater_requests_total{kind="check_in",status="200"}',
        'lowwater_requests_total{kind="answer",status="403"}',
        'lowwater_requests_total{kind="open",status="201"}',
    }
    assert (set(), True) == (wanted - lines, reply.headers["content-type"].startswith("text/plain; version=0.0.4"))


def test_metrics_count_every_round_that_was_closed(make_live, plans, database):
    """By its last answer and by the clock; what only begins, or waits longer, closes no round."""
    live = make_live(database)
    path = live.open(plans.cohorts(people=3), span=100.0, extensions=1)
    live.answer(path, ADA, live.check_in(path, ADA).json["question"])
    live.until(path, lambda standing: standing["round"] == 1)
    live.now += 101
    live.until(path, lambda standing: standing["deadline"] > live.now)
    live.answer(path, BOB, live.check_in(path, BOB).json["question"])
    live.until(path, lambda standing: standing["round"] == 2)
    live.now += 101
    live.until(path, lambda standing: standing["deadline"] > live.now)
    live.now += 101
    live.until(path, lambda standing: standing["ended"] is not None)
    live.until(path, lambda _: "lowwater_rounds_total 3" in live.ask("GET", "/metrics").text)
    assert "lowwater_rounds_total 3" in live.ask("GET", "/metrics").text.splitlines()


def test_a_standing_has_the_plan_the_terms_and_the_rules(live, plans):
    plan = plans.cohorts(people=6)
    path = live.open(plan, least=2, span=50.0)
    result, public = live.standing(path), live.ask("GET", path).json
    assert (json.loads(plan.to_json()), public["terms"], public["hash"]) == (
        result["plan"],
        result["terms"],
        result["hash"],
    )
    assert (2, 50.0, "rolling") == tuple(result["rules"][name] for name in ("least", "span", "recruiting"))


def test_metrics_tell_of_no_survey_and_nobody(live, survey):
    live.answer(survey, ADA, live.check_in(survey, ADA).json["question"])
    reply = live.ask("GET", "/metrics").text
    assert not any(secret in reply for secret in (survey.rpartition("/")[2], ADA, live.key))


@pytest.mark.parametrize("recruiting", ["rolling", "enrolled"])
def test_devices_bring_a_survey_to_its_end(live, plans, tmp_path, recruiting):
    """Real devices with ledgers; the estimate is that of lowwater.run() on the tallies that the analyst sees."""
    path = live.open(plans.tail_fit(people=9, rounds=2, epsilon="8"), recruiting=recruiting)
    pace = Pace(patience=0.0, margin=0.0, shortest=0.0)
    devices = [
        Device(live.address, path.rpartition("/")[2], Ledger(tmp_path / f"{n}", durable=False), 1.0 + n, pace=pace)
        for n in range(9)
    ]
    result, spent = live.standing(path), []
    while result["ended"] is None:
        with contextlib.suppress(NotOpen):  # the last answer is told before its round is closed
            spent += [device.answer_once().spent for device in devices]
        result = live.standing(path)
    tallies = {
        (question["round"], question["index"]): Tally(tuple(question["counts"])) for question in result["questions"]
    }
    strategy = plans.tail_fit(people=9, rounds=2, epsilon="8").strategy()
    estimate = run(strategy, lambda question: tallies[question.round, question.index])
    assert (estimate.value, estimate.likely_error) == (result["estimate"]["value"], result["estimate"]["likely_error"])
    assert all(float(reply) <= 8 for reply in spent)
    for device in devices:
        device.close()
