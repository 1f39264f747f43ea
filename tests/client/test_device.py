"""Device: looks, pins, checks in, waits, charges, speaks, and brings home what got lost on the way."""

import hashlib
from contextlib import closing
from dataclasses import replace

import pytest

from lowwater.client import Device, Ledger
from lowwater.client.pace import Pace
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.errors import (
    BadData,
    BadInvitation,
    BadLedger,
    Contradicted,
    GrantSpent,
    NoSurvey,
    NotOpen,
    TooLate,
    Unreachable,
    YourFault,
)
from lowwater.wire import PlaceMessage

WAIT = PlaceMessage("wait", None, 20.0)


@pytest.fixture
def device(host, survey, ledger, open_http, pace):  # noqa: ARG001 - the survey is on the host
    """A device with the number 3; what it is told otherwise goes to its constructor."""

    def make(**options):
        chosen = {"pace": pace, "value": 3, "ledger": ledger, "survey": "youngest"} | options
        return Device(open_http(host.url), **chosen)

    return make


def rounds(outcome):
    return [entry.question.round for entry in outcome.said]


# One answer


def test_one_answer_is_given_and_counted(device, survey):
    outcome = device().answer_once()
    (posted,) = survey.posted
    (line,) = outcome.said
    assert ("counted", line.answer, line.receipt) == (outcome.status, posted.answer.said, posted.receipt)
    assert (Epsilon(NANO), Epsilon(0)) == (outcome.spent, outcome.left)


def test_the_device_may_be_given_an_address(host, survey, ledger, pace):
    with closing(Device(host.url, "youngest", ledger, 3, pace=pace)) as device:
        device.answer_once()
    assert 1 == len(survey.posted)


def test_a_device_checks_in_and_answers_under_one_name(device, survey, ledger):
    device().answer_once()
    assert {ledger.pages[0].name} == {survey.check_ins[0].name, survey.posted[0].name}


def test_no_name_is_used_for_two_surveys(device, host, make_survey, ledger):
    for name in ("youngest", "oldest"):
        host.answer = make_survey(name)
        device(survey=name).answer_once()
    assert 2 == len({page.name for page in ledger.pages})


def test_an_invitation_is_shown_at_check_in_and_remembered(device, survey):
    survey.access, survey.places = "invitation", [WAIT]
    device(invitation="come in", pace=Pace(patience=0)).answer_once()
    device().answer_once()
    assert ["come in", "come in"] == [message.invitation for message in survey.check_ins]


def test_an_open_survey_learns_of_no_invitation(device, survey, host, ledger):
    with pytest.raises(YourFault, match="survey youngest is open to everybody and needs no invitation; leave it out"):
        device(invitation="come in").answer_once()
    assert (["GET"], [], False) == ([request.method for request in host.seen], survey.check_ins, ledger.path.exists())


def test_a_survey_for_the_invited_hears_nothing_of_a_device_without_an_invitation(device, survey, ledger):
    survey.access = "invitation"
    with pytest.raises(BadInvitation, match="survey youngest is for the invited alone; give the invitation that you"):
        device().answer_once()
    assert ([], ()) == (survey.check_ins, ledger.pages)


def test_an_invitation_that_was_refused_can_be_replaced(device, survey, host, reply, ledger):
    survey.access = "invitation"
    host.answer = lambda request: (
        reply.problem("bad-invitation", 403) if request.path.endswith("check-in") else survey(request)
    )
    with pytest.raises(BadInvitation):
        device(invitation="comme in").answer_once()
    host.answer = survey
    device(invitation="come in").answer_once()
    name = hashlib.sha256(b"come in").hexdigest()
    assert [(name, "come in")] == [(message.name, message.invitation) for message in survey.check_ins]
    assert [name] == [message.name for message in survey.posted] == [page.name for page in ledger.pages]


def test_another_invitation_after_the_answer_is_refused(device, survey):
    device().answer_once()
    survey.access = "invitation"
    with pytest.raises(YourFault, match="survey youngest was answered already, without this invitation; leave it out"):
        device(invitation="come in").answer_once()
    assert 1 == len(survey.posted)


def test_a_device_that_has_said_all_it_may_does_not_even_check_in(device, survey):
    device().answer_once()
    outcome = device().answer_once()
    assert (("done", ()), 1, 1) == ((outcome.status, outcome.said), len(survey.check_ins), len(survey.posted))


def test_a_survey_that_is_done_gets_no_answer(device, survey):
    survey.questions = []
    outcome = device().answer_once()
    assert ("done", (), Epsilon(0)) == (outcome.status, outcome.said, outcome.spent)


