"""A key that is limited to one survey, or to reading, opens no more than that, at any door."""

import json
from contextlib import closing

import pytest
from click.testing import CliRunner

from lowwater.cli import cli
from lowwater.errors import NoSurvey
from lowwater.server import keys
from lowwater.server.config import connect
from lowwater.server.endpoints import ENDPOINTS

KEYED = [endpoint for endpoint in ENDPOINTS if endpoint.key]


@pytest.fixture(scope="module")
def doors(live, plans):
    """Two surveys, and a key for each kind of limit, the first three for the first survey."""
    paths = [live.open(plans.cohorts(people=6)) for _ in range(2)]
    survey = paths[0].rpartition("/")[2]

    def make(store):
        return {
            "view": keys.make(store, "view", 0.0, survey, reading=True),
            "one": keys.make(store, "one", 0.0, survey),
            "read": keys.make(store, "read", 0.0, reading=True),
        }

    return paths, live.do(make)


def _status(live, endpoint, path, key):
    where = endpoint.path.replace("/v1/surveys/{survey}", path)
    return live.ask(endpoint.method, where, b"no JSON" if endpoint.takes else None, key=key).status


def _allowed(endpoint, kind, own):
    """Whether a key of this kind may pass, by the table of rights."""
    if endpoint.right == "know":
        return True
    here = kind == "read" or ("{survey}" in endpoint.path and own)
    return here and (endpoint.right == "read" or kind == "one")


@pytest.mark.parametrize("kind", ["view", "one", "read"])
@pytest.mark.parametrize("own", [True, False], ids=["own", "other"])
@pytest.mark.parametrize("endpoint", KEYED, ids=lambda endpoint: endpoint.action or endpoint.name)
def test_a_limited_key_passes_where_it_may_and_nowhere_else(live, doors, endpoint, own, kind):
    paths, made = doors
    if _allowed(endpoint, kind, own) and endpoint.right == "change":
        return  # it would change the survey for the tests after it; the next test has one of its own
    status = _status(live, endpoint, paths[0 if own else 1], made[kind])
    assert _allowed(endpoint, kind, own) == (status != 403)


def test_a_key_of_one_survey_may_change_that_one(live, plans):
    path = live.open(plans.cohorts(people=6))
    key = live.do(lambda store: keys.make(store, "changes", 0.0, path.rpartition("/")[2]))
    reply = [live.ask("POST", f"{path}/{action}", key=key).status for action in ("pause", "resume", "close")]
    assert ([200] * 3, 200) == (reply, live.ask("DELETE", path, key=key).status)


def test_a_refusal_says_what_the_key_is_for(live, doors):
    paths, made = doors
    reply = live.ask("POST", f"{paths[0]}/close", key=made["view"])
    assert (403, "not-allowed") == (reply.status, reply.problem)
    assert "for reading" in reply.json["detail"]
    assert "one survey" in live.ask("GET", "/v1/surveys", key=made["view"]).json["detail"]


def test_a_key_says_what_it_may_do(live, doors):
    paths, made = doors
    reply = [live.ask("GET", "/v1/key", key=key).json for key in (made["view"], made["read"], live.key)]
    survey = paths[0].rpartition("/")[2]
    assert [("view", survey, True), ("read", None, True), ("analyst", None, False)] == [
        (item["name"], item["survey"], item["reading"]) for item in reply
    ]


def test_sharing_makes_a_key_that_only_views(live, plans):
    path = live.open(plans.cohorts(people=6))
    shared = live.post(f"{path}/share", {"name": "for bob"}).json
    reply = live.ask("GET", "/v1/key", key=shared["key"]).json
    assert ("for bob", path.rpartition("/")[2], True) == (reply["name"], reply["survey"], reply["reading"])


def test_who_views_cannot_share_further(live, doors):
    paths, made = doors
    assert 403 == live.ask("POST", f"{paths[0]}/share", {}, key=made["view"]).status


def test_a_stranger_cannot_tell_a_limited_key_from_none(live, doors):
    paths, _ = doors
    assert 401 == live.ask("GET", f"{paths[0]}/standing", key="lw_wrong").status


def test_a_deleted_survey_takes_its_keys_along(live, plans):
    path = live.open(plans.cohorts(people=6))
    key = live.post(f"{path}/share", {}).json["key"]
    live.post(f"{path}/close")
    live.ask("DELETE", path, key=live.key)
    assert 401 == live.ask("GET", "/v1/key", key=key).status


@pytest.fixture
def key(house):
    def run(*words):
        done = CliRunner().invoke(cli, ["key", "--database", house.database, *words])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.stdout

    return run


def test_limits_are_given_when_a_key_is_made_and_listed(house, plans, key):
    survey = house.open(plans.cohorts(people=6))
    key("make", "both", "--survey", survey, "--read")
    key("make", "reads", "--read")
    listed = {row["name"]: (row["survey"], row["reading"]) for row in json.loads(key("list", "--json"))}
    assert ((survey, True), (None, True)) == (listed["both"], listed["reads"])
    assert f"reads survey {survey}" in key("list")
    assert "reads all surveys" in key("list")


def test_a_key_for_a_survey_that_is_not_there_is_refused(house, key):
    with pytest.raises(NoSurvey, match="'nowhere'"):
        key("make", "lost", "--survey", "nowhere")
    with closing(connect(house.database, alone=False)) as store:
        assert "lost" not in [key.name for key in store.keys.all()]
