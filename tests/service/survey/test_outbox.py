"""What happened to a survey, in order: enough to follow it, and nothing of one person."""

import json
from itertools import pairwise

import pytest

from lowwater.errors import NoSurvey
from lowwater.server import service


def _events(house, survey, after=0):
    return service.events(house.store, survey, after)


def _kinds(house, survey):
    return [event.kind for event in _events(house, survey)]


def test_a_whole_survey_tells_its_rounds_and_its_end(house, plans):
    survey = house.open(plans.cohorts(people=3))
    house.finish(survey, range(9))
    assert ["opened", "tallied", "tallied", "tallied", "finished"] == _kinds(house, survey)


def test_an_enrolled_survey_tells_that_it_began(house, plans):
    survey = house.open(plans.cohorts(people=6), recruiting="enrolled")
    house.play(survey, range(6))
    house.tick(survey)
    assert ["opened", "begun"] == _kinds(house, survey)
    assert {"people": 6} == json.loads(_events(house, survey)[1].fields)


def test_what_is_done_by_hand_is_told(house, plans):
    survey = house.open(plans.cohorts(people=6))
    for event in ("pause", "resume", "close"):
        house.change(survey, event)
    assert ["opened", "paused", "resumed", "closed"] == _kinds(house, survey)


def test_a_round_without_answers_is_extended_and_starves(house, plans):
    survey = house.open(plans.cohorts(people=6), span=100.0, extensions=1)
    for _ in range(2):
        house.tick(survey, 101)
    assert ["opened", "extended", "starved"] == _kinds(house, survey)


def test_numbers_have_no_gaps_and_reading_goes_on_after_one(house, plans):
    survey = house.open(plans.cohorts(people=3))
    house.finish(survey, range(9))
    numbers = [event.number for event in _events(house, survey)]
    assert (1, True) == (numbers[0], all(after == before + 1 for before, after in pairwise(numbers)))
    assert [_events(house, survey)[number:] for number in numbers] == [
        _events(house, survey, number) for number in numbers
    ]


def test_a_closed_round_tells_its_tally_and_the_estimate(house, plans):
    survey = house.open(plans.cohorts(people=3))
    house.play(survey, ["ada"], lambda _: True)
    house.tick(survey)
    fields = json.loads(_events(house, survey)[1].fields)
    tallies, after = [{"index": 0, "thresholds": [8.0], "counts": [0, 1]}], house.survey(survey).estimate
    expected = {"round": 0, "tallies": tallies, "estimate": after.value, "cell": list(after.cell), "limits": None}
    assert expected == fields


def test_answers_and_check_ins_are_no_events(house, plans):
    survey = house.open(plans.cohorts(people=60))
    house.play(survey, range(8))
    assert ["opened"] == _kinds(house, survey)


def test_nothing_tells_of_one_person(house, plans):
    survey = house.open(plans.cohorts(people=3))
    house.finish(survey, ["ada", "bob", "eve", "ida"])
    people = [row[1].hex() for row in house.rows("place", survey)]
    text = repr(house.rows("outbox", survey))
    assert (True, []) == (bool(people), [person for person in people if person in text])


def test_a_survey_that_is_deleted_takes_its_events_along(house, plans):
    survey = house.open(plans.cohorts(people=3))
    house.change(survey, "close")
    house.delete(survey)
    assert [] == house.rows("outbox", survey)
    with pytest.raises(NoSurvey):
        _events(house, survey)


def test_an_event_is_undone_with_its_transaction(house, plans):
    survey = house.open(plans.cohorts(people=6))
    house.store.begin()
    service.change(house.store, survey, "pause", house.now)
    house.store.rollback()
    assert ["opened"] == _kinds(house, survey)