# Waiting


def test_a_device_waits_as_long_as_it_is_asked_to(device, survey, time):
    survey.places = [WAIT, WAIT]
    assert "counted" == device().answer_once().status
    assert [20.0, 20.0] == time.slept


def test_a_device_stretches_its_pauses_at_random(device, survey, time, pace):
    survey.places = [WAIT]
    device(pace=replace(pace, chance=lambda: 1.0)).answer_once()
    assert [25.0] == time.slept


def test_a_device_does_not_rush_a_server_that_asks_for_it(device, survey, time):
    survey.places = [replace(WAIT, seconds=0.0)]
    device().answer_once()
    assert [1.0] == time.slept


def test_a_device_waits_no_longer_than_its_patience_and_says_how_long_it_would_have_been(device, survey, time, pace):
    survey.places = [WAIT] * 9
    outcome = device(pace=replace(pace, patience=50.0)).answer_once()
    assert ("waiting", (), 20.0) == (outcome.status, outcome.said, outcome.seconds)
    assert [20.0, 20.0] == time.slept


def test_a_device_that_is_sent_away_for_longer_than_anyone_lives_says_a_year(device, survey):
    survey.places = [replace(WAIT, seconds=1e9)]
    assert 366 * 86400 == device().answer_once().seconds


def test_a_device_that_is_sent_away_for_ever_hears_no_server(device, survey):
    survey.places = [replace(WAIT, seconds=1.7e308)]
    with pytest.raises(Unreachable, match="seconds"):
        device().answer_once()


def test_a_device_comes_back_under_the_name_it_waited_with(device, survey, pace):
    survey.places = [WAIT]
    device(pace=replace(pace, patience=0.0)).answer_once()
    device().answer_once()
    assert 1 == len({message.name for message in survey.check_ins})


def test_a_device_says_nothing_where_it_could_not_arrive_in_time(device, survey, time):
    survey.places = [PlaceMessage("question", survey.questions[0], 1.9)]
    survey.questions = []
    assert "done" == device().answer_once().status
    assert ([], [1.9]) == (survey.posted, time.slept)


@pytest.mark.parametrize(("took", "words"), [(57.9, 1), (58.1, 0)])
def test_what_the_reply_took_on_its_way_is_taken_off_the_lease(device, survey, time, took, words):
    slow = Pace(patience=0, clock=lambda: time.sleep(took) or time.now)  # every look at the clock takes so long
    device(pace=slow).answer_once()
    assert words == len(survey.posted)


# On the way


def test_an_answer_whose_acknowledgement_got_lost_is_sent_again_at_once(device, survey, reply):
    survey.fates = [reply(lost=True)]
    assert "counted" == device().answer_once().status
    first, second = survey.posted
    assert first == second


def test_an_answer_that_was_never_acknowledged_is_brought_home_after_a_restart(device, survey, reply, ledger):
    survey.fates = [reply(500)]
    with pytest.raises(Unreachable):
        device().answer_once()
    outcome = device(ledger=Ledger(ledger.path)).answer_once()
    first, second = survey.posted
    assert ("counted", first) == (outcome.status, second)
    assert (1, Epsilon(NANO)) == (len(survey.check_ins), outcome.spent)


@pytest.mark.parametrize("kind", ["too-late", "no-place"])
def test_what_comes_home_too_late_is_settled_and_not_sent_again(device, survey, reply, ledger, kind):
    survey.fates = [reply(500), reply.problem(kind)]
    with pytest.raises(Unreachable):
        device().answer_once()
    assert ["done", "done"] == [device().answer_once().status for _ in range(2)]
    assert (2, {0: kind}) == (len(survey.posted), ledger.pages[0].fates)


def test_an_answer_that_came_too_late_stays_charged(device, survey, reply, ledger):
    survey.fates = [reply.problem("too-late", detail="the round is over")]
    with pytest.raises(TooLate, match="the round is over"):
        device().answer_once()
    assert (Epsilon(NANO), {0: "too-late"}) == (ledger.spent, ledger.pages[0].fates)


def test_an_answer_that_another_one_stands_against_is_told_to_the_person(device, survey, reply, ledger):
    survey.fates = [reply.problem("contradicted")]
    with pytest.raises(Contradicted):
        device().answer_once()
    assert {0: "contradicted"} == ledger.pages[0].fates


def test_an_acknowledgement_that_is_none_settles_nothing(device, survey, reply, ledger):
    survey.fates = [reply(200, b'{"status":"perhaps\\u001b","version":"lowwater/2"}')]
    with pytest.raises(Unreachable, match="does not answer as a Lowwater server does: status='perhaps"):
        device().answer_once()
    assert {} == ledger.pages[0].fates


