"""Published terms never change: a record that would give others is refused, and no other survey is."""

from dataclasses import replace

import pytest

from lowwater.core.epsilon import Epsilon
from lowwater.errors import BadRecord, BadStore
from lowwater.server import service
from lowwater.wire import encode, hash_of


@pytest.fixture
def house(make_house, database):
    """One of the test's own: it is of no use afterwards."""
    return make_house(database)


@pytest.fixture
def survey(house, plans):
    return house.open(plans.cohorts())


def _set(house, survey, column, value):
    house.session._connection.execute(
        f"UPDATE survey SET {column} = '{value}' WHERE id = '{survey}'"  # noqa: S608 - names of ours
    )


def test_the_terms_of_a_record_are_those_that_were_published(house, survey):
    found = house.survey(survey)
    ((_, _, _, terms, digest, *_),) = house.rows("survey", survey)
    assert (encode(found.public().terms), found.public().hash) == (terms, digest)


@pytest.mark.parametrize("column", ["terms", "hash", "plan"])
def test_a_record_with_other_terms_is_refused_by_its_name(house, survey, plans, column):
    """As if another version of the library made them of the same plan."""
    other = plans.cohorts(epsilon="2")
    terms = replace(house.survey(survey), plan=other).terms
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
    with pytest.raises(BadRecord):
        service.surveys(house.session)
