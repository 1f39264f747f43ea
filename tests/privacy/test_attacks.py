"""Attacks on a person's device, by a server that may ask whatever it likes. All of them fail."""

import math
import threading
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from lowwater.client import Respondent
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import HONEST, randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadData, GrantSpent, LowwaterError, NotPrivate, OffTerms
from lowwater.search.level import Quantile
from lowwater.search.plan import Plan
from lowwater.wire import QuestionMessage, decode, encode

COIN = randomized_response(Epsilon(NANO))
TERMS = Terms(Domain(0, 8), "refuse", 3, COIN.loss, Epsilon(3 * NANO))
QUESTION = Question(0, 0, (4.0,), COIN, None)
OUTSIDE = [-1, 8.5, math.inf, -math.inf]
NO_NUMBERS = [math.nan, -math.nan, "1", True, None]


def refusal(device, question):
    """The error a device refuses with; None where it answers."""
    try:
        device.respond(question)
    except LowwaterError as error:
        return type(error)
    return None


@pytest.mark.parametrize("nano", [1, 2, NANO, 14 * NANO])
def test_a_question_that_costs_more_than_the_terms_say_is_refused(nano):
    dear = randomized_response(Epsilon(NANO + nano))
    assert OffTerms is refusal(Respondent(1, TERMS), replace(QUESTION, randomizer=dear))


def test_a_question_that_costs_more_is_refused_for_a_round_answered_already():
    device = Respondent(1, TERMS)
    device.respond(QUESTION)
    assert OffTerms is refusal(device, replace(QUESTION, randomizer=HONEST))


@pytest.mark.parametrize("threshold", [-1.0, math.nextafter(0, -1), math.nextafter(8, 9), 1e308])
def test_a_threshold_outside_the_domain_is_refused(threshold):
    assert OffTerms is refusal(Respondent(1, TERMS), replace(QUESTION, thresholds=(threshold,)))


def test_more_answers_than_promised_are_refused_even_where_the_grant_would_allow_them():
    device = Respondent(1, replace(TERMS, grant=Epsilon(100 * NANO)))
    refusals = [refusal(device, replace(QUESTION, round=number)) for number in range(5)]
    assert [None, None, None, GrantSpent, GrantSpent] == refusals


def test_cheap_answers_do_not_buy_more_of_them():
    device, cheap = Respondent(1, TERMS), randomized_response(Epsilon(10))
    refusals = [refusal(device, replace(QUESTION, round=number, randomizer=cheap)) for number in range(4)]
    assert [None, None, None, GrantSpent] == refusals


def test_honest_answers_reach_neither_wire_nor_terms_nor_device():
    honest = replace(QUESTION, randomizer=HONEST)
    spoken = encode(QuestionMessage(0, 0, (4.0,), HONEST.table))
    plan = Plan("honest", TERMS.domain, 10, None, 3, Quantile(0))
    attempts = [
        lambda: QuestionMessage.of(honest),
        lambda: decode(QuestionMessage, spoken),
        lambda: TERMS.objection(honest),
        plan.terms,
        lambda: Respondent(1, TERMS).respond(honest),
    ]
    for attempt in attempts:
        with pytest.raises(NotPrivate):
            attempt()


def test_threads_that_ask_all_at_once_cannot_overspend():
    meeting = threading.Barrier(4)

    def slow_coins(count):
        with suppress(threading.BrokenBarrierError):
            meeting.wait(timeout=0.2)  # were they let in together, four threads would meet here and get four answers
        return bytes(count)

    device, outcomes = Respondent(1, TERMS, slow_coins), []
    questions = [replace(QUESTION, round=number) for number in range(8)]
    attackers = [threading.Thread(target=lambda q=q: outcomes.append(refusal(device, q))) for q in questions]
    for attacker in attackers:
        attacker.start()
    for attacker in attackers:
        attacker.join()
    assert {None: 3, GrantSpent: 5} == Counter(outcomes)
    assert (3, COIN.loss * 3) == (len(device.told), device.spent)


@pytest.mark.parametrize("value", OUTSIDE)
def test_a_value_outside_the_domain_is_refused_or_clamped_as_the_terms_say(value):
    with pytest.raises(BadData, match="no number in the domain"):
        Respondent(value, TERMS)
    clamped = Respondent(value, replace(TERMS, outside="clamp"), lambda count: b"\x80" * count)  # never flips
    assert (value < 0) == clamped.respond(QUESTION)


@pytest.mark.parametrize("outside", ["refuse", "clamp"])
@pytest.mark.parametrize("value", NO_NUMBERS)
def test_no_number_is_never_answered_for(value, outside):
    with pytest.raises(BadData):
        Respondent(value, replace(TERMS, outside=outside))


def logged(act):
    """What a log would show of an error: its message, its traceback and whatever it was raised from."""
    with pytest.raises(LowwaterError) as raised:
        act()
    return str(raised.value), "".join(traceback.format_exception(raised.value))


def test_every_refused_value_is_refused_in_the_same_words():
    values = {logged(lambda value=value: Respondent(value, TERMS))[0] for value in [*OUTSIDE, *NO_NUMBERS, 10**400]}
    assert 1 == len(values)


@pytest.mark.parametrize(
    "secret", [90210.4375, -90210.4375, "90210.4375", 90210**99], ids=lambda secret: repr(secret)[:12]
)
def test_a_log_of_a_refused_value_does_not_hold_it(secret):
    assert [] == [text for text in logged(lambda: Respondent(secret, TERMS)) if str(secret) in text]


@pytest.mark.parametrize(
    "question",
    [
        replace(QUESTION, round=1, thresholds=(9.0,)),
        replace(QUESTION, round=1, randomizer=randomized_response(Epsilon(2 * NANO))),
        replace(QUESTION, round=1, randomizer=HONEST),
        replace(QUESTION, round=1),
        replace(QUESTION, index=1),
    ],
)
def test_a_log_of_a_refused_question_does_not_depend_on_the_value(question):
    answers = set()
    for value in (0.03125, 7.96875):
        device = Respondent(value, replace(TERMS, answers=1, grant=COIN.loss), bytes)
        device.respond(QUESTION)
        answers.add(logged(lambda device=device: device.respond(question)))
    assert 1 == len(answers)
