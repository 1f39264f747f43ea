"""Places are lent, not given: a lease that runs out frees its place for somebody else."""

import pytest

from lowwater.errors import TooLate
from lowwater.server.lifecycle import PLACE, place_state
from lowwater.server.store.places import AnswerDigest, Loan

PERSON = b"p" * 16


@pytest.fixture
def survey(house, plans):
    """One place in each of three rounds, lent for a minute."""
    return house.open(plans.cohorts(people=3), lease=60.0, span=1000.0)


def test_a_place_that_is_lent_is_nobody_elses(house, survey):
    house.check_in(survey, "ada")
    house.tick(survey, 60)
    assert "wait" == house.check_in(survey, "bob").status


def test_a_lease_that_ran_out_frees_the_place(house, survey):
    house.check_in(survey, "ada")
    house.tick(survey, 61)
    assert "question" == house.check_in(survey, "bob").status


def test_an_answer_after_the_place_was_freed_is_too_late(house, survey):
    asked = house.check_in(survey, "ada").question
    house.tick(survey, 61)
    with pytest.raises(TooLate):
        house.answer(survey, "ada", asked, True)


def test_whoever_comes_back_after_their_place_was_freed_is_asked_the_same_again(house, plans):
    """A device answers one question of a round, and refuses any other: it would be off the terms."""
    survey = house.open(plans.one_round(people=40, questions=20), lease=10.0, span=1000.0)
    people = [f"person {number}" for number in range(12)]
    asked = {person: house.check_in(survey, person).question for person in people}
    house.now += 20
    house.tick(survey)
    assert asked == {person: house.check_in(survey, person).question for person in people}


def test_whoever_comes_back_waits_where_their_question_has_no_place_any_more(house, plans):
    survey = house.open(plans.one_round(people=2, questions=2), lease=10.0, span=1000.0)
    mine = house.check_in(survey, "ada").question
    house.now += 20
    house.tick(survey)
    others = [house.check_in(survey, person).question for person in ("bob", "eve")]
    assert mine in others
    assert "wait" == house.check_in(survey, "ada").status


def test_an_answer_after_the_lease_still_counts_while_nobody_freed_the_place(house, survey):
    asked = house.check_in(survey, "ada").question
    house.now += 61
    assert "counted" == house.answer(survey, "ada", asked, True)


def test_whoever_lost_a_place_may_have_another_one(house, survey):
    house.check_in(survey, "ada")
    house.tick(survey, 61)
    place = house.check_in(survey, "ada")
    assert ("question", 60.0) == (place.status, place.seconds)
    assert "counted" == house.answer(survey, "ada", place.question, True)


def test_whoever_lost_a_place_waits_while_another_has_it(house, survey):
    house.check_in(survey, "ada")
    house.tick(survey, 61)
    house.check_in(survey, "bob")
    assert "wait" == house.check_in(survey, "ada").status


def test_coming_back_after_the_lease_takes_no_second_place(house, survey):
    house.check_in(survey, "ada")
    house.now += 61  # nobody has looked after the leases yet
    house.check_in(survey, "ada")
    house.tick(survey, 61)
    assert "question" == house.check_in(survey, "bob").status


def test_coming_back_after_the_lease_renews_it(house, plans):
    survey = house.open(plans.tail_fit(questions=4), lease=60.0)
    first = house.check_in(survey, "ada").question
    house.now += 61
    again = house.check_in(survey, "ada")
    assert (first, 60.0) == (again.question, again.seconds)


def test_however_often_leases_run_out_all_places_come_back(house, plans):
    survey = house.open(plans.tail_fit(people=12, rounds=1, questions=4), lease=60.0, span=1e6)
    for turn in range(5):
        for person in "abcdefgh":
            house.check_in(survey, person)
        house.now += 61
        if turn % 2:
            house.tick(survey)
    house.tick(survey)
    assert [0] * 4 == [question.given for question in house.questions(survey)]


def test_a_place_in_a_round_that_is_over_does_not_keep_anyone_out_of_the_next(house, survey):
    house.check_in(survey, "slow")
    house.tick(survey, 61)
    house.play(survey, ["fast"])
    house.tick(survey)
    place = house.check_in(survey, "slow")
    assert ("question", 1) == (place.status, place.question.round)


def _lend(store, survey, place):
    return store.places.lend(survey, 0, [Loan(PERSON, 0, 70.0, place)])


def _answer(store, survey, _place):
    return store.places.answer([AnswerDigest(survey, 0, PERSON, 0, b"e" * 16)])


def _lapse(store, survey, _place):
    return bool(store.places.expire(survey, 0, 1e9))


STATES = {
    "absent": [],
    "lent": [lambda *given: _lend(*given, None)],
    "lapsed": [lambda *given: _lend(*given, None), lambda *given: _lapse(*given, None)],
    "answered": [lambda *given: _lend(*given, None), lambda *given: _answer(*given, None)],
}
EVENTS = {"lend": _lend, "answer": _answer, "lapse": _lapse}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("event", EVENTS)
def test_the_database_takes_exactly_the_steps_of_the_table(house, plans, state, event):
    survey, store = house.open(plans.cohorts()), house.store
    store.begin()
    for step in STATES[state]:
        assert step(store, survey)
    before = store.places.get({(survey, 0, PERSON)}).get((survey, 0, PERSON))
    assert state == place_state(before)
    assert EVENTS[event](store, survey, before) == ((state, event) in PLACE)
    after = place_state(store.places.get({(survey, 0, PERSON)}).get((survey, 0, PERSON)))
    store.rollback()
    assert PLACE.get((state, event), state) == after
