"""A problem's type is an address, and what is there explains it."""

import json
import re

import pytest

from lowwater import errors
from lowwater.server import problem_pages as pages
from lowwater.server.endpoints import ENDPOINTS
from lowwater.server.problems import STATUS, document, name_of, status_of


def _words(text):
    return " ".join(text.split())


@pytest.mark.parametrize("kind", pages.KINDS)
def test_every_kind_of_problem_has_a_page(live, kind):
    reply = live.ask("GET", f"/problems/{kind}")
    assert (200, "text/plain; charset=utf-8") == (reply.status, reply.headers["content-type"])
    assert reply.text.startswith(f"{kind} (status {status_of(pages.KINDS[kind])}): ")
    assert ["It means", "Do: "] == re.findall("^(?:It means|Do: )", reply.text, re.MULTILINE)


@pytest.mark.parametrize("kind", ["nonsense", "refused", "grant-spent", "Too-Late", "too-late/", "", ".."])
def test_there_is_no_page_for_anything_else(live, kind):
    reply = live.ask("GET", f"/problems/{kind}")
    assert reply.status in (307, 404)
    assert reply.status == 307 or "about:blank" == reply.json["type"]


def test_every_error_of_the_tree_that_a_server_tells_has_a_page():
    """Of the others, such as those of a device, it tells nobody."""

    kinds = [getattr(errors, name) for name in errors.__all__]
    values = {name_of(kind) for kind in kinds if status_of(kind) != 500}
    assert (values, set(STATUS)) == (set(pages.KINDS), set(pages.PAGES))


def test_whatever_an_endpoint_refuses_with_has_a_page():
    assert {name_of(kind) for endpoint in ENDPOINTS for kind in endpoint.refuses} <= set(pages.KINDS)


@pytest.mark.parametrize("kind", STATUS, ids=name_of)
def test_the_type_of_a_problem_is_the_address_of_its_page(live, kind):
    assert 200 == live.ask("GET", document(kind())["type"]).status


@pytest.mark.parametrize("kind", STATUS, ids=name_of)
def test_the_documentation_prints_the_same(root, kind):
    details = (root / "docs" / "reference" / "problems.md").read_text(encoding="utf-8")
    assert _words(pages.section(kind)) in _words(details)


def test_a_page_links_to_nothing_that_a_server_does_not_have():
    assert not [name for name, kind in pages.KINDS.items() if re.search(r"\]\(|\.md", pages.text(kind))]


def test_a_problem_that_came_over_the_line_leads_to_its_page(live):
    refused = live.ask("GET", "/v1/surveys/nowhere")
    page = live.ask("GET", json.loads(refused.text)["type"])
    assert page.text.startswith("no-survey (status 404): ")


def test_an_analyst_sees_how_many_answers_came_and_nobodys_yes(live, plans):
    path = live.open(plans.cohorts(people=6))
    asked = live.check_in(path, "a" * 40).json["question"]
    for _ in range(2):
        live.answer(path, "a" * 40, asked)
    live.answer(path, "b" * 40, asked)
    arrivals = live.get(f"{path}/arrivals").json
    assert [("NoPlace", 1), ("again", 1), ("counted", 1)] == sorted(
        (arrival["outcome"], arrival["answers"]) for arrival in arrivals
    )
    assert {"time", "outcome", "answers"} == {field for arrival in arrivals for field in arrival}
    assert all(arrival["time"] % 60 == 0 for arrival in arrivals)


def test_answers_to_a_survey_that_is_not_there_are_not_remembered(live, plans):
    asked = live.check_in(live.open(plans.cohorts(people=6)), "a" * 40).json["question"]
    live.answer("/v1/surveys/nowhere", "a" * 40, asked)
    assert 404 == live.get("/v1/surveys/nowhere/arrivals").status
