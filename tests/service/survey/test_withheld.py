"""Nobody is shown the tally of a cohort smaller than the survey's least, nor any answer to a round that is open."""

import json
from dataclasses import asdict

import pytest

from lowwater.server import service
from lowwater.server.messages import event_of


def _events(house, survey):
    return [event_of(event) for event in service.events(house.store, survey)]


def _tallies(house, survey):
    return [tally for event in _events(house, survey) for tally in event.tallies or ()]


@pytest.fixture
def few(house, plans):
    """Two cohorts of 12, where 13 answers are needed before a tally is shown; and one of 24 in another survey."""
    survey = house.open(plans.one_round(people=24, questions=2), least=13)
    house.finish(survey, range(24), lambda question: question.index == 0)
    return survey


def test_tallies_of_small_cohorts_are_withheld_from_a_standing(house, few):
    asked = house.standing(few).questions
    assert [(12, None, True)] * 2 == [(question.answered, question.counts, question.withheld) for question in asked]


def test_tallies_of_small_cohorts_are_withheld_from_events(house, few):
    assert [(12, None, True)] * 2 == [(tally.answers, tally.counts, tally.withheld) for tally in _tallies(house, few)]


def test_the_band_does_not_give_them_away(house, few):
    assert house.survey(few).estimate.certain.band  # which the server has
    assert () == house.standing(few).estimate.certain.band


def test_no_text_that_an_analyst_reads_differs_by_a_count(house, few):
    """Twelve times yes to one question and twelve times no to the other stand in none of them."""
    texts = json.dumps([asdict(house.standing(few))["questions"], [asdict(event) for event in _events(house, few)]])
    assert [] == [counts for counts in ("[0, 12]", "[12, 0]") if counts in texts]


def test_cohorts_that_are_large_enough_are_shown(house, plans):
    survey = house.open(plans.one_round(people=24, questions=2), least=12)
    house.finish(survey, range(24), lambda question: question.index == 0)
    asked = house.standing(survey).questions
    assert [((0, 12), False), ((12, 0), False)] == [(question.counts, question.withheld) for question in asked]
    assert [(0, 12), (12, 0)] == [tally.counts for tally in _tallies(house, survey)]
    assert 2 == len(house.standing(survey).estimate.certain.band)


def test_a_cohort_that_nobody_answered_has_nothing_to_withhold(house, plans):
    survey = house.open(plans.one_round(people=4, questions=2), span=100.0)
    place = house.check_in(survey, "ada").question
    house.answer(survey, "ada", place, True)
    house.tick(survey, 101)
    asked = {question.index: (question.counts, question.withheld) for question in house.standing(survey).questions}
    assert {place.index: ((0, 1), False), 1 - place.index: ((0, 0), False)} == asked


def test_an_event_that_an_older_server_wrote_is_withheld_too(house, few):
    """Its row has the counts; what is read of it depends on the rules of its survey."""
    kept = [event for event in service.events(house.store, few) if event.kind == "tallied"]
    assert "counts" in kept[0].fields
    assert {13} == {event.least for event in kept}


def _public(house, survey):
    """All that an analyst may read of a survey, without its id."""
    progress = [each for each in house.store.surveys.running() if each.survey == survey]
    read = [asdict(house.standing(survey)), [asdict(event) for event in _events(house, survey)], repr(progress)]
    fields = json.loads(json.dumps(read).replace(survey, ""))
    for event in fields[1]:
        event["position"] = 0  # it numbers the events of all surveys, so it differs between two
    return fields


@pytest.mark.parametrize("words", [lambda _question: True, lambda question: question.index == 0])
def test_two_open_rounds_look_the_same_whatever_was_answered(house, plans, words):
    """Someone who reads everything after each answer cannot tell a survey of yes from one of no."""
    ours, theirs = (house.open(plans.one_round(people=24, questions=2)) for _ in range(2))
    for person in range(20):
        for survey, answer in ((ours, words), (theirs, lambda question: not words(question))):
            place = house.check_in(survey, person).question
            house.answer(survey, person, place, answer(place))
        assert _answered(house, ours) == _answered(house, theirs) == person + 1
    seen = [_public(house, survey) for survey in (ours, theirs)]
    for fields in seen:
        for asked in fields[0]["questions"]:
            assert asked["counts"] is None
            asked["answered"] = 0  # places are drawn at random
    assert seen[0] == seen[1]


def _answered(house, survey):
    return sum(question.answered for question in house.questions(survey))


def test_the_yes_of_an_open_round_is_in_the_database_and_nowhere_else(house, plans):
    survey = house.open(plans.cohorts(people=36))
    house.play(survey, range(11))
    assert [(11, "")] == house.so_far(survey)
    assert [None] == [question.counts for question in house.standing(survey).questions]
    assert [None] == [event.tallies for event in _events(house, survey)]
