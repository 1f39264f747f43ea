"""The server keeps to its own description: every operation of /openapi.json, with bodies that fit it and that do not.

What is sent is made up from the description itself, the same in every run. Half of it goes to surveys that exist, in
every state that a survey can be in; and half of the answers to a place that their name holds.
"""

import json
from itertools import cycle

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks, negative_data_rejection, not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from lowwater.server.endpoints import ENDPOINTS
from lowwater.server.invitation import new_key, public_of
from lowwater.server.openapi import openapi

load_all_checks()
pytestmark = pytest.mark.no_cover
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
ALONE = {endpoint.action or endpoint.name for endpoint in ENDPOINTS if endpoint.each}
"""Operations that refuse one of many in its place: the list itself is taken."""


def _schema(mode):
    config = schemathesis.Config()
    config.projects.default.generation.update(modes=[mode])
    return schemathesis.openapi.from_dict(json.loads(json.dumps(openapi())), config=config)


PLAIN = [endpoint.path for endpoint in ENDPOINTS if not (endpoint.takes or endpoint.key or "{" in endpoint.path)]
STREAMS = [endpoint.path for endpoint in ENDPOINTS if isinstance(endpoint.gives, tuple)]
"""They have no end, so they have tests of their own."""

GOOD = _schema(GenerationMode.POSITIVE).exclude(path=STREAMS)
BAD = _schema(GenerationMode.NEGATIVE).exclude(path=PLAIN + STREAMS)
SETTINGS = settings(max_examples=8, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def live(lasting):
    """What is described is the same for both databases, so one will do."""
    return lasting


@pytest.fixture(scope="module")
def surveys(live, plans):
    """The next of six surveys: four states, enrolled people, and invited ones; a new one where it is to be changed."""
    rules = [{}, {"recruiting": "enrolled"}, {"access": "invitation", "issuer": public_of(new_key())}, {}, {}, {}]
    actions = [None, None, None, "pause", "close", None]

    def make(kind):
        path = live.open(plans.cohorts(people=3000), **rules[kind])
        if actions[kind]:
            live.post(f"{path}/{actions[kind]}")
        return path.rpartition("/")[2]

    made, kinds = [make(kind) for kind in range(6)], cycle(range(6))

    def survey(operation):
        kind = next(kinds)
        return make(kind) if operation in ("delete", "close", "pause", "resume") else made[kind]

    return survey


@pytest.fixture(scope="module")
def turns():
    return cycle([True, False])


def _spoilt(case, part):
    """Whether this part of a case is the one that does not fit."""
    result = case.meta.components.get(part)
    return result is not None and result.mode is GenerationMode.NEGATIVE


def _sent(case, live, surveys, turns):
    """Send a case, every other one to a survey that is there, and where it answers, after its name has checked in."""
    if "survey" in (case.path_parameters or {}) and not _spoilt(case, ParameterLocation.PATH) and next(turns):
        case.path_parameters["survey"] = surveys(case.operation.definition.raw["operationId"])
        if isinstance(case.body, dict) and isinstance(case.body.get("answer"), dict):
            place = live.check_in(f"/v1/surveys/{case.path_parameters['survey']}", case.body.get("name")).json
            fits = place.get("question") is not None and not _spoilt(case, ParameterLocation.BODY)
            case.body["answer"] |= {"round": 0, "index": 0} if fits else {}
    known = case.operation.definition.raw.get("security") and not _spoilt(case, ParameterLocation.HEADER)
    headers = {"Authorization": f"Bearer {live.key}"} if known else {}
    listed = case.operation.definition.raw["operationId"] in ALONE
    checks = [check for check in CHECKS if not (listed and check is negative_data_rejection)]
    case.call_and_validate(base_url=live.address, headers=headers, checks=checks)


@GOOD.parametrize()
@SETTINGS
def test_what_fits_the_description_is_answered_as_it_says(case, live, surveys, turns):
    _sent(case, live, surveys, turns)


@BAD.parametrize()
@SETTINGS
def test_what_does_not_fit_the_description_is_refused_as_it_says(case, live, surveys, turns):
    _sent(case, live, surveys, turns)


def test_the_description_is_served_as_it_was_checked(live):
    assert json.loads(json.dumps(openapi())) == live.ask("GET", "/openapi.json").json


def test_the_description_has_every_endpoint():
    values = {(method.upper(), path) for path, methods in openapi()["paths"].items() for method in methods}
    assert {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS} == values


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.action or endpoint.name)
def test_whatever_asks_the_database_may_be_told_that_it_moved_or_is_down(endpoint):
    """Others in the same transaction can be the reason, so this holds for those who only read as well."""
    details = openapi()["paths"][endpoint.path][endpoint.method.lower()]["responses"]
    asks = endpoint.name not in ("health", "metrics", "problem", "openapi")
    assert (asks, asks) == ("moved" in str(details.get("409")), "bad-store" in str(details.get("503")))
