"""Attacks on a person's device, by a server that may ask whatever it likes. All of them fail."""

import inspect
import math
import os
import random
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from lowwater.client import Respondent
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import COINS, HONEST, SCALE, randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadData, GrantSpent, LowwaterError, NotPrivate, OffTerms
from lowwater.search.level import Quantile
from lowwater.search.plan import Plan
from lowwater.testing import exp_from_below
from lowwater.wire import QuestionMessage, decode, encode

COIN = randomized_response(Epsilon(NANO))
TERMS = Terms(Domain(0, 8), "refuse", 3, COIN.loss, Epsilon(3 * NANO))
QUESTION = Question(0, 0, 4.0, COIN, None)
TRIES = 10_000


class CountedCoins:
    """Coins from a seed, which count how many bytes were drawn."""

    def __init__(self, seed):
        self.drawn = 0
        self._rng = random.Random(seed)  # noqa: S311 - a test that can be repeated

    def __call__(self, count):
        self.drawn += count
        return self._rng.randbytes(count)


def refusal(device, question):
    """The error a device refuses with; None where it answers."""
    try:
        device.respond(question)
    except LowwaterError as error:
        return type(error)
    return None


@pytest.mark.parametrize("value", [1, 7])
def test_asking_ten_thousand_times_gets_one_answer_at_the_price_of_one(value):
    device = Respondent(value, TERMS)
    first = device.respond(QUESTION)
    assert {first} == {device.respond(QUESTION) for _ in range(TRIES)}
    assert (COIN.loss, 1) == (device.spent, len(device.told))


def test_the_answer_to_a_question_sent_again_over_the_wire_is_the_recorded_one():
    device = Respondent(1, TERMS)
    asked = [decode(QuestionMessage, encode(QuestionMessage.of(QUESTION))).question() for _ in range(200)]
    assert 1 == len({device.respond(question) for question in asked})


def test_two_fresh_answers_to_one_question_would_break_the_promise_of_one():
    assert (COIN.if_yes * COIN.if_yes) > exp_from_below(COIN.loss) * (COIN.if_no * COIN.if_no)


@pytest.mark.parametrize("value", [1, 7])
def test_a_device_that_drew_fresh_coins_on_a_retry_would_give_its_truth_away(value):
    # By Hoeffding the majority of 10,000 answers, each flipped with b = 0.269, is wrong with a chance of at most
    # exp(-2 * 10,000 * (1/2 - b)**2) < 1e-400: this is its false-alarm rate. The seed is fixed nevertheless.
    coins = CountedCoins(seed=6)
    naive = [Respondent(value, TERMS, coins).respond(QUESTION) for _ in range(TRIES)]
    assert (value <= 4.0) is (sum(naive) > TRIES / 2)


@pytest.mark.parametrize("change", [{"threshold": 5.0}, {"threshold": math.nextafter(4, 5)}, {"index": 1}])
def test_a_second_question_in_one_round_is_refused(change):
    device = Respondent(1, TERMS)
    device.respond(QUESTION)
    assert OffTerms is refusal(device, replace(QUESTION, **change))
    assert COIN.loss == device.spent


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
    assert OffTerms is refusal(Respondent(1, TERMS), replace(QUESTION, threshold=threshold))


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
    spoken = encode(QuestionMessage(0, 0, 4.0, SCALE, 0))
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


def test_coins_come_from_the_operating_system():
    assert os.urandom is inspect.signature(Respondent).parameters["coins"].default


def test_a_fresh_answer_draws_seven_bytes_and_a_repeated_or_refused_one_none():
    coins = CountedCoins(seed=7)
    device, drawn = Respondent(1, TERMS, coins), []
    for number, threshold in [(0, 4.0), (0, 4.0), (0, 5.0), (1, 9.0), (1, 4.0), (2, 4.0), (3, 4.0), (1, 4.0)]:
        refusal(device, replace(QUESTION, round=number, threshold=threshold))
        drawn.append(coins.drawn)
    assert [COINS * fresh for fresh in (1, 1, 1, 1, 2, 3, 3, 3)] == drawn


@pytest.mark.parametrize("value", [-1, 8.5, math.inf, -math.inf])
def test_a_value_outside_the_domain_is_refused_or_clamped_as_the_terms_say(value):
    with pytest.raises(BadData, match="is not in the domain"):
        Respondent(value, TERMS)
    clamped = Respondent(value, replace(TERMS, outside="clamp"), lambda count: b"\x80" * count)  # never flips
    assert (value < 0) is clamped.respond(QUESTION)


@pytest.mark.parametrize("outside", ["refuse", "clamp"])
@pytest.mark.parametrize("value", [math.nan, -math.nan, "1", True, None])
def test_no_number_is_never_answered_for(value, outside):
    with pytest.raises(BadData):
        Respondent(value, replace(TERMS, outside=outside))
