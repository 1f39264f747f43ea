"""Asking again: a device never draws fresh coins for what it has told already, since their mean would be the truth."""

import inspect
import math
import os
import random
from contextlib import suppress
from dataclasses import replace

import pytest

from lowwater.client import Respondent
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import COINS, randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import OffTerms, TheirFault
from lowwater.testing import exp_from_below
from lowwater.wire import QuestionMessage, decode, encode

COIN = randomized_response(Epsilon(NANO))
TERMS = Terms(Domain(0, 8), "refuse", 3, COIN.loss, Epsilon(3 * NANO))
QUESTION = Question(0, 0, (4.0,), COIN, None)
TRIES = 10_000


class CountedCoins:
    """Coins from a seed, which count how many bytes were drawn."""

    def __init__(self, seed):
        self.drawn = 0
        self._rng = random.Random(seed)  # noqa: S311 - a test that can be repeated

    def __call__(self, count):
        self.drawn += count
        return self._rng.randbytes(count)


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


@pytest.mark.parametrize("change", [{"thresholds": (5.0,)}, {"thresholds": (math.nextafter(4, 5),)}, {"index": 1}])
def test_a_second_question_in_one_round_is_refused(change):
    device = Respondent(1, TERMS)
    device.respond(QUESTION)
    with pytest.raises(OffTerms):
        device.respond(replace(QUESTION, **change))
    assert COIN.loss == device.spent


def test_coins_come_from_the_operating_system():
    assert os.urandom is inspect.signature(Respondent).parameters["coins"].default


def test_a_fresh_answer_draws_seven_bytes_and_a_repeated_or_refused_one_none():
    coins = CountedCoins(seed=7)
    device, drawn = Respondent(1, TERMS, coins), []
    for number, threshold in [(0, 4.0), (0, 4.0), (0, 5.0), (1, 9.0), (1, 4.0), (2, 4.0), (3, 4.0), (1, 4.0)]:
        with suppress(TheirFault):
            device.respond(replace(QUESTION, round=number, thresholds=(threshold,)))
        drawn.append(coins.drawn)
    assert [COINS * fresh for fresh in (1, 1, 1, 1, 2, 3, 3, 3)] == drawn
