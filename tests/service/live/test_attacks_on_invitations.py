"""One invitation, one person, one survey."""

import base64
import hashlib

import pytest

from lowwater.server.invitation import invitations, new_key, public_of
from lowwater.wire import name_of

KEY, OTHER = new_key(), new_key()


@pytest.fixture
def survey(live, plans):
    return live.open(plans.cohorts(people=12), access="invitation", issuer=public_of(KEY))


@pytest.fixture
def terms(live, survey):
    """The hash of the survey's terms."""
    return live.get(survey).json["hash"]


@pytest.fixture
def invitation(survey, terms):
    (result,) = invitations(KEY, survey.rpartition("/")[2], terms, 1)
    return result


def _admitted(live, survey, invitation, name=None):
    reply = live.check_in(survey, name or name_of(invitation), invitation)
    return reply.json["status"] if reply.status == 200 else reply.problem


def test_an_invitation_lets_one_person_in(live, survey, invitation):
    assert "question" == _admitted(live, survey, invitation)


def test_an_invitation_gives_a_name(invitation):
    assert hashlib.sha256(invitation.encode()).hexdigest() == name_of(invitation)


def test_a_second_use_is_the_same_person(live, survey, invitation):
    asked = live.check_in(survey, name_of(invitation), invitation).json["question"]
    assert "counted" == live.answer(survey, name_of(invitation), asked).json["status"]
    assert "done" == _admitted(live, survey, invitation)


def test_a_second_use_under_another_name_is_refused(live, survey, invitation):
    _admitted(live, survey, invitation)
    assert "bad-invitation" == _admitted(live, survey, invitation, "x" * 64)


def test_no_invitation_is_refused(live, survey):
    assert "bad-invitation" == _admitted(live, survey, None, "x" * 64)


def test_an_invitation_to_other_terms_is_refused(live, survey):
    (other,) = invitations(KEY, survey.rpartition("/")[2], "0" * 64, 1)
    assert "bad-invitation" == _admitted(live, survey, other)


def test_a_forged_invitation_is_refused(live, survey, terms):
    (forged,) = invitations(OTHER, survey.rpartition("/")[2], terms, 1)
    assert "bad-invitation" == _admitted(live, survey, forged)


def test_another_surveys_invitation_is_refused(live, survey, terms):
    (other,) = invitations(KEY, "another", terms, 1)
    assert "bad-invitation" == _admitted(live, survey, other)


def test_the_same_issuer_may_have_two_surveys_and_their_invitations_do_not_mix(live, plans, invitation):
    twin = live.open(plans.cohorts(people=12), access="invitation", issuer=public_of(KEY))
    assert "bad-invitation" == _admitted(live, twin, invitation)


def test_a_changed_invitation_is_refused(live, survey, invitation):
    """Every letter of it counts."""
    other = {letter: "A" if letter != "A" else "B" for letter in invitation}
    changed = (invitation[:at] + other[invitation[at]] + invitation[at + 1 :] for at in range(len(invitation)))
    assert {"bad-invitation"} == {_admitted(live, survey, row) for row in changed}


def test_another_spelling_of_an_invitation_is_not_another_person(live, survey, invitation):
    """Base64 has many ways to write the same bytes; one of them is an invitation."""
    raw = base64.urlsafe_b64decode(invitation + "==")
    last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".index(invitation[-1])
    sloppy = invitation[:-1] + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[last | 1]
    spelled = [
        invitation + "=",
        invitation + "==",
        base64.b64encode(raw).decode(),
        f" {invitation}",
        f"{invitation}\n",
        sloppy,
    ]
    others = [spelling for spelling in spelled if spelling != invitation]
    assert {"bad-invitation"} == {_admitted(live, survey, other) for other in others}


@pytest.mark.parametrize("text", ["", "=", "A", "AAAA", "A" * 107, "ü" * 20, "\ud800", "\x00" * 8, "A" * 10_000])
def test_nonsense_is_refused(live, survey, text):
    name = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    assert "bad-invitation" == _admitted(live, survey, text, name)


def test_without_an_invitation_nobody_answers(live, survey):
    assert "no-place" == live.answer(survey, "x" * 64, {"round": 0, "index": 0}).problem
