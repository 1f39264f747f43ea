"""What the database does not know cannot be stolen from it."""

import hashlib
import itertools

import pytest

from lowwater.server.invitation import invitations, new_key, public_of

NAME, RECEIPT = f"{'ada':_>32}", f"{'ada':->40}"


@pytest.fixture
def survey(house, plans):
    return house.open(plans.cohorts(people=3))


def _place(house, survey):
    ((_, person, _, _, _, digest, yes),) = house.rows("place", survey)
    return person, digest, yes


def test_neither_names_nor_receipts_are_kept(house, survey):
    house.play(survey, ["ada"])
    assert not any(secret in house.dump(survey) for secret in (NAME, RECEIPT))


def test_invitations_are_not_kept(house, plans):
    key = new_key()
    survey = house.open(plans.cohorts(people=3), access="invitation", issuer=public_of(key))
    (invitation,) = invitations(key, survey, 1)
    house.check_in(survey, hashlib.sha256(invitation.encode()).hexdigest(), invitation)
    assert (1, False) == (len(house.rows("place", survey)), invitation in house.dump(survey))


def test_the_same_name_in_two_surveys_is_two_people(house, plans):
    surveys = [house.open(plans.cohorts()) for _ in range(2)]
    for survey in surveys:
        house.check_in(survey, "ada")
    assert 2 == len({row[1] for survey in surveys for row in house.rows("place", survey)})


@pytest.mark.parametrize("yes", [False, True])
def test_a_bit_is_there_until_its_round_is_tallied_and_gone_from_then_on(house, survey, yes):
    house.play(survey, ["ada"], lambda _: yes)
    during = _place(house, survey)[2]
    house.tick(survey)
    assert (int(yes), None, int(yes)) == (during, _place(house, survey)[2], house.progress(survey)[0].yes)


@pytest.mark.parametrize("yes", [False, True])
def test_whoever_steals_the_database_cannot_try_both_bits(house, survey, yes):
    """Everything there is, put together in every way the digest could be made without its receipt."""
    house.play(survey, ["ada"], lambda _: yes)
    house.tick(survey)
    person, digest, _ = _place(house, survey)
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
    (question,) = house.progress(survey)
    assert (1, None, None) == (question.answered, question.yes, question.total)
