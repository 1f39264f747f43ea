"""A clock that was wrong, and was set right, gives nobody more time than the survey does."""

import pytest

YEAR = 366 * 86400.0
RULES = {"rolling": 60.0, "enrolled": 1000.0}


@pytest.fixture(params=RULES)
def recruiting(request):
    return request.param


@pytest.fixture
def survey(house, plans, recruiting):
    """Opened while the clock was years ahead; enrolled people have joined."""
    house.now = 50 * YEAR
    survey = house.open(plans.cohorts(people=3), recruiting=recruiting, lease=60.0, span=1000.0)
    if recruiting == "enrolled":
        house.play(survey, range(3))
        house.tick(survey)
    return survey


def _asked(house, survey):
    """The places of whoever is asked in the first round."""
    return [place for place in (house.check_in(survey, person) for person in range(3)) if place.question is not None]


def test_a_place_has_no_more_seconds_than_the_survey_gives(house, survey, recruiting):
    """The clock is at 1970 again: what is left of the lease would be fifty years."""
    before = _asked(house, survey)
    house.now = 5.0
    again = _asked(house, survey)
    assert [RULES[recruiting]] * len(before) == [place.seconds for place in again]


def test_a_round_ends_a_span_after_the_clock_was_set_right(house, survey):
    house.play(survey, range(3))
    house.now = 5.0
    house.tick(survey)
    assert 1005.0 == house.survey(survey).deadline
    house.tick(survey, 1001)
    assert house.survey(survey).round >= 1 or house.survey(survey).extended == 1


def test_people_are_gathered_no_longer_than_a_span_after_the_clock_was_set_right(house, plans):
    house.now = 50 * YEAR
    survey = house.open(plans.cohorts(people=12), recruiting="enrolled", span=1000.0)
    house.play(survey, range(3))
    house.now = 5.0
    assert [None, "begun"] == [house.tick(survey), house.tick(survey, 1001)]


def test_a_place_that_was_lent_for_years_is_freed_after_its_lease(house, plans):
    house.now = 50 * YEAR
    survey = house.open(plans.cohorts(people=3), lease=60.0, span=1000.0)
    house.check_in(survey, "ada")
    house.now = 5.0
    house.tick(survey)
    assert "wait" == house.check_in(survey, "bob").status
    house.tick(survey, 61)
    assert "question" == house.check_in(survey, "bob").status


def test_a_clock_that_is_right_shortens_nothing(house, plans):
    survey = house.open(plans.cohorts(people=3), lease=60.0, span=1000.0)
    house.tick(survey, 400)
    assert (2000.0, 60.0) == (house.survey(survey).deadline, house.check_in(survey, "ada").seconds)
