"""How long names and tallies are kept is a rule of the survey, and the clock carries it out."""

import pytest

from lowwater.errors import BadPlan, NoSurvey, TooLate
from lowwater.server import retention
from lowwater.wire.rules import Rules


@pytest.fixture
def survey(house, plans):
    """Three people answered; it has ended."""
    survey = house.open(plans.cohorts(people=3), keep_names=100.0, keep_tallies=1000.0)
    house.finish(survey, range(9))
    return survey


def _due(house, survey):
    return survey in house.store.surveys.due(house.now, 10_000)


def test_names_are_kept_for_as_long_as_the_rules_say(house, survey):
    house.tick(survey, 99)
    assert (3, False) == (len(house.rows("place", survey)), _due(house, survey))


def test_names_are_forgotten_after_that_and_tallies_stay(house, survey):
    before = house.tallies(survey)
    assert "forgotten" == house.tick(survey, 101)
    assert ([], before, "finished") == (house.rows("place", survey), house.tallies(survey), house.survey(survey).state)


def test_a_repeat_is_no_longer_known_from_then_on(house, plans):
    survey = house.open(plans.cohorts(people=3), keep_names=100.0)
    asked = house.check_in(survey, 0).question
    house.finish(survey, range(9))
    assert "again" == house.answer(survey, 0, asked, True)
    house.tick(survey, 101)
    with pytest.raises(TooLate):
        house.answer(survey, 0, asked, True)


def test_the_survey_itself_goes_in_the_end(house, survey):
    house.tick(survey, 101)
    house.tick(survey, 1000)
    with pytest.raises(NoSurvey):
        house.survey(survey)
    assert [[]] * 4 == [house.rows(table, survey) for table in ("question", "place", "person", "outbox")]


def test_many_names_are_forgotten_slice_by_slice(house, plans, monkeypatch):
    monkeypatch.setattr(retention, "SLICE", 2)
    survey = house.open(plans.cohorts(people=9), keep_names=100.0)
    house.finish(survey, range(30))
    house.now += 101
    left = []
    while _due(house, survey) and len(left) < 20:
        house.tick(survey)
        left.append(len(house.rows("place", survey)))
    assert [7, 5, 3, 1, 0] == left


def test_a_survey_that_goes_on_forgets_nothing(house, plans):
    survey = house.open(plans.cohorts(people=12), span=1e6, keep_names=0.0, keep_tallies=0.0)
    house.play(survey, range(2))
    house.tick(survey, 10_000)
    assert 2 == len(house.rows("place", survey))


@pytest.mark.parametrize(("names", "tallies"), [(-1.0, 9.0), (9.0, 8.0), (9.0, 1e9)])
def test_rules_that_make_no_sense_are_refused(names, tallies):
    with pytest.raises(BadPlan, match="names are kept no longer than tallies"):
        Rules(keep_names=names, keep_tallies=tallies)
