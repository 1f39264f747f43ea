"""A survey says when it is to be looked at next."""

import pytest

from lowwater.server import retention


def _due(house, survey, seconds=0.0):
    return survey in house.store.surveys.due(house.now + seconds, 10_000)


@pytest.fixture
def survey(house, plans):
    return house.open(plans.cohorts(people=12), closes=10**7, lease=60.0, span=1000.0)


def test_one_without_people_waits_for_its_deadline(house, survey):
    assert (False, True) == (_due(house, survey, 999), _due(house, survey, 1000))


def test_one_whose_place_is_lent_waits_for_the_lease(house, survey):
    house.check_in(survey, "ada")
    assert (False, True) == (_due(house, survey, 59), _due(house, survey, 61))


def test_a_later_lease_makes_it_due_no_later(house, survey):
    house.check_in(survey, "ada")
    house.now += 30
    house.check_in(survey, "bob")
    assert (False, True) == (_due(house, survey, 29), _due(house, survey, 31))


def test_one_that_was_looked_at_waits_for_the_next_lease(house, survey):
    house.check_in(survey, "ada")
    house.now += 30
    house.check_in(survey, "bob")
    house.tick(survey, 31)
    assert (False, False, True) == (_due(house, survey), _due(house, survey, 28), _due(house, survey, 30))


def test_one_with_a_question_that_is_full_is_due_at_once(house, plans):
    survey = house.open(plans.cohorts(people=3))
    house.play(survey, ["ada"])
    assert _due(house, survey)
    house.tick(survey)
    assert not _due(house, survey)


def test_one_that_is_paused_is_due_to_forget_then_when_it_closes_and_at_once_when_it_goes_on(house, survey):
    house.check_in(survey, "ada")
    house.change(survey, "pause")
    house.tick(survey)
    assert (False, True) == (_due(house, survey, 9e6), _due(house, survey, 1e7))
    house.change(survey, "resume")
    assert _due(house, survey)


def test_one_that_gathers_people_is_looked_at_when_somebody_came(house, plans):
    survey = house.open(plans.cohorts(people=6), recruiting="enrolled", span=1000.0)
    assert not _due(house, survey)
    house.check_in(survey, "ada")
    assert _due(house, survey)
    house.tick(survey)
    assert (False, True) == (_due(house, survey, 999), _due(house, survey, 1000))


def test_what_was_collected_is_undone_with_its_transaction(house, survey):
    with pytest.raises(ZeroDivisionError):
        house.do(lambda store: (store.surveys.look_by(survey, 5.0), 1 / 0))
    assert not _due(house, survey, 999)


def test_a_round_that_is_extended_does_not_keep_silent_people_of_the_last_one(house, plans, monkeypatch):
    monkeypatch.setattr(retention, "SWEEP", 1)
    survey = house.open(plans.cohorts(people=12), span=100.0, lease=90.0, least=1, extensions=1)
    for person in ("silent", "still", "mute"):
        house.check_in(survey, person)
    house.play(survey, ["ada"])
    assert "tallied" == house.tick(survey, 101)
    assert "extended" == house.tick(survey, 101)
    assert _due(house, survey)
    house.sweep(survey)
    assert 1 == len(house.rows("place", survey))
