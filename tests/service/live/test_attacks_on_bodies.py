"""Bodies that no device sends: they are refused, and hurt nobody."""

import json

import pytest

ADA = "ada_" * 8
GOOD = {"name": ADA, "invitation": None, "version": "lowwater/2"}
STRANGE = {
    "nothing": b"",
    "half": b'{"name": "ada',
    "no object": b"[1, 2]",
    "no text": b"\xff\xfe\x00",
    "twice": b'{"name": "a", "name": "b", "invitation": null, "version": "lowwater/2"}',
    "deep": b"[" * 5000 + b"]" * 5000,
    "deep objects": b'{"a":' * 2000 + b"1" + b"}" * 2000,
    "nan": b'{"name": NaN, "invitation": null, "version": "lowwater/2"}',
    "another version": b'{"name": "' + ADA.encode() + b'", "invitation": null, "version": "lowwater/3"}',
    "half a letter": b'{"name": "\\ud800' + b"a" * 40 + b'", "invitation": null, "version": "lowwater/2"}',
    "long number": b"9" * 5000,
    "another encoding": json.dumps(GOOD).encode("utf-16"),
    "a wider encoding": json.dumps(GOOD).encode("utf-32-le"),
    "a mark in front": b"\xef\xbb\xbf" + json.dumps(GOOD).encode(),
    "a list in another encoding": json.dumps([GOOD]).encode("utf-16-le"),
    "a list with a mark in front": b"\xef\xbb\xbf" + json.dumps([GOOD]).encode(),
    "twice in a list": b'[{"name": "a", "name": "' + ADA.encode() + b'", "invitation": null, "version": "lowwater/2"}]',
    "nan in a list": b'[{"name": NaN, "invitation": null, "version": "lowwater/2"}]',
    "deep within": b'{"name": ' + b"[" * 900 + b"]" * 900 + b', "invitation": null, "version": "lowwater/2"}',
}


@pytest.fixture
def survey(live, plans):
    return live.open(plans.cohorts(people=6))


@pytest.mark.parametrize("path", ["check-in", "answers", "check-in/bulk", "answers/bulk"])
@pytest.mark.parametrize("kind", STRANGE)
def test_strange_bodies_are_refused(live, survey, path, kind):
    reply = live.ask("POST", f"{survey}/{path}", STRANGE[kind])
    if reply.status == 200:  # a list whose messages are refused one by one
        assert {400} == {item["status"] for item in reply.json}
    else:
        assert (400, "bad-message") == (reply.status, reply.problem)


@pytest.mark.parametrize("kind", STRANGE)
def test_strange_bodies_open_no_survey(live, kind):
    reply = live.post("/v1/surveys", STRANGE[kind])
    assert (400, "bad-message") == (reply.status, reply.problem)


def test_no_depth_breaks_the_server(live, survey):
    """Around the depth where Python gives up, reading may succeed and writing fail."""
    answers = set()
    for depth in range(940, 1000):
        deep = b"[" * depth + b"]" * depth
        answers.add(live.ask("POST", f"{survey}/answers/bulk", b"[" + deep + b"]").status)
        answers.add(live.post("/v1/surveys", b'{"title": "A survey", "plan": ' + deep + b"}").status)
    assert answers <= {200, 400, 422}


@pytest.mark.parametrize("path", ["check-in", "answers", "check-in/bulk", "answers/bulk"])
def test_ten_megabytes_are_too_many(live, survey, path):
    reply = live.ask("POST", f"{survey}/{path}", b"[" + b" " * 10_000_000 + b"]")
    assert (413, "too-large") == (reply.status, reply.problem)


def test_ten_megabytes_are_too_many_for_an_analyst_too(live):
    assert (413, "too-large") == ((reply := live.post("/v1/surveys", b" " * 10_000_000)).status, reply.problem)


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "multipart/form-data", "", None, "x" * 5000])
def test_other_content_types_are_refused(live, survey, kind):
    reply = live.ask("POST", f"{survey}/check-in", b"{}", Content_Type=kind)
    assert (415, "not-json") == (reply.status, reply.problem)


def test_json_may_name_its_letters(live, survey, bodies):
    checking, _ = bodies
    reply = live.ask("POST", f"{survey}/check-in", checking(ADA), Content_Type="Application/JSON; charset=utf-8")
    assert "question" == reply.json["status"]


def _plan(plans, **changed):
    text = json.dumps({"title": "A survey", "plan": json.loads(plans.cohorts().to_json()) | changed})
    return text.encode()


BAD_PLANS = {
    "a domain that is nan": {"domain": {"lo": float("nan"), "hi": 1.0, "direction": "minimum", "step": None}},
    "a domain without end": {"domain": {"lo": 0.0, "hi": float("inf"), "direction": "minimum", "step": None}},
    "a level that is nan": {"level": {"kind": "quantile", "p": float("nan")}},
    "people without end": {"people": float("inf")},
    "more people than there are": {"people": 10**30},
    "a seed that is nan": {"seed": float("nan")},
    "no epsilon": {"epsilon": None},
    "an epsilon of 0": {"epsilon": 0},
    "honest answers": {"search": "honest", "epsilon": None, "level": {"kind": "quantile", "p": 0}},
    "a search nobody knows": {"search": "'; DROP TABLE survey; --"},
    "more fields": {"extra": 1},
    "a forecast that is no number": {
        "forecast": {"forecast_error": 1.0, "assumes": float("nan"), "level": 0.1, "answering": 1, "caveats": []}
    },
    "a forecast past all floats": {
        "forecast": {"forecast_error": 1.0, "assumes": "", "level": 0.1, "answering": float("inf"), "caveats": []}
    },
}


@pytest.mark.parametrize("kind", BAD_PLANS)
def test_plans_that_cannot_be_are_refused(live, plans, kind):
    reply = live.post("/v1/surveys", _plan(plans, **BAD_PLANS[kind]))
    assert ("bad", True) == (reply.problem.partition("-")[0], reply.status in (400, 422))


def test_a_number_past_all_floats_is_no_number(live, plans):
    body = _plan(plans, seed=7).replace(b'"seed": 7', b'"seed": 1e999')
    assert (400, "bad-message") == ((reply := live.post("/v1/surveys", body)).status, reply.problem)


BAD_RULES = [
    {"lease": float("nan")}, {"lease": float("inf")}, {"span": -1}, {"span": True}, {"least": 0}, {"least": 1.5},
    {"least": 10**30}, {"extensions": -1}, {"extensions": 10**30}, {"recruiting": "any"}, {"access": "invitation"},
    {"access": "invitation", "issuer": "no key"}, {"issuer": "ab" * 32}, {"strange": 1}, ["lease"], None, "lease",
]  # fmt: skip


@pytest.mark.parametrize("rules", BAD_RULES, ids=repr)
def test_rules_that_cannot_be_are_refused(live, plans, rules):
    body = {"title": "A survey", "plan": json.loads(plans.cohorts().to_json()), "rules": rules}
    assert live.post("/v1/surveys", body).status in (400, 422)


@pytest.mark.parametrize("title", ["", "x" * 201, "a\x00b", "a\nb", "\ud800", 7, None])
def test_titles_that_are_none_are_refused(live, plans, title):
    body = {"title": title, "plan": json.loads(plans.cohorts().to_json())}
    assert (400, "bad-message") == ((reply := live.post("/v1/surveys", body)).status, reply.problem)
