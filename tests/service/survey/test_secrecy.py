"""What the database does not know cannot be stolen from it."""

import hashlib
import itertools

import pytest

from lowwater.errors import Contradicted
from lowwater.server.invitation import invitations, new_key, public_of
from lowwater.server.store.queries import UNSAID

NAME, RECEIPT = f"{'ada':_>32}", f"{'ada':->40}"


@pytest.fixture
def survey(house, plans):
    return house.open(plans.cohorts(people=3))


@pytest.fixture
def enrolled(house, plans):
    """Six people in three cohorts of two; the first round is open."""
    survey = house.open(plans.cohorts(people=6), recruiting="enrolled", span=100.0)
    house.play(survey, range(6))
    house.tick(survey)
    return survey


def _place(house, survey):
    ((_, person, _, _, _, digest),) = house.rows("place", survey)
    return person, digest


def test_neither_names_nor_receipts_are_kept(house, survey):
    house.play(survey, ["ada"])
    assert not any(secret in house.dump(survey) for secret in (NAME, RECEIPT))


def test_invitations_are_not_kept(house, plans):
    key = new_key()
    survey = house.open(plans.cohorts(people=3), access="invitation", issuer=public_of(key))
    (invitation,) = invitations(key, survey, house.survey(survey).hash, 1)
    house.check_in(survey, hashlib.sha256(invitation.encode()).hexdigest(), invitation)
    assert (1, False) == (len(house.rows("place", survey)), invitation in house.dump(survey))


def test_the_same_name_in_two_surveys_is_two_people(house, plans):
    surveys = [house.open(plans.cohorts()) for _ in range(2)]
    for survey in surveys:
        house.check_in(survey, "ada")
    assert 2 == len({row[1] for survey in surveys for row in house.rows("place", survey)})


def test_what_a_person_said_is_in_no_row_not_even_while_the_round_is_open(house, plans):
    """Of the same people with the same places, those who said yes look like those who said no, but for the digest."""
    survey, rows = house.open(plans.cohorts(people=60)), {}
    for person in range(8):
        house.play(survey, [person], lambda _, yes=person % 2 == 0: yes)
        rows[person] = next(row for row in house.rows("place", survey) if row[1] not in set(rows.values()))[1]
    kept = {(row[0], *row[2:5], len(row[5])) for row in house.rows("place", survey)}
    assert (8, 1) == (len(house.rows("place", survey)), len(kept))


@pytest.mark.parametrize("yes", [False, True])
def test_the_tally_runs_beside_the_question_and_is_emptied_when_its_round_is_over(house, survey, yes):
    house.play(survey, ["ada"], lambda _: yes)
    ((during, _),) = house.so_far(survey)
    house.tick(survey)
    first, second = house.so_far(survey)
    assert (int(yes), int(yes), (0, ""), (0, "")) == (during, house.questions(survey)[0].yes, first, second)


def test_the_tally_of_a_round_that_was_given_up_is_forgotten(house, survey):
    house.play(survey, ["ada"])
    house.change(survey, "close")
    assert ([(0, "")], None) == (house.so_far(survey), house.questions(survey)[0].yes)


def test_of_a_round_that_is_over_only_the_digests_of_those_who_answered_are_left(house, plans):
    """No bit, no question, no time; and nothing at all of whoever did not answer."""
    survey = house.open(plans.tail_fit(people=400, rounds=2, questions=2), span=100.0)
    for person in range(4):
        house.check_in(survey, person)
    house.play(survey, ["ada", "bob"])
    digests = {row[5] for row in house.rows("place", survey)} - {UNSAID}
    house.tick(survey, 101)
    assert {(survey, 0, -1, -1.0)} == {(row[0], *row[2:5]) for row in house.rows("place", survey)}
    assert digests == {row[5] for row in house.rows("place", survey)}


@pytest.mark.parametrize("how", ["closed", "starved"])
def test_a_survey_that_ends_early_leaves_digests_alone_too(house, plans, how):
    survey = house.open(plans.cohorts(people=6), span=100.0, least=2, extensions=0)
    house.check_in(survey, "bob")
    house.play(survey, ["ada"])
    if how == "closed":
        house.change(survey, "close")
    else:
        house.tick(survey, 101)
    ((_, _, number, index, lease, digest),) = house.rows("place", survey)
    assert (0, -1, -1.0, True) == (number, index, lease, digest != UNSAID)


def test_who_was_drawn_for_a_round_is_forgotten_with_it(house, enrolled):
    house.play(enrolled, range(6))
    house.tick(enrolled)
    assert [None, None, 1, 1, 2, 2] == sorted(
        (row[2] for row in house.rows("person", enrolled)), key=lambda number: (number is not None, number)
    )


def test_whoever_missed_a_round_that_is_forgotten_is_done(house, enrolled):
    missing = [person for person in range(6) if house.check_in(enrolled, person).status == "question"]
    house.play(enrolled, missing[:1])
    house.tick(enrolled, 101)
    assert "done" == house.check_in(enrolled, missing[1]).status


def test_who_joined_is_forgotten_when_the_survey_ends(house, enrolled):
    house.change(enrolled, "close")
    assert [] == house.rows("person", enrolled)


@pytest.mark.parametrize("yes", [False, True])
def test_what_is_left_is_enough_to_know_a_repeat_from_a_change(house, survey, yes):
    asked = house.check_in(survey, "ada").question
    house.play(survey, ["ada"], lambda _: yes)
    house.tick(survey)
    assert "again" == house.answer(survey, "ada", asked, yes)
    with pytest.raises(Contradicted):
        house.answer(survey, "ada", asked, not yes)


@pytest.mark.parametrize("yes", [False, True])
def test_whoever_steals_the_database_cannot_try_both_bits(house, survey, yes):
    """Everything there is, put together in every way the digest could be made without its receipt."""
    house.play(survey, ["ada"], lambda _: yes)
    house.tick(survey)
    person, digest = _place(house, survey)
    known = ["", survey, person, digest, NAME, person[:32]]
    tries = (f"{receipt}/0/0/{bit}" for receipt, bit in itertools.product(known, "01"))
    assert digest not in {hashlib.sha256(text.encode()).hexdigest() for text in tries}


def test_two_devices_that_say_the_same_have_different_digests(house, plans):
    survey = house.open(plans.cohorts(people=6))
    house.play(survey, ["ada", "bob"])
    assert 2 == len({row[5] for row in house.rows("place", survey)})


def test_the_analyst_sees_no_tally_of_a_round_that_is_open(house, plans):
    survey = house.open(plans.cohorts(people=6))
    house.play(survey, ["ada"])
    (question,) = house.questions(survey)
    assert (1, None, None) == (question.answered, question.yes, question.total)
