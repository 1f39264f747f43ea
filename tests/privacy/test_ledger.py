"""The ledger and the device against a server that may ask, change and repeat whatever it likes. All of it fails."""

import json
import random
import threading
import traceback
from contextlib import suppress
from dataclasses import replace

import pytest

from lowwater.client import Ledger
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import HONEST, randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import GrantSpent, LowwaterError, OffTerms
from lowwater.wire import SurveyMessage, TermsMessage, TextsMessage, hash_of

COIN = randomized_response(Epsilon(NANO))
TERMS = Terms(Domain(0, 8), "refuse", 3, COIN.loss, Epsilon(3 * NANO))
QUESTION = Question(0, 0, (4.0,), COIN, None)
SERVER = "https://survey.example.org"
TRIES = 300


def survey(name="youngest", terms=TERMS):
    message = TermsMessage.of(terms, TextsMessage("How old?"))
    return SurveyMessage(name, message, hash_of(message), "open", "open", "running")


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "ledger.jsonl", durable=False)


@pytest.mark.parametrize("value", [1, 7])
def test_asking_again_after_every_restart_gets_one_answer_at_the_price_of_one(ledger, value):
    first = ledger.respond(ledger.join(SERVER, survey()), value, QUESTION)
    for _ in range(TRIES // 3):
        again = Ledger(ledger.path, durable=False)
        assert first == again.respond(again.join(SERVER, survey()), value, QUESTION)
    assert COIN.loss == ledger.spent


@pytest.mark.parametrize("value", [1, 7])
def test_a_device_that_forgot_at_every_restart_would_give_its_truth_away(tmp_path, value):
    # By Hoeffding the majority of 300 answers, each flipped with b = 0.269, is wrong with a chance of at most
    # exp(-2 * 300 * (1/2 - b)**2) < 2e-14: this is its false-alarm rate. The seed is fixed nevertheless.
    coins, yes = random.Random(9).randbytes, 0  # noqa: S311 - a test that can be repeated
    for number in range(TRIES):
        forgetful = Ledger(tmp_path / f"{number}.jsonl", durable=False)
        yes += forgetful.respond(forgetful.join(SERVER, survey()), value, QUESTION, coins).answer
    assert (value <= 4.0) is (yes > TRIES / 2)


ATTACKS = [
    replace(QUESTION, thresholds=(5.0,)),
    replace(QUESTION, index=1),
    replace(QUESTION, round=1, thresholds=(9.0,)),
    replace(QUESTION, round=1, randomizer=randomized_response(Epsilon(NANO + 1))),
    replace(QUESTION, round=1, randomizer=randomized_response(Epsilon(NANO // 2))),
    replace(QUESTION, round=1, randomizer=HONEST),
]


@pytest.mark.parametrize("question", ATTACKS)
def test_a_question_off_the_terms_leaves_no_trace_and_costs_nothing(ledger, question):
    page = ledger.join(SERVER, survey())
    ledger.respond(page, 1, QUESTION)
    before = ledger.path.read_bytes()
    with pytest.raises(LowwaterError):
        ledger.respond(page, 1, question)
    assert (before, COIN.loss) == (ledger.path.read_bytes(), ledger.spent)


def test_terms_that_get_worse_are_refused_after_a_restart_too(ledger):
    ledger.join(SERVER, survey())
    worse = replace(TERMS, loss=Epsilon(2 * NANO), grant=Epsilon(6 * NANO))
    for item in (ledger, Ledger(ledger.path)):
        with pytest.raises(OffTerms, match="has other terms now"):
            item.join(SERVER, survey(terms=worse))


def test_terms_that_get_better_are_changed_terms_as_well(ledger):
    ledger.join(SERVER, survey())
    with pytest.raises(OffTerms):
        ledger.join(SERVER, survey(terms=replace(TERMS, answers=1)))


def test_ten_surveys_at_once_cannot_pass_the_limit_of_a_lifetime(ledger):
    ledger.grant(Epsilon(4 * NANO))
    replies, meeting = [], threading.Barrier(10)

    def attack(name):
        handle = Ledger(ledger.path, durable=False)
        page = handle.join(SERVER, survey(name))
        meeting.wait()
        for number in range(3):
            with suppress(GrantSpent):
                replies.append(handle.respond(page, 1, replace(QUESTION, round=number)))

    attackers = [threading.Thread(target=attack, args=(f"survey-{number}",)) for number in range(10)]
    for attacker in attackers:
        attacker.start()
    for attacker in attackers:
        attacker.join()
    assert (4, Epsilon(4 * NANO)) == (len(replies), ledger.spent)


def test_one_survey_under_ten_addresses_is_told_what_one_is(ledger):
    replies = []
    for number in range(10):
        with suppress(OffTerms):
            replies.append(ledger.respond(ledger.join(f"{SERVER}:{8000 + number}", survey()), 1, QUESTION))
    assert (1, QUESTION.randomizer.loss) == (len(replies), ledger.spent)


SECRET = 5.432198765


def test_the_value_is_never_in_the_file(ledger):
    page = ledger.join(SERVER, survey())
    for question in [*(replace(QUESTION, round=number) for number in range(4)), *ATTACKS]:
        with suppress(LowwaterError):
            ledger.settle(page, ledger.respond(page, SECRET, question), "counted")
    text = ledger.path.read_text()
    assert [] == [item for item in (str(SECRET), "5.43", "543", SECRET.hex()) if item in text]


def without_secrets(path):
    return [
        {name: value for name, value in json.loads(line).items() if name not in ("name", "receipt")}
        for line in path.read_bytes().splitlines()
    ]


def test_two_values_with_the_same_answers_leave_the_same_file(tmp_path):
    files = []
    for value in (0.25, 7.75):
        ledger = Ledger(tmp_path / f"{value}.jsonl", clock=lambda: "now")
        page = ledger.join(SERVER, survey())
        for number in range(4):
            with suppress(GrantSpent):
                ledger.respond(page, value, replace(QUESTION, round=number), bytes)  # coins that say yes to all
        files.append(without_secrets(ledger.path))
    assert files[0] == files[1]
    assert 5 == len(files[0])


@pytest.mark.parametrize("question", ATTACKS)
def test_a_log_of_a_refusal_does_not_depend_on_the_value(ledger, question):
    page = ledger.join(SERVER, survey())
    ledger.respond(page, 1, QUESTION)
    answers = set()
    for value in (0.03125, 7.96875):
        with pytest.raises(LowwaterError) as raised:
            ledger.respond(page, value, question)
        answers.add("".join(traceback.format_exception(raised.value)))
    assert 1 == len(answers)


def test_a_log_of_a_refused_value_does_not_hold_it(ledger):
    secret = 10 * SECRET
    with pytest.raises(LowwaterError) as raised:
        ledger.respond(ledger.join(SERVER, survey()), secret, QUESTION)
    assert str(secret) not in "".join(traceback.format_exception(raised.value))
