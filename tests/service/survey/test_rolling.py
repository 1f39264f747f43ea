"""A survey that takes people as they come."""

from dataclasses import replace

import pytest

from lowwater.errors import Contradicted, NoPlace, NoSurvey, NotOpen, TooLate


def test_a_rolling_survey_is_open_at_once(house, plans):
    assert "open" == house.survey(house.open(plans.cohorts())).state


def test_a_device_gets_the_question_that_the_search_asks(house, plans):
    survey = house.open(plans.cohorts())
    (asked,) = house.survey(survey).questions
    result = house.check_in(survey, "ada").question.question()
    assert (asked.round, asked.index, asked.threshold, asked.randomizer) == (
        result.round,
        result.index,
        result.threshold,
        result.randomizer,
    )


def test_a_lease_is_as_long_as_the_rules_say(house, plans):
    assert 60.0 == house.check_in(house.open(plans.cohorts(), lease=60.0), "ada").seconds


def test_a_lease_does_not_outlast_its_round(house, plans):
    assert 20.0 == house.check_in(house.open(plans.cohorts(), lease=60.0, span=20.0), "ada").seconds


def test_checking_in_again_gives_the_same_place_with_what_is_left_of_the_lease(house, plans):
    survey = house.open(plans.tail_fit(questions=4), lease=60.0)
    first = house.check_in(survey, "ada")
    house.now += 20
    again = house.check_in(survey, "ada")
    assert (first.question, 40.0) == (again.question, again.seconds)


def test_an_answer_is_counted(house, plans):
    survey = house.open(plans.cohorts())
    assert "counted" == house.answer(survey, "ada", house.check_in(survey, "ada").question, True)


def test_the_same_answer_with_the_same_receipt_is_told_again_and_counted_once(house, plans):
    survey = house.open(plans.cohorts())
    asked = house.check_in(survey, "ada").question
    replies = [house.answer(survey, "ada", asked, True) for _ in range(3)]
    assert (["counted", "again", "again"], 1) == (replies, house.questions(survey)[0].answered)


def test_a_repeat_is_known_even_after_its_round(house, plans):
    survey = house.open(plans.cohorts(people=3))
    asked = house.check_in(survey, "ada").question
    house.answer(survey, "ada", asked, True)
    assert house.tick(survey)
    assert "again" == house.answer(survey, "ada", asked, True)


def test_another_answer_is_refused_and_the_first_one_stays(house, plans):
    survey = house.open(plans.cohorts(people=3))
    asked = house.check_in(survey, "ada").question
    house.answer(survey, "ada", asked, True)
    with pytest.raises(Contradicted):
        house.answer(survey, "ada", asked, False)
    house.tick(survey)
    assert (1, 1) == (house.questions(survey)[0].yes, house.questions(survey)[0].total)


def test_the_same_answer_with_another_receipt_is_another_answer(house, plans):
    survey = house.open(plans.cohorts())
    asked = house.check_in(survey, "ada").question
    house.answer(survey, "ada", asked, True)
    with pytest.raises(Contradicted):
        house.answer(survey, "ada", asked, True, receipt="x" * 40)


def test_an_answer_without_a_place_is_refused(house, plans):
    survey = house.open(plans.cohorts())
    asked = house.check_in(survey, "ada").question
    with pytest.raises(NoPlace):
        house.answer(survey, "bob", asked, True)


def test_an_answer_to_the_question_next_door_is_refused(house, plans):
    survey = house.open(plans.tail_fit(questions=2))
    asked = house.check_in(survey, "ada").question
    other = house.posted(survey, "ada", asked, True)
    answer = replace(other.message.answer, index=1 - asked.index)
    wrong = other._replace(message=type(other.message)(other.message.name, other.message.receipt, answer))
    assert [NoPlace] == [type(verdict) for verdict in house.judge(wrong)]


def test_an_answer_to_a_survey_that_is_not_there_is_refused(house, plans):
    asked = house.check_in(house.open(plans.cohorts()), "ada").question
    with pytest.raises(NoSurvey):
        house.answer("nowhere", "ada", asked, True)


def test_an_answer_to_a_round_that_is_over_is_refused(house, plans):
    survey = house.open(plans.cohorts(), span=100.0)
    late, soon = house.check_in(survey, "late").question, house.check_in(survey, "soon").question
    house.answer(survey, "soon", soon, True)
    house.tick(survey, 101)
    with pytest.raises(TooLate):
        house.answer(survey, "late", late, True)


def test_an_answer_to_a_round_to_come_is_refused(house, plans):
    survey = house.open(plans.cohorts())
    asked = house.check_in(survey, "ada").question
    ahead = replace(asked, round=asked.round + 1)
    with pytest.raises(NoPlace):
        house.answer(survey, "ada", ahead, True)


def test_whoever_answered_waits_no_more(house, plans):
    survey = house.open(plans.cohorts())
    house.play(survey, ["ada"])
    assert "done" == house.check_in(survey, "ada").status


def test_whoever_answered_is_done_in_later_rounds_too(house, plans):
    survey = house.open(plans.cohorts(people=6))
    house.play(survey, ["ada", "bob"])
    house.tick(survey)
    assert (1, "done") == (house.survey(survey).round, house.check_in(survey, "ada").status)


def test_a_full_round_lets_people_wait(house, plans):
    survey = house.open(plans.cohorts(people=6))
    given = [house.check_in(survey, person).status for person in "abc"]
    assert ["question", "question", "wait"] == given


def test_a_round_that_is_full_is_over_at_the_next_tick(house, plans):
    survey = house.open(plans.cohorts(people=6))
    house.play(survey, ["a"])
    assert not house.tick(survey)
    house.play(survey, ["b"])
    assert house.tick(survey)
    assert 1 == house.survey(survey).round


def test_a_deadline_ends_a_round_with_whoever_answered(house, plans):
    survey = house.open(plans.cohorts(people=12), span=100.0)
    house.play(survey, ["a"])
    assert not house.tick(survey, 99)
    assert house.tick(survey, 1)
    assert (1, 1200.0) == (house.survey(survey).round, house.survey(survey).deadline)


def test_a_survey_ends_with_a_statement(house, plans):
    survey = house.open(plans.cohorts(people=6))
    house.finish(survey, range(6))
    result = house.survey(survey)
    assert ("finished", "the search has asked all it wanted", 1000.0) == (result.state, result.statement, result.ended)


def test_a_survey_that_is_over_lets_nobody_in(house, plans):
    survey = house.open(plans.cohorts(people=6))
    house.finish(survey, range(6))
    with pytest.raises(NotOpen, match="finished"):
        house.check_in(survey, "late")


def test_a_survey_that_is_over_does_not_move(house, plans):
    survey = house.open(plans.cohorts(people=6))
    house.finish(survey, range(6))
    assert not house.tick(survey, 1e6)
