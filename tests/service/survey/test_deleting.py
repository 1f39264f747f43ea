"""A survey that is over can be deleted, with everyone in it."""

import hashlib

import pytest

from lowwater.errors import NoSurvey, NotOpen
from lowwater.server import service
from lowwater.server.invitation import invitations, new_key, public_of


@pytest.fixture
def over(house, plans):
    """A survey that has run to its end, with enrolled people."""
    survey = house.open(plans.cohorts(people=6), recruiting="enrolled")
    house.play(survey, range(6))
    house.tick(survey)
    house.finish(survey, range(6))
    return survey


def _delete(house, survey):
    return house.do(service.delete, survey)


def test_nothing_of_it_is_left(house, over):
    _delete(house, over)
    tables = ("question", "place", "person", "survey")
    assert [[]] * 4 == [house.rows(table, over) for table in tables]


def test_other_surveys_stay_as_they_are(house, plans, over):
    other = house.open(plans.cohorts())
    house.play(other, range(3))
    before = house.dump(other)
    _delete(house, over)
    assert before == house.dump(other)


def test_what_was_deleted_is_told_once_more(house, over):
    assert (over, "finished") == ((result := _delete(house, over)).id, result.state)


@pytest.mark.parametrize("state", ["gathering", "open", "paused"])
def test_a_survey_that_is_not_over_is_not_deleted(house, plans, state):
    survey = house.open(plans.cohorts(), recruiting="enrolled" if state == "gathering" else "rolling")
    if state == "paused":
        house.change(survey, "pause")
    with pytest.raises(NotOpen, match=f"this survey is {state}, .* close it first"):
        _delete(house, survey)
    assert state == house.survey(survey).state


def test_a_survey_that_was_deleted_is_no_survey(house, over):
    _delete(house, over)
    with pytest.raises(NoSurvey):
        house.check_in(over, "ada")
    with pytest.raises(NoSurvey):
        _delete(house, over)


def test_an_answer_to_a_survey_that_was_deleted_is_refused(house, plans):
    survey = house.open(plans.cohorts(people=3))
    asked = house.check_in(survey, "ada").question
    house.change(survey, "close")
    _delete(house, survey)
    with pytest.raises(NoSurvey):
        house.answer(survey, "ada", asked, True)


def test_an_invitation_that_was_used_opens_nothing_after_its_survey_was_deleted(house, plans):
    """It is signed for its survey, and the name of a survey is never given again; so none has to be kept."""
    key = new_key()
    rules = {"access": "invitation", "issuer": public_of(key)}
    survey = house.open(plans.cohorts(), **rules)
    (invitation,) = invitations(key, survey, house.survey(survey).hash, 1)
    name = hashlib.sha256(invitation.encode()).hexdigest()
    assert "question" == house.check_in(survey, name, invitation).status
    house.change(survey, "close")
    _delete(house, survey)
    again = house.open(plans.cohorts(), **rules)
    with pytest.raises(NoSurvey):
        house.check_in(survey, name, invitation)
    with pytest.raises(service.BadInvitation):
        house.check_in(again, name, invitation)
