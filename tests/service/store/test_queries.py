"""Every query has a name, and runs on both databases."""

import re
from contextlib import closing
from importlib.resources import files

import pytest

from lowwater.server.config import connect
from lowwater.server.store import queries

NUMBERS = {
    "round": 0, "question": 0, "number": 0, "places": 2, "limit": 1, "count": 1, "if_yes": 2, "if_no": 1, "least": 1,
    "extensions": 0, "extended": 0, "yes": 1, "total": 1, "threshold": 0.5, "lease": 60.0, "before": 60.0, "span": 9.0,
    "deadline": 9.0, "opened": 1.0, "ended": 2.0, "made": 1.0, "now": 3.0, "most": 9.0, "given": 1, "answered": 1,
    "due": 4.0, "time": 1.0, "keep_names": 1.0, "keep_tallies": 2.0, "choices": 2, "position": 7, "reading": 1,
}  # fmt: skip


BYTES = ("person", "digest")


def _given(sql):
    """Something for every parameter: numbers and bytes where they belong, one word everywhere else."""
    names = re.findall(r":(\w+)", sql)
    return {name: bytes(range(16)) if name in BYTES else NUMBERS.get(name, "word") for name in names}


@pytest.fixture
def connection(house):
    """A survey with a question, a place and a person in it, that is undone again."""
    connection = house.store.connection
    connection.begin()
    for query in ("add_survey", "add_question", "add_place", "join"):
        connection.run(query, **_given(queries.sqlite()[query]))
    yield connection
    connection.rollback()


@pytest.mark.parametrize("query", [name for name, sql in queries.sqlite().items() if sql.startswith("SELECT")])
def test_a_query_finds_rows(connection, query):
    assert isinstance(connection.all(query, **_given(queries.sqlite()[query])), list)


@pytest.mark.parametrize("query", [name for name, sql in queries.sqlite().items() if not sql.startswith("SELECT")])
def test_a_query_changes_one_row_or_none(connection, query):
    new = {"id": "new", "survey": "word", "question": 1}  # beside what is there
    if query == "drop_survey":
        new["id"] = "nobody"
    assert connection.run(query, **_given(queries.sqlite()[query]) | new) in (0, 1)


WALKS = {"drop_survey", "some_places"}
"""Queries that may walk over all places of a survey: they take a few, or there are none left."""


@pytest.mark.parametrize("query", [name for name, sql in queries.sqlite().items() if "place" in sql])
def test_sqlite_finds_a_place_by_its_round_at_least(file, query):
    with closing(connect(str(file))) as store:
        store.migrate()
        sql = queries.sqlite()[query]
        plan = store.connection._connection.execute(f"EXPLAIN QUERY PLAN {sql}", _given(sql))
        steps = [text for *_, text in plan if re.match(r"(SCAN|SEARCH) place\b", text)]
    assert query in WALKS or all("round" in step for step in steps)


def test_both_databases_know_the_same_queries():
    assert queries.sqlite().keys() == queries.postgres().keys()


def _asked():
    folder = files("lowwater.server.store")
    texts = [entry.read_text() for entry in folder.iterdir() if entry.name.endswith(".py")]
    return {name for text in texts for name in re.findall(r'\.(?:all|run|many|_?each)\(\s*"(\w+)"', text)}


def test_every_query_that_is_there_is_asked_and_no_other():
    assert queries.sqlite().keys() == _asked()


def test_parameters_are_never_pasted_into_a_query(house):
    assert house.store.surveys.get("' OR 1=1 --") is None
