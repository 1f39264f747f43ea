"""Grant: losses add up exactly, and never past what was allowed."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.grant import Grant, charge
from lowwater.errors import BadEpsilon, NotPrivate, Overspent, YourFault

LOSSES = st.lists(st.integers(0, 10).map(Epsilon), max_size=30)


@given(total=st.integers(1, 100), losses=LOSSES)
def test_what_is_spent_is_the_sum_of_what_was_not_refused(total, losses):
    grant, taken = Grant(Epsilon(total)), 0
    for loss in losses:
        if taken + loss.nano > total:
            with pytest.raises(Overspent):
                grant.spend(loss)
        else:
            grant.spend(loss)
            taken += loss.nano
        assert (Epsilon(taken), Epsilon(total - taken)) == (grant.spent, grant.left)


def test_thirds_fit_and_the_nano_nat_left_over_is_no_fourth():
    grant, third = Grant(1), Epsilon.of(1).part(3)
    for _ in range(3):
        grant.spend(third)
    assert Epsilon(1) == grant.left
    with pytest.raises(Overspent):
        grant.spend(third)


def test_ten_tenths_are_one():
    grant = Grant(1.0)
    for _ in range(10):
        grant.spend(Epsilon.of(0.1))
    assert Epsilon(0) == grant.left


def test_a_grant_is_rounded_down():
    assert Epsilon(333_333_333) == Grant("0.3333333339").total


def test_a_refusal_names_what_is_left_and_the_remedy():
    grant = Grant(1)
    grant.spend(Epsilon.of("0.9"))
    with pytest.raises(Overspent, match=r"^0\.9 of 1 nat are spent; this call costs 0\.2, and 0\.1 are left: give"):
        grant.spend(Epsilon.of("0.2"))


def test_a_grant_goes_on_from_what_was_spent_before():
    assert Epsilon.of("0.25") == Grant(1, spent=Epsilon.of("0.75")).left


def test_more_spent_than_granted_is_no_grant():
    with pytest.raises(Overspent, match=r"1\.5 nats are spent, and 1 were granted"):
        Grant(1, spent=Epsilon.of("1.5"))


@pytest.mark.parametrize("epsilon", [0, -1, float("nan"), "much"])
def test_a_grant_is_a_positive_number_of_nats(epsilon):
    with pytest.raises(BadEpsilon):
        Grant(epsilon)


@pytest.mark.parametrize("amount", [0.5, "0.5", 1])
def test_what_is_spent_is_an_epsilon_and_not_a_number_that_would_be_rounded(amount):
    with pytest.raises(BadEpsilon, match="give an Epsilon"):
        Grant(1, spent=amount)
    with pytest.raises(BadEpsilon, match="give an Epsilon"):
        Grant(1).spend(amount)


def test_no_grant_allows_honest_answers():
    grant = Grant(100)
    with pytest.raises(NotPrivate):
        grant.spend(None)
    assert Epsilon(0) == grant.spent


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_grant_cannot_be_copied(copied):
    with pytest.raises(YourFault, match="each copy could be spent"):
        copied(Grant(1))


def test_a_grant_shows_what_is_spent():
    grant = Grant(1)
    grant.spend(Epsilon.of("0.5"))
    assert "Grant('1', spent=Epsilon(500000000))" == repr(grant)


def test_threads_cannot_overspend_it():
    grant, ready = Grant(Epsilon(1000)), Barrier(8)

    def spend(_thread):
        ready.wait()
        return sum(_spends(grant) for _ in range(1000))

    with ThreadPoolExecutor(8) as pool:
        assert 1000 == sum(pool.map(spend, range(8)))
    assert Epsilon(1000) == grant.spent


def _spends(grant):
    try:
        grant.spend(Epsilon(1))
    except Overspent:
        return False
    return True


def test_a_call_without_a_grant_is_charged_nothing():
    charge(None, Epsilon(NANO))


def test_a_number_is_no_grant():
    with pytest.raises(YourFault, match=r"grant=1\.0; give one that calls share, such as lowwater\.Grant\(1\)"):
        charge(1.0, Epsilon(NANO))