# Round after round


@pytest.fixture
def three(host, make_survey):
    host.answer = make_survey(answers=3)
    return host.answer


def test_a_device_keeps_going_until_the_survey_is_done(device, three):
    outcome = device().take_part()
    assert ("done", [0, 1, 2], Epsilon(3 * NANO)) == (outcome.status, rounds(outcome), outcome.spent)
    assert 3 == len(three.counted)


def test_a_device_that_keeps_going_stops_where_its_patience_does(device, three, pace):
    three.questions = three.questions[:1]
    first = device().answer_once()
    three.places = [WAIT]
    outcome = device(pace=replace(pace, patience=10.0)).take_part()
    assert ([0], "waiting", [], Epsilon(2 * NANO)) == (rounds(first), outcome.status, rounds(outcome), outcome.left)


def test_an_answer_too_late_for_its_round_does_not_end_the_survey(device, three, reply):
    three.fates = [reply.problem("too-late")]
    outcome = device().take_part()
    assert ("done", [1, 2], Epsilon(3 * NANO)) == (outcome.status, rounds(outcome), outcome.spent)
    assert [0] == [entry.question.round for entry in outcome.lost]


def test_a_server_that_repeats_a_question_for_ever_gets_one_answer_for_it(device, three, ledger):
    three.places = [PlaceMessage("question", three.questions[0], 60.0)] * 99
    outcome = device().take_part()
    assert ("waiting", [0], Epsilon(NANO)) == (outcome.status, rounds(outcome), ledger.spent)
    assert 1 == len(set(three.posted))


def test_a_server_that_asks_for_what_is_too_late_for_ever_is_left(device, three, reply):
    three.places = [PlaceMessage("question", three.questions[0], 60.0)] * 99
    three.fates = [reply.problem("too-late")] * 99
    with pytest.raises(TooLate):
        device().take_part()
    assert 2 == len(three.posted)


# Refusals before anything is said


def test_a_value_outside_the_domain_is_refused_before_the_server_hears_of_the_device(device, survey, ledger):
    with pytest.raises(BadData, match="this value is no number in the domain"):
        device(value=9.75).answer_once()
    assert ([], (), False) == (survey.check_ins, ledger.pages, ledger.path.exists())


def test_a_grant_that_is_too_small_is_refused_before_a_place_is_taken(device, survey):
    with pytest.raises(GrantSpent, match=r"0 nats spent of 0\.5 in 0 of 1 answers; this question would cost 1 more"):
        device(grant=Epsilon.of("0.5")).answer_once()
    assert [] == survey.check_ins


def test_a_lifetime_that_is_spent_is_refused_before_a_place_is_taken(device, survey, ledger):
    ledger.grant(Epsilon.of("0.5"))
    with pytest.raises(GrantSpent, match=r"0 nats spent of 0\.5 for a lifetime; this question would cost 1 more"):
        device().answer_once()
    assert [] == survey.check_ins


def test_a_ledger_that_cannot_be_read_says_nothing(device, survey, ledger):
    ledger.path.write_text("no ledger\n")
    with pytest.raises(BadLedger):
        device().answer_once()
    assert [] == survey.check_ins


def test_another_survey_than_the_one_asked_for_is_refused(device, survey, host, reply):
    host.answer = lambda _request: reply.of(replace(survey.message, survey="oldest"))
    with pytest.raises(Unreachable, match="was asked for survey youngest, and tells of 'oldest'"):
        device().look()


def test_terms_under_a_hash_that_is_not_theirs_are_refused(device, survey, host, reply):
    host.answer = lambda _request: reply.of(replace(survey.message, hash="0" * 64))
    with pytest.raises(Unreachable, match="the hash is not that of the terms"):
        device().answer_once()


def test_a_survey_there_is_not_is_said_to_be_none(device):
    with pytest.raises(NoSurvey):
        device(survey="oldest").answer_once()


def test_a_survey_that_is_paused_is_said_to_be(device, survey, host, reply):
    host.answer = lambda request: survey(request) if request.method == "GET" else reply.problem("not-open")
    with pytest.raises(NotOpen):
        device().answer_once()


@pytest.mark.parametrize("name", ["", "../keys", "a/b", "a?b", "a b", "..", "x" * 129])
def test_an_id_that_would_lead_elsewhere_is_refused(device, name):
    with pytest.raises(YourFault, match="an id is up to 64 letters"):
        device(survey=name)


def test_looking_agrees_to_nothing(device, survey, ledger):
    assert survey.message == device().look()
    assert () == ledger.pages
