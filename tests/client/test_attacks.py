"""A server that breaks its promises, over a real connection: the device says nothing that was not agreed to."""

import json
import threading
from contextlib import suppress
from dataclasses import replace

import pytest

from lowwater.client import Device, Ledger
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import HONEST, randomized_response
from lowwater.errors import GrantSpent, NotPrivate, OffTerms
from lowwater.wire import PlaceMessage

COIN = randomized_response(Epsilon(NANO))
DEAR = randomized_response(Epsilon(NANO + 1))
CHEAP = randomized_response(Epsilon(NANO // 2))


@pytest.fixture
def device(host, ledger, open_http, pace):
    def make(value=3, survey="youngest", ledger=ledger):
        return Device(open_http(host.url), survey, ledger, value, pace=pace)

    return make


@pytest.fixture
def three(host, make_survey):
    host.answer = make_survey(answers=3)
    return host.answer


def place(question):
    return PlaceMessage("question", question, 60.0)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"thresholds": (9.0,)}, OffTerms),
        ({"thresholds": (-1.0,)}, OffTerms),
        ({"table": DEAR.table}, OffTerms),
        ({"table": HONEST.table}, NotPrivate),
    ],
)
def test_a_question_off_the_terms_gets_no_answer(device, three, ledger, change, error):
    three.places = [place(replace(three.questions[0], **change))]
    with pytest.raises(error):
        device().answer_once()
    assert ([], Epsilon(0)) == (three.posted, ledger.spent)


@pytest.mark.parametrize(
    "change",
    [{"thresholds": (5.0,)}, {"index": 1}, {"round": 1, "table": CHEAP.table}],
)
def test_after_the_first_answer_another_question_for_its_round_and_another_randomizer_get_none(device, three, change):
    device().answer_once()
    three.places = [place(replace(three.questions[0], **change))]
    with pytest.raises(OffTerms):
        device().answer_once()
    assert 1 == len(three.posted)


def test_a_server_that_asks_twice_hears_the_same_bit_with_the_same_receipt(device, three, ledger):
    three.places = [place(three.questions[0])] * 2
    device().answer_once()
    device(ledger=Ledger(ledger.path)).answer_once()
    repeated = [message for message in three.posted if message.answer.round == 0]
    assert (2, 1) == (len(repeated), len(set(repeated)))


def test_a_server_that_asks_for_more_than_was_agreed_to_is_not_even_asked(device, three):
    assert "done" == device().take_part().status
    three.questions.append(replace(three.questions[0], round=3))
    asked = len(three.check_ins)
    assert "done" == device().take_part().status
    assert (3, asked) == (len(three.posted), len(three.check_ins))


def test_terms_that_change_between_two_rounds_end_the_survey(device, three):
    device().answer_once()
    three.terms = replace(three.terms, answers=2)
    with pytest.raises(OffTerms, match="has other terms now"):
        device().take_part()
    assert 1 == len(three.posted)


def test_terms_that_change_between_the_look_and_the_answer_are_not_agreed_to(device, three):
    someone = device()
    someone.agree(someone.look())
    three.terms = replace(three.terms, answers=1)
    with pytest.raises(OffTerms):
        someone.answer_once()
    assert [] == three.check_ins


def test_a_second_address_of_a_survey_hears_nothing_but_the_look(make_host, make_survey, ledger, open_http, pace):
    """Neither the name nor the receipt nor the answer, whether it is the same server or another one."""
    first, second = make_host(), make_host()
    first.answer = make_survey(answers=3)
    second.answer = make_survey(answers=3)
    Device(open_http(first.url), "youngest", ledger, 3, pace=pace).answer_once()
    for act in ("answer_once", "take_part"):
        with pytest.raises(OffTerms, match=f"survey youngest at {second.url} is the one .* use {first.url}$"):
            getattr(Device(open_http(second.url), "youngest", ledger, 3, pace=pace), act)()
    assert [("GET", b"")] * 2 == [(request.method, request.body) for request in second.seen]
    sent = "".join(f"{request.path}{request.headers}" for request in second.seen)
    assert [] == [secret for secret in (ledger.pages[0].name, first.answer.posted[0].receipt) if secret in sent]


@pytest.mark.parametrize("spelling", ["localhost", "127.1", "127.0.0.1/.", "0x7f000001"])
def test_one_server_under_another_spelling_gets_no_second_answer(host, make_survey, ledger, open_http, pace, spelling):
    host.answer = make_survey()
    Device(open_http(host.url), "youngest", ledger, 3, pace=pace).answer_once()
    name, _, path = spelling.partition("/")
    again = Device(open_http(f"http://{name}:{host.port}/{path}"), "youngest", ledger, 3, pace=pace)
    with suppress(OffTerms):
        assert "done" == again.answer_once().status
    assert (1, COIN.loss) == (len(host.answer.posted), ledger.spent)


def test_ten_surveys_at_once_cannot_pass_the_limit_of_a_lifetime(device, host, make_survey, ledger):
    surveys = {f"survey-{number}": make_survey(f"survey-{number}", answers=2) for number in range(10)}
    host.answer = lambda request: surveys[request.path.split("/")[3]](request)
    ledger.grant(Epsilon(4 * NANO))
    refused, meeting = [], threading.Barrier(10)

    def attack(name):
        meeting.wait()
        try:
            device(survey=name, ledger=Ledger(ledger.path)).take_part()
        except GrantSpent as error:
            refused.append(error)

    attackers = [threading.Thread(target=attack, args=(name,)) for name in surveys]
    for attacker in attackers:
        attacker.start()
    for attacker in attackers:
        attacker.join()
    assert (4, Epsilon(4 * NANO)) == (sum(len(survey.posted) for survey in surveys.values()), ledger.spent)
    assert 8 <= len(refused) <= 10


def heard(request):
    """A request and its length, without what is random in it: the name, the receipt and the answer."""
    message = json.loads(request.body or b"{}")
    message.get("answer", {}).pop("code", None)
    values = {**message, "name": None, "receipt": None}
    return request.method, request.path, sorted(request.headers), len(request.body or b""), values


def test_nothing_that_leaves_the_device_depends_on_its_number_but_the_bit(host, make_survey, device, ledger):
    sent = []
    for value in (0.25, 7.75):
        host.answer, host.seen = make_survey(answers=3), []
        host.answer.places = [PlaceMessage("wait", None, 3.0), place(host.answer.questions[0])]
        device(value, ledger=Ledger(ledger.path.with_name(f"{value}.jsonl"), durable=False)).take_part()
        sent.append([heard(request) for request in host.seen])
    assert sent[0] == sent[1]
    assert 3 == sum(path.endswith("/answers") for _, path, *_ in sent[0])
