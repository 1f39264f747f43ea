"""What a malicious device or stranger may try, and what comes of it: nothing."""

import json
import threading
from contextlib import closing

import pytest

from lowwater.server import keys
from lowwater.server.config import connect
from lowwater.server.endpoints import ENDPOINTS

ADA, BOB = "ada_" * 8, "bob_" * 8
SQL = ["' OR '1'='1", "'; DROP TABLE survey; --", "%s %(name)s {share}", "\\'; SELECT 1; --", ":id", "\x00", "ﬀ‮"]


@pytest.fixture
def survey(live, plans):
    return live.open(plans.cohorts(people=12))


def _answered(live, survey):
    return sum(question["answered"] for question in live.standing(survey)["questions"])


def test_a_replayed_answer_is_counted_once(live, survey):
    asked = live.check_in(survey, ADA).json["question"]
    reply = [live.answer(survey, ADA, asked).json["status"] for _ in range(20)]
    assert (["counted"] + ["again"] * 19, 1) == (reply, _answered(live, survey))


def test_a_flood_under_one_name_takes_one_place(live, survey):
    """Many connections at once."""
    replies = []
    threads = [threading.Thread(target=lambda: replies.append(live.check_in(survey, ADA).json)) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    others = [live.check_in(survey, f"{number:_>32}").json["status"] for number in range(4)]
    assert (1, ["question", "question", "question", "wait"]) == (
        len({str(item["question"]) for item in replies}),
        others,
    )


def test_a_flood_of_answers_under_one_name_counts_one(live, survey):
    asked, replies = live.check_in(survey, ADA).json["question"], []
    bits = [number % 2 == 0 for number in range(16)]
    threads = [
        threading.Thread(target=lambda yes=yes: replies.append(live.answer(survey, ADA, asked, yes).status))
        for yes in bits
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ({200: 8, 409: 8}, 1) == ({code: replies.count(code) for code in set(replies)}, _answered(live, survey))


def test_nobody_speaks_for_others_without_their_name(live, survey):
    asked = live.check_in(survey, ADA).json["question"]
    reply = {live.answer(survey, name, asked).status for name in (BOB, ADA[:-1] + "x", ADA.upper())}
    assert ({403}, 0) == (reply, _answered(live, survey))


def test_what_the_database_calls_a_person_is_no_name(live, survey):
    """Whoever steals the database cannot answer for anyone."""
    asked = live.check_in(survey, ADA).json["question"]
    with closing(connect(live.database, alone=False)) as beside:
        people = [
            bytes(person).hex() for (person,) in beside.connection._connection.execute("SELECT person FROM place")
        ]
    reply = {live.answer(survey, person, asked).status for person in people}
    assert (True, {403}) == (bool(people), reply)


@pytest.mark.parametrize("number", [10**30, 2**63, 2**53, 10**300])
@pytest.mark.parametrize("field", ["round", "index"])
def test_numbers_past_all_databases_are_refused_alone(live, survey, field, number):
    asked = live.check_in(survey, ADA).json["question"]
    reply = live.answer(survey, ADA, asked | {field: number})
    assert (400, "bad-message") == (reply.status, reply.problem)


@pytest.mark.parametrize("text", SQL)
def test_sql_in_a_path_finds_nothing(live, survey, text):
    path = "/v1/surveys/" + "".join(f"%{byte:02x}" for byte in text.encode())
    reply = {
        live.ask("GET", path).status,
        live.check_in(path, ADA).status,
        live.answer(path, ADA, {"round": 0, "index": 0}).status,
    }
    assert ({404}, 200) == (reply, live.ask("GET", survey).status)


@pytest.mark.parametrize("text", SQL)
def test_sql_in_a_title_is_a_title(live, plans, text):
    body = {"title": text, "plan": json.loads(plans.cohorts().to_json())}
    reply = live.post("/v1/surveys", body)
    assert text == reply.json["terms"]["texts"][0]["title"] if reply.status == 201 else {"\x00", "\u202e"} & set(text)


@pytest.mark.parametrize("text", SQL)
def test_sql_in_names_receipts_and_invitations_is_refused(live, survey, bodies, text):
    checking, posting = bodies
    asked = live.check_in(survey, ADA).json["question"]
    long = text * 40
    reply = [
        live.ask("POST", f"{survey}/check-in", checking(long)).status,
        live.ask("POST", f"{survey}/answers", posting(long, asked)).status,
        live.ask("POST", f"{survey}/answers", posting(ADA, asked, receipt=long)).status,
        live.ask("POST", f"{survey}/check-in", checking(BOB, invitation=long)).status,
    ]
    assert [400, 400, 400, 200] == reply  # an open survey does not look at invitations


@pytest.mark.parametrize("text", SQL)
def test_sql_in_a_key_opens_nothing(live, text):
    assert (
        401
        == live.ask(
            "GET", "/v1/surveys", Authorization=f"Bearer {text}".encode().decode("latin-1").replace("\x00", "0")
        ).status
    )


@pytest.mark.parametrize(
    "endpoint",
    [endpoint for endpoint in ENDPOINTS if endpoint.key],
    ids=lambda endpoint: endpoint.action or endpoint.name,
)
@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Bearer lw_wrong", "Basic YTpi", "bearer", "lw_"])
def test_a_stranger_is_turned_away_from_every_door(live, survey, endpoint, header):
    path = endpoint.path.replace("/v1/surveys/{survey}", survey)
    reply = live.ask(endpoint.method, path, b"not even JSON", Authorization=header, Content_Type="text/plain")
    assert (401, "bad-key") == (reply.status, reply.problem)


def test_a_stranger_is_turned_away_before_anything_is_read(live):
    """Ten megabytes that nobody asks for: the reply is that of the key, not that of the size."""
    assert 401 == live.ask("POST", "/v1/surveys", b" " * 10_000_000).status


def test_a_stranger_learns_nothing_about_which_surveys_there_are(live, survey):
    reply = [live.ask("GET", f"{path}/standing").text for path in (survey, "/v1/surveys/nowhere")]
    assert reply[0] == reply[1]


def test_a_key_that_was_revoked_opens_nothing(make_live, database):
    live = make_live(database)
    assert 200 == live.get("/v1/surveys").status
    with closing(connect(database, alone=False)) as beside:
        beside.begin()
        keys.revoke(beside, "analyst", 1.0)
        beside.commit()
    assert 401 == live.get("/v1/surveys").status


TRICKS = [
    "/v1/surveys/../../healthz", "/v1/surveys/%2e%2e/%2e%2e/healthz", "//v1/surveys", "/v1//surveys/x/standing",
    "/v1/surveys/x%2Fstanding%00", "/v1/surveys/x;/standing;", "/V1/SURVEYS", "/v1/surveys/%", "/v1/surveys/%zz",
    "/openapi.json/..", "/v1/surveys/x/standing/", "/.env", "/etc/passwd", "/v1/surveys/" + "a" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("path", TRICKS)
def test_no_path_leads_around_the_key(live, path):
    reply = live.ask("GET", path)
    assert reply.status in (401, 404)
    assert "surveys" not in reply.text or reply.status != 200


def test_after_all_that_the_server_works(live, survey):
    asked = live.check_in(survey, ADA).json["question"]
    assert "counted" == live.answer(survey, ADA, asked).json["status"]
