"""Of answers that come together, all that can be counted are; the rest are judged after them."""

from dataclasses import replace

import pytest

from lowwater.errors import Contradicted, NoPlace, NoSurvey


@pytest.fixture
def survey(house, plans):
    return house.open(plans.cohorts(people=12))


def _kinds(outcomes):
    return [type(outcome) if isinstance(outcome, Exception) else outcome.status for outcome in outcomes]


def test_another_question_of_the_same_person_spoils_no_answer(house, survey):
    asked = house.check_in(survey, "ada").question
    wrong = [replace(asked, index=index) for index in (1, 2**53 + 1, 10**30)]
    together = [house.posted(survey, "ada", item, True) for item in (*wrong, asked, asked)]
    assert [Contradicted] * 3 + ["counted", "again"] == _kinds(house.judge(*together))


def test_of_two_that_contradict_each_other_the_first_counts(house, survey):
    asked = house.check_in(survey, "ada").question
    together = [house.posted(survey, "ada", asked, yes) for yes in (False, True, False)]
    assert ["counted", Contradicted, "again"] == _kinds(house.judge(*together))


def test_strangers_and_repeats_cost_nobody_an_answer(house, survey):
    asked = {person: house.check_in(survey, person).question for person in ("ada", "bob")}
    house.answer(survey, "ada", asked["ada"], True)
    people = [("ada", survey), ("eve", survey), ("bob", survey), ("bob", "nowhere")]
    together = [house.posted(where, person, asked["bob"], True) for person, where in people]
    assert ["again", NoPlace, "counted", NoSurvey] == _kinds(house.judge(*together))
    assert 2 == house.questions(survey)[0].answered
