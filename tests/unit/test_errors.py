"""Errors: one tree, and every leaf says whose fault it is."""

import pickle

import pytest

from lowwater import errors
from lowwater.errors import CannotWork, LowwaterError, TheirFault, YourFault

CLASSES = [getattr(errors, name) for name in errors.__all__]


@pytest.mark.parametrize("kind", CLASSES)
def test_every_error_is_a_lowwater_error(kind):
    assert issubclass(kind, LowwaterError)


@pytest.mark.parametrize("kind", CLASSES)
def test_a_message_of_its_own_replaces_the_default(kind):
    assert "the domain (2, 1)" == str(kind("the domain (2, 1)"))


def test_what_the_caller_did_wrong_is_also_a_value_error():
    assert [kind for kind in CLASSES if issubclass(kind, YourFault)] == [
        kind for kind in CLASSES if issubclass(kind, ValueError)
    ]


def test_nothing_is_the_fault_of_both_sides():
    assert not [kind for kind in CLASSES if issubclass(kind, YourFault) and issubclass(kind, TheirFault)]


@pytest.mark.parametrize("kind", CLASSES)
def test_an_error_survives_the_way_to_another_process(kind):
    sent = kind("the domain (2, 1)")
    received = pickle.loads(pickle.dumps(sent))  # noqa: S301 - made here
    assert (type(sent), str(sent)) == (type(received), str(received))


def test_a_refusal_to_plan_keeps_its_reasons():
    refusal = CannotWork("too few people", reasons=("level 1.03", "runs to the edge"))
    assert ("level 1.03", "runs to the edge") == pickle.loads(pickle.dumps(refusal)).reasons  # noqa: S301 - made here


def test_a_refusal_to_plan_may_have_no_reasons():
    assert () == CannotWork().reasons
