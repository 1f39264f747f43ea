"""A survey that gathers people first, and then draws who answers what."""

from collections import Counter

import pytest

from lowwater.errors import BadPlan, Contradicted, NoPlace, TooLate


@pytest.fixture
def gathering(house, plans):
    return house.open(plans.cohorts(people=6), recruiting="enrolled", span=100.0)


@pytest.fixture
def drawn(house, gathering):
    """Six people in three cohorts of two."""
    for person in range(6):
        house.check_in(gathering, person)
    house.tick(gathering)
    return gathering


def test_an_enrolled_survey_gathers_first(house, gathering):
    assert ("gathering", []) == (house.survey(gathering).state, house.questions(gathering))


def test_whoever_joins_waits(house, gathering):
    assert "wait" == house.check_in(gathering, "ada").status


def test_joining_twice_is_joining_once(house, gathering):
    for _ in range(8):
        house.check_in(gathering, "ada")
    assert not house.tick(gathering)


def test_it_begins_once_enough_people_have_joined(house, drawn):
    assert ("open", 0, 1) == (house.survey(drawn).state, house.survey(drawn).round, len(house.questions(drawn)))


def test_it_begins_at_the_deadline_with_those_who_came(house, gathering):
    for person in range(4):
        house.check_in(gathering, person)
    assert not house.tick(gathering, 99)
    assert house.tick(gathering, 1)
    assert ("open", 4) == (house.survey(gathering).state, house.survey(gathering).plan.people)


def test_its_terms_do_not_change_when_it_begins(house, gathering):
    before = house.survey(gathering).public().hash
    for person in range(4):
        house.check_in(gathering, person)
    house.tick(gathering, 100)
    assert before == house.survey(gathering).public().hash


def test_too_few_people_end_it_with_a_statement(house, gathering):
    house.check_in(gathering, "ada")
    house.check_in(gathering, "bob")
    assert house.tick(gathering, 100)
    survey = house.survey(gathering)
    assert ("closed", "only 2 people joined, and 3 are needed") == (survey.state, survey.statement)


def test_everyone_has_one_question_and_cohorts_are_even(house, drawn):
    rounds = Counter(number for _, _, number, _ in house.rows("person", drawn))
    assert {0: 2, 1: 2, 2: 2} == rounds


def test_people_are_drawn_at_random(house, plans):
    """Ten draws of one person out of two; all alike once in 512."""
    firsts = set()
    for _ in range(10):
        survey = house.open(plans.cohorts(people=2, rounds=2), recruiting="enrolled")
        house.check_in(survey, "ada")
        house.check_in(survey, "bob")
        house.tick(survey)
        firsts.add(house.check_in(survey, "ada").status)
    assert {"question", "wait"} == firsts


def test_a_person_waits_for_the_round_drawn(house, drawn):
    given = Counter(house.check_in(drawn, person).status for person in range(6))
    assert {"question": 2, "wait": 4} == given


def test_whoever_answered_is_done(house, drawn):
    house.play(drawn, range(6))
    assert 2 == sum(house.check_in(drawn, person).status == "done" for person in range(6))


def test_whoever_missed_the_round_drawn_is_done(house, drawn):
    answering, missing = [person for person in range(6) if house.check_in(drawn, person).status == "question"]
    house.play(drawn, [answering])
    house.tick(drawn, 101)
    assert (1, "done") == (house.survey(drawn).round, house.check_in(drawn, missing).status)


def test_a_late_answer_is_refused(house, drawn):
    answering, missing = [person for person in range(6) if house.check_in(drawn, person).status == "question"]
    asked = house.check_in(drawn, missing).question
    house.play(drawn, [answering])
    house.tick(drawn, 101)
    with pytest.raises(TooLate):
        house.answer(drawn, missing, asked, True)


def test_somebody_who_did_not_join_has_no_place(house, drawn):
    with pytest.raises(NoPlace):
        house.check_in(drawn, "late")


