"""A survey closes when its terms say, at the latest, whatever else goes on."""

import pytest

from lowwater.errors import BadPlan


@pytest.mark.parametrize(("recruiting", "rounds"), [("rolling", 1), ("enrolled", 2)])
def test_without_a_time_it_closes_when_every_round_has_had_its_spans(house, plans, recruiting, rounds):
    plan = plans.cohorts(people=6)
    survey = house.survey(house.open(plan, recruiting=recruiting, span=100.0, extensions=2))
    assert house.now + 100 * 3 * (plan.rounds + rounds - 1) == survey.closes


@pytest.mark.parametrize("closes", [0, 1004, 10**10])
def test_a_time_that_is_over_or_never_comes_is_refused(house, plans, closes):
    with pytest.raises(BadPlan, match=f"closes={closes}; give a time that is still to come"):
        house.open(plans.cohorts(), closes=closes)


def test_no_round_lasts_longer_than_the_survey(house, plans):
    survey = house.open(plans.cohorts(people=6), closes=int(house.now) + 60, span=100.0)
    assert house.now + 60 == house.survey(survey).deadline


@pytest.mark.parametrize("state", ["open", "paused", "gathering"])
def test_it_closes_in_every_state(house, plans, state):
    closes = int(house.now) + 150
    recruiting = "enrolled" if state == "gathering" else "rolling"
    survey = house.open(plans.cohorts(people=6), closes=closes, span=1000.0, recruiting=recruiting)
    if state == "paused":
        house.change(survey, "pause")
    house.now = closes - 1.0
    assert "closed" != house.tick(survey)
    assert survey in house.store.surveys.due(closes, 10_000)
    house.now = float(closes)
    house.tick(survey)
    result = house.survey(survey)
    assert "closed" == result.state


def test_a_round_that_has_enough_answers_counts_before_the_survey_closes(house, plans):
    closes = int(house.now) + 50
    survey = house.open(plans.cohorts(people=6), closes=closes, span=100.0, least=1)
    house.play(survey, ["ada"])
    house.now = float(closes)
    assert ["tallied", "closed"] == [house.tick(survey), house.tick(survey)]
    assert "it has come to the time at which it was to close" == house.survey(survey).statement
    assert 1 == house.questions(survey)[0].total


def test_a_pause_does_not_move_the_end(house, plans):
    survey = house.open(plans.cohorts(people=6), closes=int(house.now) + 150, span=100.0)
    house.change(survey, "pause")
    house.now += 120
    house.change(survey, "resume")
    assert house.survey(survey).closes == house.survey(survey).deadline
