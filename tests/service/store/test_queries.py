"""Every query has a name, and runs on both databases."""

import re
from importlib.resources import files

import pytest

from lowwater.server import queries

NUMBERS = {
    "round": 0, "number": 0, "places": 2, "many": 1, "if_yes": 2, "if_no": 1, "least": 1, "extensions": 0,
    "extended": 0, "yes": 1, "total": 1, "threshold": 0.5, "lease": 60.0, "before": 60.0, "span": 9.0, "deadline": 9.0,
    "opened": 1.0, "ended": 2.0, "made": 1.0, "now": 3.0, "most": 9.0,
}  # fmt: skip


def _given(sql):
    """Something for every parameter: numbers where numbers belong, one word everywhere else."""
    return {name: NUMBERS.get(name, "word") for name in re.findall(r":(\w+)", sql)}


@pytest.fixture
def session(house):
    """A survey with a question, a place and a person in it, that is undone again."""
    house.session.begin()
    for query in ("add_survey", "add_question", "add_place", "join"):
        house.session.run(query, **_given(queries.sqlite()[query]))
    yield house.session
    house.session.rollback()


@pytest.mark.parametrize("query", [name for name, sql in queries.sqlite().items() if sql.startswith("SELECT")])
def test_a_query_finds_rows(session, query):
    assert isinstance(session.all(query, **_given(queries.sqlite()[query])), list)


@pytest.mark.parametrize("query", [name for name, sql in queries.sqlite().items() if not sql.startswith("SELECT")])
def test_a_query_changes_one_row_or_none(session, query):
    new = {"id": "new", "survey": "word", "number": 1}  # beside what is there
    assert session.run(query, **_given(queries.sqlite()[query]) | new) in (0, 1)


def test_both_databases_know_the_same_queries():
    assert queries.sqlite().keys() == queries.postgres().keys()


def test_the_service_asks_for_no_query_that_is_not_there():
    folder = files("lowwater.server")
    names = ("service", "rounds", "places", "keys", "routes", "app")
    texts = [folder.joinpath(f"{name}.py").read_text() for name in names]
    asked = {name for text in texts for name in re.findall(r'session\.(?:one|all|run|many|each)\(\s*"(\w+)"', text)}
    assert asked
    assert set() == asked - queries.sqlite().keys()


def test_parameters_are_never_pasted_into_a_query(house):
    assert house.session.one("survey", id="' OR 1=1 --") is None