def test_it_runs_to_its_end(house, drawn):
    house.finish(drawn, range(6))
    assert ("finished", [2, 2, 2]) == (
        house.survey(drawn).state,
        [question.total for question in house.questions(drawn)],
    )


def test_several_questions_share_those_who_joined(house, plans):
    survey = house.open(plans.tail_fit(people=20, rounds=2, questions=3), recruiting="enrolled")
    for person in range(20):
        house.check_in(survey, person)
    house.tick(survey)
    house.finish(survey, range(20))
    assert 20 == sum(question.total for question in house.questions(survey))


@pytest.mark.parametrize(
    "people", [*range(6, 11), *(pytest.param(people, marks=pytest.mark.long) for people in range(11, 19))]
)
@pytest.mark.parametrize("kind", ["cohorts", "tail_fit"])
def test_nobody_is_refused_for_rounding(house, plans, kind, people):
    """Whatever does not divide evenly is spread over the questions, whose rounds wait for everyone drawn."""
    plan = plans.cohorts(people=people) if kind == "cohorts" else plans.tail_fit(people=people, rounds=3, questions=2)
    survey = house.open(plan, recruiting="enrolled", span=1e6)
    house.play(survey, range(people))
    house.tick(survey)
    drawn = Counter(row[2:4] for row in house.rows("person", survey))
    house.finish(survey, range(people))
    asked = {
        (question.round, question.question): (question.places, question.total) for question in house.questions(survey)
    }
    assert {place: (many, many) for place, many in drawn.items()} == asked
    assert people == drawn.total()


def test_a_place_outlives_an_extension(house, plans):
    """Whoever had the question in the first span may answer it in the second."""
    survey = house.open(plans.cohorts(people=6), recruiting="enrolled", span=100.0, least=2)
    house.play(survey, range(6))
    house.tick(survey)
    asked = {person: place.question for person in range(6) if (place := house.check_in(survey, person)).question}
    assert "extended" == house.tick(survey, 101)
    assert ["counted"] * 2 == [house.answer(survey, person, question, True) for person, question in asked.items()]


@pytest.mark.parametrize(("span", "seconds"), [(86_400.0, 300.0), (800.0, 100.0), (6.0, 1.0)])
def test_whoever_waits_comes_back_in_good_time_and_not_too_often(house, plans, span, seconds):
    """While people gather, and for a later round: an eighth of what is left, from a second to five minutes."""
    survey = house.open(plans.cohorts(people=2, rounds=2), recruiting="enrolled", span=span)
    waits = [house.check_in(survey, person).seconds for person in range(2)]
    house.tick(survey)
    later = {house.check_in(survey, person).seconds for person in range(2)} - {span}
    assert ([seconds] * 2, {seconds}) == (waits, later)


def test_whoever_has_answered_waits_for_the_next_round_of_everyone(house, plans):
    survey = house.open(plans.paper(people=2), recruiting="enrolled", span=800.0)
    house.play(survey, range(2))
    house.tick(survey)
    house.play(survey, [0])
    assert ("wait", 100.0) == ((place := house.check_in(survey, 0)).status, place.seconds)


def test_the_papers_search_does_not_take_people_as_they_come(house, plans):
    with pytest.raises(BadPlan, match="enrolled"):
        house.open(plans.paper())


def test_the_papers_search_asks_everyone_in_every_round(house, plans):
    survey = house.open(plans.paper(people=4), recruiting="enrolled")
    house.play(survey, range(4))
    house.tick(survey)
    house.finish(survey, range(4))
    assert ("finished", [4, 4, 4]) == (
        house.survey(survey).state,
        [question.total for question in house.questions(survey)],
    )


def test_in_the_papers_search_an_answer_waits_for_the_next_round(house, plans):
    survey = house.open(plans.paper(people=2), recruiting="enrolled")
    house.play(survey, range(2))
    house.tick(survey)
    house.play(survey, [0])
    assert "wait" == house.check_in(survey, 0).status
    asked = house.check_in(survey, 1).question
    house.play(survey, [1])
    with pytest.raises(Contradicted):
        house.answer(survey, 1, asked, False)
