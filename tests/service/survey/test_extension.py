"""A round with too few answers is extended, and then given up with a statement."""

import pytest

from lowwater.errors import BadPlan, NotOpen


@pytest.fixture
def survey(house, plans):
    return house.open(plans.cohorts(people=12), least=2, extensions=2, span=100.0, lease=10.0)


def test_too_few_answers_extend_the_round(house, survey):
    house.play(survey, ["ada"])
    assert house.tick(survey, 100)
    result = house.survey(survey)
    assert ("open", 0, 1, 1200.0) == (result.state, result.round, result.extended, result.deadline)


def test_an_extended_round_keeps_its_answers(house, survey):
    house.play(survey, ["ada"])
    house.tick(survey, 100)
    house.play(survey, ["bob"])
    house.tick(survey, 100)
    assert (1, 2) == (house.survey(survey).round, house.questions(survey)[0].total)


def test_the_next_round_may_be_extended_as_often(house, survey):
    for person in "ab":
        house.tick(survey, 100)
        house.play(survey, [person])
    house.tick(survey, 100)
    assert (1, 0) == (house.survey(survey).round, house.survey(survey).extended)


def test_after_the_last_extension_it_ends_with_a_statement(house, survey):
    house.play(survey, ["ada"])
    for _ in range(3):
        house.tick(survey, 100)
    result = house.survey(survey)
    text = "round 1 got 1 answer in 3 spans, and needs 2; nothing is known"
    assert ("closed", text, 1300.0) == (result.state, result.statement, result.ended)


def test_a_full_round_counts_however_many_answers_are_asked_for(house, plans):
    survey = house.open(plans.cohorts(people=12), least=12)
    first = house.questions(survey)[0].places
    house.play(survey, [f"person {number}" for number in range(first)])
    house.tick(survey, 1)
    assert (1, first) == (house.survey(survey).round, house.questions(survey)[0].total)


def test_a_round_that_is_not_full_at_its_deadline_waits_for_all_its_places_at_most(house, plans):
    survey = house.open(plans.cohorts(people=12), least=12, extensions=0, span=100.0)
    first = house.questions(survey)[0].places
    house.play(survey, ["ada"])
    house.tick(survey, 100)
    assert f"round 1 got 1 answer in 1 span, and needs {first}; nothing is known" == house.survey(survey).statement


def test_the_statement_says_which_rounds_the_estimate_rests_on(house, survey):
    house.play(survey, "abcd")
    house.tick(survey, 1)
    for _ in range(3):
        house.tick(survey, 100)
    text = "round 2 got 0 answers in 3 spans, and needs 2; the estimate rests on the 1 round before it"
    assert text == house.survey(survey).statement


@pytest.mark.parametrize("rules", [{"least": 13}, {"lease": 2.0}, {"span": 4.9}])
def test_rules_under_which_nobody_could_be_counted_are_refused(house, plans, rules):
    (name,) = rules
    with pytest.raises(BadPlan, match=f"{name}="):
        house.open(plans.cohorts(people=12), **rules)


def test_a_survey_that_starved_forgets_the_tally_it_had(house, survey):
    house.play(survey, ["ada"])
    for _ in range(3):
        house.tick(survey, 100)
    assert {(0, "")} == set(house.so_far(survey))


def test_a_survey_that_starved_keeps_the_estimate_of_the_rounds_before(house, survey):
    house.play(survey, "abcd")
    house.tick(survey, 1)
    before = house.survey(survey).estimate
    for _ in range(3):
        house.tick(survey, 100)
    result = house.survey(survey)
    assert ("closed", before) == (result.state, result.estimate)


def test_a_survey_that_starved_lets_nobody_in(house, survey):
    for _ in range(3):
        house.tick(survey, 100)
    with pytest.raises(NotOpen, match="needs 2"):
        house.check_in(survey, "late")


def test_who_was_drawn_may_answer_in_the_extension(house, plans):
    survey = house.open(plans.paper(people=2), recruiting="enrolled", least=2, span=100.0)
    house.play(survey, range(2))
    house.tick(survey)
    asked = house.check_in(survey, 0).question
    house.tick(survey, 101)
    place = house.check_in(survey, 0)
    assert (asked, 100.0) == (place.question, place.seconds)
    assert "counted" == house.answer(survey, 0, asked, True)
