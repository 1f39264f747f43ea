"""Published terms never change: a record that would give others is refused, and no other survey is."""

import pytest

from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadRecord, BadStore, NotOpen
from lowwater.server import service
from lowwater.server.messages import lifecycle_of
from lowwater.server.survey import Survey
from lowwater.wire import encode, hash_of

TABLES = ("survey", "question", "place", "person", "outbox")


@pytest.fixture
def house(make_house, database):
    """One of the test's own: it is of no use afterwards."""
    return make_house(database)


@pytest.fixture
def survey(house, plans):
    return house.open(plans.cohorts())


def _set(house, survey, column, value):
    house.store.connection._connection.execute(
        f"UPDATE survey SET {column} = '{value}' WHERE id = '{survey}'"  # noqa: S608 - names of ours
    )


def test_the_terms_of_a_record_are_those_that_were_published(house, survey):
    result = house.survey(survey)
    ((_, _, _, terms, digest, *_),) = house.rows("survey", survey)
    assert (encode(result.public().terms), result.public().hash) == (terms, digest)


@pytest.mark.parametrize("column", ["terms", "hash", "plan"])
def test_a_record_with_other_terms_is_refused_by_its_name(house, survey, plans, column):
    """As if another version of the library made them of the same plan."""
    other = plans.cohorts(epsilon="2")
    terms = house.survey(house.open(other)).terms
    _set(house, survey, column, {"terms": encode(terms), "hash": hash_of(terms), "plan": other.to_json()}[column])
    with pytest.raises(BadStore, match=f"survey {survey} .* terms are no longer those that it was opened with"):
        house.survey(survey)


@pytest.mark.parametrize(("column", "value"), [("plan", "[]"), ("search", "torn"), ("access", "nobody"), ("plan", "{")])
def test_a_torn_record_is_refused_by_its_name(house, survey, column, value):
    _set(house, survey, column, value)
    with pytest.raises(BadRecord, match=f"survey {survey} cannot be used as the database has it: ."):
        house.check_in(survey, "ada")


def test_every_other_survey_goes_on(house, survey, plans):
    other = house.open(plans.cohorts())
    _set(house, survey, "hash", "0" * 64)
    assert ("question", Epsilon.of("1")) == (house.check_in(other, "ada").status, house.survey(other).plan.epsilon)
    assert {(BadRecord, True), (Survey, False)} == {
        (type(item), survey in str(item)) for item in service.surveys(house.store)[0].values()
    }


TORN = [("hash", "00"), ("terms", "{"), ("plan", "[]"), ("search", "torn"), ("access", "nobody")]
"""Ways in which a record cannot be used."""


@pytest.mark.parametrize(("column", "value"), TORN)
@pytest.mark.parametrize(
    "state", ["open", *(pytest.param(state, marks=pytest.mark.long) for state in ("gathering", "paused", "closed"))]
)
def test_a_record_that_cannot_be_read_is_deleted_in_any_state(house, plans, column, value, state):
    survey = _standing(house, plans, state)
    _set(house, survey, column, value)
    gone = house.delete(survey)
    assert ((survey, state), [[]] * 5) == ((gone.id, gone.state), [house.rows(table, survey) for table in TABLES])


@pytest.mark.parametrize(("column", "value"), TORN)
@pytest.mark.parametrize("state", ["gathering", "open", "paused"])
def test_a_record_that_cannot_be_read_is_closed_and_its_round_forgotten(house, plans, column, value, state):
    survey = _standing(house, plans, state)
    _set(house, survey, column, value)
    assert "closed" == house.change(survey, "close").state
    record = house.store.surveys.get(survey)
    assert (1000.0, True) == (record.ended, "closed by hand" in record.statement)
    assert {-1} >= {row[3] for row in house.rows("place", survey)}
    assert {(0, "")} >= set(house.so_far(survey))
    assert [] == house.rows("person", survey)
    with pytest.raises(NotOpen, match="this survey is closed"):
        house.change(survey, "close")


def test_a_record_that_cannot_be_read_is_neither_paused_nor_resumed(house, survey):
    _set(house, survey, "hash", "00")
    with pytest.raises(BadRecord):
        house.change(survey, "pause")
    _set(house, survey, "state", "paused")
    with pytest.raises(BadRecord):
        house.change(survey, "resume")


@pytest.mark.parametrize("terms", ["{", "[1]"])
def test_what_is_told_of_a_record_that_cannot_be_read_is_what_the_database_has(house, survey, terms):
    _set(house, survey, "terms", terms)
    details = lifecycle_of(house.delete(survey))
    assert (survey, "A survey", "open") == (details.survey, details.title, details.state)


def _standing(house, plans, state):
    """A survey in this state, in which somebody joined or answered."""
    survey = house.open(plans.cohorts(), recruiting="enrolled" if state == "gathering" else "rolling")
    house.play(survey, ["ada", "bob"])
    if state not in ("gathering", "open"):
        house.change(survey, {"paused": "pause", "closed": "close"}[state])
    return survey
