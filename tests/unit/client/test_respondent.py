"""Respondent: a device that answers within the terms, remembers what it said, and says so in words."""

import pytest

from lowwater.client import Respondent
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import SCALE, randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadData, BadRandomizer, GrantSpent, OffTerms
from lowwater.testing import coins_for

COIN = randomized_response(Epsilon(NANO))
TERMS = Terms(Domain(0, 8), "refuse", 2, COIN.loss, Epsilon(2 * NANO))


def honest_coins(count):  # noqa: ARG001
    """Coins in the middle: they never flip a truth."""
    return coins_for(SCALE // 2)


def flipping_coins(count):
    """The smallest coins there are: they make every answer a no."""
    return bytes(count)


def ask(number, threshold=4.0, index=0):
    return Question(number, index, (threshold,), COIN, None)


@pytest.mark.parametrize(("value", "answer"), [(3, True), (4, True), (5, False)])
def test_the_truth_for_a_minimum_is_at_most(value, answer):
    assert answer == Respondent(value, TERMS, honest_coins).respond(ask(0))


@pytest.mark.parametrize(("value", "answer"), [(3, False), (4, True), (5, True)])
def test_the_truth_for_a_maximum_is_at_least(value, answer):
    terms = Terms(TERMS.domain.looking_for("maximum"), "refuse", 1, COIN.loss, Epsilon(NANO))
    assert answer == Respondent(value, terms, honest_coins).respond(ask(0))


def test_the_coins_decide_whether_a_truth_is_flipped():
    assert 0 == Respondent(3, TERMS, flipping_coins).respond(ask(0))


def test_a_device_starts_with_nothing_said_and_nothing_spent():
    device = Respondent(3, TERMS)
    assert ((), Epsilon(0)) == (device.told, device.spent)


def test_a_device_keeps_what_it_said_in_order():
    device = Respondent(3, TERMS, honest_coins)
    device.respond(ask(0, 2.0))
    device.respond(ask(1, 4.0))
    assert [(0, 2.0, False), (1, 4.0, True)] == [
        (entry.question.round, entry.question.threshold, entry.answer) for entry in device.told
    ]


def test_every_answer_is_charged():
    device = Respondent(3, TERMS)
    for number in range(2):
        device.respond(ask(number))
    assert COIN.loss * 2 == device.spent


def test_a_cheaper_question_is_charged_what_it_costs():
    cheap = randomized_response(Epsilon(NANO // 2))
    device = Respondent(3, TERMS)
    device.respond(Question(0, 0, (4.0,), cheap, None))
    assert cheap.loss == device.spent


def test_a_repeated_question_gets_the_recorded_answer():
    coins = iter([b"\xff" * 7, bytes(7)])  # yes, then no
    device = Respondent(3, TERMS, lambda _count: next(coins))
    assert [True, True] == [device.respond(ask(0)) for _ in range(2)]


@pytest.mark.parametrize("other", [ask(0, 5.0), ask(0, index=1)])
def test_another_question_for_an_answered_round_is_refused(other):
    device = Respondent(3, TERMS)
    device.respond(ask(0))
    with pytest.raises(OffTerms, match="round 1 was answered already, for another question"):
        device.respond(other)


def test_a_question_off_the_terms_is_refused_with_the_reason():
    with pytest.raises(OffTerms, match=r"off the terms: its threshold 9 is outside \[0, 8\]"):
        Respondent(3, TERMS).respond(ask(0, 9.0))


def test_a_question_beyond_the_promised_answers_is_refused_with_the_sum():
    device = Respondent(3, TERMS)
    for number in range(2):
        device.respond(ask(number))
    with pytest.raises(GrantSpent, match=f"{device.spent} nats spent of 2 in 2 of 2 answers"):
        device.respond(ask(2))


def test_a_refused_question_is_neither_recorded_nor_charged():
    device = Respondent(3, TERMS)
    with pytest.raises(OffTerms):
        device.respond(ask(0, 9.0))
    assert ((), Epsilon(0)) == (device.told, device.spent)


def test_coins_that_fall_short_say_nothing():
    device = Respondent(3, TERMS, lambda _count: b"")
    with pytest.raises(BadRandomizer):
        device.respond(ask(0))
    assert () == device.told


def test_a_value_outside_the_domain_is_refused_without_naming_it():
    with pytest.raises(BadData, match=r"^this value is no number in the domain \[0, 8\]") as refusal:
        Respondent(9.75, TERMS)
    assert "9.75" not in str(refusal.value)


def test_an_entry_reads_like_a_sentence_and_counts_rounds_from_one():
    device = Respondent(3, TERMS, honest_coins)
    device.respond(ask(0, 4.0))
    device.respond(ask(1, 2.5))
    assert [
        "round 1: is your number at most 4? I said yes (1 nat)",
        "round 2: is your number at most 2.5? I said no (1 nat)",
    ] == [entry.in_words(TERMS.domain) for entry in device.told]


def test_an_entry_for_a_maximum_says_at_least():
    device = Respondent(3, TERMS, honest_coins)
    device.respond(ask(0))
    assert "is your number at least 4?" in device.told[0].in_words(TERMS.domain.looking_for("maximum"))
