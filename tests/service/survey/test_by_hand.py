"""An analyst pauses, resumes and closes."""

import pytest

from lowwater.errors import NoSurvey, NotOpen, TooLate


@pytest.fixture
def survey(house, plans):
    return house.open(plans.cohorts(people=6), closes=10**6, span=100.0, lease=10.0)


def test_a_paused_survey_lets_people_wait(house, survey):
    house.change(survey, "pause")
    assert "wait" == house.check_in(survey, "ada").status


def test_a_paused_survey_still_takes_answers_to_its_places(house, survey):
    asked = house.check_in(survey, "ada").question
    house.change(survey, "pause")
    assert "counted" == house.answer(survey, "ada", asked, True)


def test_a_paused_survey_does_not_move(house, survey):
    house.play(survey, "ab")
    house.change(survey, "pause")
    assert not house.tick(survey, 1000)


def test_a_survey_that_goes_on_moves_again(house, survey):
    house.play(survey, "ab")
    house.change(survey, "pause")
    house.change(survey, "resume")
    assert house.tick(survey)


def test_a_pause_takes_nothing_off_a_round(house, survey):
    house.now += 40
    house.change(survey, "pause")
    house.now += 1000
    house.change(survey, "resume")
    assert not house.tick(survey)
    assert house.now < house.survey(survey).deadline


def test_a_closed_survey_is_over_with_a_statement(house, survey):
    house.change(survey, "close")
    result = house.survey(survey)
    assert ("closed", "it was closed by hand", 1000.0) == (result.state, result.statement, result.ended)


def test_a_closed_survey_takes_no_answers(house, survey):
    asked = house.check_in(survey, "ada").question
    house.change(survey, "close")
    with pytest.raises(TooLate):
        house.answer(survey, "ada", asked, True)


def test_a_closed_survey_forgets_the_tally_of_its_open_round(house, survey):
    house.play(survey, "a")
    house.change(survey, "close")
    assert {(0, "")} == set(house.so_far(survey))


def test_a_closed_survey_keeps_its_estimate(house, survey):
    house.play(survey, "ab")
    house.tick(survey)
    before = house.survey(survey).estimate
    house.change(survey, "close")
    assert before == house.survey(survey).estimate


@pytest.mark.parametrize("recruiting", ["rolling", "enrolled"])
def test_a_survey_can_be_closed_from_its_first_moment(house, plans, recruiting):
    survey = house.open(plans.cohorts(), recruiting=recruiting)
    assert "closed" == house.change(survey, "close").state


@pytest.mark.parametrize("path", [("resume",), ("pause", "pause"), ("close", "close"), ("close", "resume")])
def test_what_makes_no_sense_is_refused(house, survey, path):
    for event in path[:-1]:
        house.change(survey, event)
    with pytest.raises(NotOpen, match=f"can be {path[-1]}"):
        house.change(survey, path[-1])


def test_nobody_pauses_a_survey_that_gathers(house, plans):
    survey = house.open(plans.cohorts(), recruiting="enrolled")
    with pytest.raises(NotOpen, match="gathering"):
        house.change(survey, "pause")


def test_nobody_closes_what_is_not_there(house):
    with pytest.raises(NoSurvey):
        house.change("nowhere", "close")
