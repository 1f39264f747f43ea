"""Gateways speak for many; each one of the many is judged alone, and told in order."""

import pytest

NAMES = [f"{number:_>32}" for number in range(8)]


@pytest.fixture
def survey(live, plans):
    return live.open(plans.cohorts(people=12))  # four places in each round


def test_places_are_given_in_order(live, survey, bodies):
    checking, _ = bodies
    reply = live.ask("POST", f"{survey}/check-in/bulk", [checking(name) for name in NAMES]).json
    assert ["question"] * 4 + ["wait"] * 4 == [item["status"] for item in reply]


def test_one_check_in_that_is_wrong_spoils_no_other(live, survey, bodies):
    checking, _ = bodies
    sent = [checking(NAMES[0]), checking("short"), "nonsense", checking(NAMES[1]) | {"more": 1}, checking(NAMES[2])]
    reply = live.ask("POST", f"{survey}/check-in/bulk", sent)
    assert (200, ["question", 400, 400, 400, "question"]) == (reply.status, [item["status"] for item in reply.json])


def test_answers_are_judged_one_by_one_and_in_order(live, survey, bodies):
    checking, posting = bodies
    places = live.ask("POST", f"{survey}/check-in/bulk", [checking(name) for name in NAMES[:2]]).json
    first, second = (posting(name, place["question"]) for name, place in zip(NAMES, places, strict=False))
    turned = first | {"answer": first["answer"] | {"code": 10}}
    stranger = posting("s" * 32, places[0]["question"])
    reply = live.ask("POST", f"{survey}/answers/bulk", [second, first, first, turned, stranger, {}, second]).json
    assert ["counted", "counted", "again", 409, 403, 400, "again"] == [item["status"] for item in reply]


def test_what_is_wrong_with_one_of_many_is_a_problem(live, survey, bodies):
    _, posting = bodies
    (reply,) = live.ask("POST", f"{survey}/answers/bulk", [posting("s" * 32, {"round": 0, "index": 0})]).json
    assert ("/problems/no-place", 403) == (reply["type"], reply["status"])


def test_nothing_at_all_is_a_list_too(live, survey):
    assert [[], []] == [live.ask("POST", f"{survey}/{path}/bulk", []).json for path in ("check-in", "answers")]


@pytest.mark.parametrize("path", ["check-in", "answers"])
def test_what_is_no_list_is_refused(live, survey, path):
    assert "bad-message" == live.ask("POST", f"{survey}/{path}/bulk", {"name": "ada"}).problem


@pytest.mark.parametrize("path", ["check-in", "answers"])
def test_too_long_a_list_is_refused(live, survey, path):
    assert "bad-message" == live.ask("POST", f"{survey}/{path}/bulk", [0] * 10_001).problem


def test_many_places_of_a_survey_that_is_not_there_are_all_refused(live, bodies):
    checking, _ = bodies
    reply = live.ask("POST", "/v1/surveys/nowhere/check-in/bulk", [checking(name) for name in NAMES[:2]]).json
    assert ["/problems/no-survey"] * 2 == [item["type"] for item in reply]
