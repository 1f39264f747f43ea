"""How a survey fares is told from its open round, and from when the last answer came."""

import pytest

from lowwater.server.health import answers_of, expected_end, health_of


def _health(house, survey, last=None, since=0.0):
    return health_of(house.survey(survey), house.questions(survey), last, since, house.now)


@pytest.fixture
def survey(house, plans):
    return house.open(plans.cohorts(people=36), span=1000.0, least=5)


def test_a_survey_waits_for_the_first_answer(house, survey):
    assert ("waiting", "It waits for the first answer of round 1.") == (
        (health := _health(house, survey)).state,
        health.words,
    )


def test_answers_that_come_in_are_fresh_and_then_stalled(house, survey):
    house.play(survey, range(6))
    house.now += 30
    states = [_health(house, survey, last=house.now - silent).state for silent in (0.0, 60.0, 400.0)]
    assert ["fresh", "fresh", "stalled"] == states


def test_patience_grows_with_the_pauses_that_are_normal(house, survey):
    """Six answers in 300 seconds: a pause of 400 is nothing yet; in the first 30 it would have been."""
    house.play(survey, range(6))
    house.now += 300
    assert "fresh" == _health(house, survey, last=house.now - 400.0).state


def test_a_server_that_was_just_started_does_not_call_a_survey_stalled(house, survey):
    house.play(survey, range(6))
    house.now += 30
    assert ["fresh", "stalled"] == [_health(house, survey, since=house.now - up).state for up in (1.0, 500.0)]


def test_too_few_answers_near_the_deadline_are_called_that(house, survey):
    house.play(survey, range(3))
    house.now += 950
    health = _health(house, survey, last=house.now)
    assert ("too few", True) == (health.state, "3 of 5 answers" in health.words)


def test_a_round_that_was_extended_has_too_few(house, survey):
    house.play(survey, range(3))
    house.tick(survey, 1001)
    assert "too few" == _health(house, survey, last=house.now).state


def test_a_survey_that_is_paused_or_over_is_called_that(house, survey):
    house.change(survey, "pause")
    paused = _health(house, survey).state
    house.change(survey, "close")
    assert ("paused", "over") == (paused, _health(house, survey).state)


def test_an_enrolled_survey_gathers_people(house, plans):
    survey = house.open(plans.cohorts(people=36), recruiting="enrolled")
    assert "It gathers people, and asks nobody yet." == _health(house, survey).words


def test_the_end_is_expected_at_the_pace_so_far(house, survey):
    assert (
        expected_end(house.survey(survey), answers_of(house.survey(survey), house.questions(survey)), house.now) is None
    )
    house.play(survey, range(9))
    house.now += 90
    answers = answers_of(house.survey(survey), house.questions(survey))
    assert (9, 36) == (answers.got, answers.needed)
    assert house.now + 270 == expected_end(house.survey(survey), answers, house.now)
