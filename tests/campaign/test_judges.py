"""Whatever a campaign looks for, it finds: a judge is given one fault, and counts one."""

import random
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from campaigns import flood, fuzz, heads, laws, torn
from campaigns.books import Books, gone_back, judged, ledgers_judged
from campaigns.counts import Counts
from campaigns.freeze import timed
from campaigns.house import housed
from campaigns.journal import Journal, Spoken
from campaigns.patience import held_up, returned
from campaigns.plans import random_plan
from campaigns.records import places_in, read, records, secrets_in
from campaigns.server import Server
from campaigns.speech import judged as speech_judged
from campaigns.spellings import excess, spelling
from campaigns.surveys import cohorts
from campaigns.terms import question, survey_message
from lowwater.client import Ledger
from lowwater.core.epsilon import Epsilon
from lowwater.errors import YourFault
from lowwater.server.answers import digest_of, person_of
from lowwater.wire import AnswerMessage, PostedMessage
from lowwater.wire.address import Address

SURVEY = "a" * 20


def posted(person, number=0, yes=True, receipt=None):
    return PostedMessage(f"{person:_>32}", receipt or f"{person:->40}", AnswerMessage.of(number, 0, yes))


ADA, BEA, CAT = posted("ada"), posted("bea", yes=False), posted("cat")


def spoken(*messages, unheard=()):
    return Spoken(frozenset((*messages, *unheard)), frozenset(messages))


def books(*messages, counted=None, number=0, closed=()):
    digests = {(person_of(SURVEY, message.name), message.answer.round): digest_of(message) for message in messages}
    yes = sum(message.answer.said for message in messages)
    return Books(digests, counted or {(0, 0): (yes, len(messages))}, number, frozenset(closed))


def faults(counts):
    return {name: many for name, many in counts.faults.items() if many}


@pytest.mark.parametrize(
    ("heard", "kept", "result"),
    [
        (spoken(ADA, BEA), books(ADA, BEA), {}),
        (spoken(ADA, unheard=[BEA]), books(ADA), {}),
        (spoken(ADA, unheard=[BEA]), books(ADA, BEA), {}),
        (spoken(ADA, BEA), books(ADA), {"lost": 1}),
        (spoken(ADA), books(ADA, CAT, counted={(0, 0): (1, 1)}), {"doubled": 1}),
        (spoken(ADA, BEA), books(ADA, BEA, counted={(0, 0): (1, 3)}), {"doubled": 1}),
        (spoken(ADA, BEA), books(ADA, BEA, counted={(0, 0): (1, 1)}), {"lost": 1}),
        (spoken(ADA, BEA), books(ADA, BEA, counted={(0, 0): (2, 2)}), {"lost": 1, "doubled": 1}),
        (spoken(ADA, unheard=[posted("ada", yes=False)]), books(ADA), {"overspent": 1}),
    ],
    ids=["right", "unheard", "unheard but counted", "lost", "nobody's", "doubled", "short", "turned", "second bit"],
)
def test_books_are_held_against_what_was_said(heard, kept, result):
    assert result == faults(judged(SURVEY, heard, kept))


def test_a_round_that_goes_back_and_a_tally_that_changes_are_found():
    first = books(ADA, number=1, closed=[(0, 0)])
    assert {} == faults(gone_back([first, first, replace(first, round=2)]))
    assert {"gone_back": 1} == faults(gone_back([first, replace(first, round=0)]))
    assert {"gone_back": 1} == faults(gone_back([first, replace(first, counted={(0, 0): (0, 1)})]))


def test_books_are_read_as_the_database_has_them(tmp_path):
    database = str(tmp_path / "surveys.db")
    with housed(database) as house:
        survey = house.open(cohorts(6, 2))
        place = house.check_in(survey, ADA.name)
        house.answer(survey, ADA.name, ADA.receipt, place.question, True)
        house.check_in(survey, BEA.name)
    assert {} == faults(judged(survey, spoken(ADA), Books.of(database, survey)))
    assert {"lost": 1} == faults(judged(survey, spoken(ADA, BEA), Books.of(database, survey)))


def test_a_journal_tells_what_was_sent_and_what_was_acknowledged(tmp_path):
    journal = Journal(tmp_path / "journal.jsonl")
    for what, message in (("sent", ADA), ("sent", BEA), ("acknowledged", ADA)):
        journal.write(what, message)
    assert spoken(ADA, unheard=[BEA]) == journal.spoken()


@pytest.fixture
def ledger(tmp_path):
    """A ledger with one answer, and that answer as it left."""
    made = Ledger(tmp_path / "ledger.jsonl", durable=False)
    page = made.join("http://127.0.0.1", survey_message("youngest", 3))
    entry = made.respond(page, 3.0, question(0).question())
    return made, PostedMessage(page.name, entry.receipt, AnswerMessage.of(0, 0, entry.answer))


def test_what_stands_in_no_ledger_is_overspent(ledger):
    made, sent = ledger
    assert {} == faults(ledgers_judged([made.path], [sent]) + speech_judged([("youngest", sent)], made))
    other = replace(sent, answer=AnswerMessage.of(1, 0, True))
    assert {"overspent": 1} == faults(ledgers_judged([made.path], [sent, other]))
    assert {"overspent": 1} == faults(speech_judged([("youngest", other)], made))


def test_a_grant_that_is_passed_is_overspent(ledger):
    made, sent = ledger
    made.grant(Epsilon(1))  # a lifetime below what was said already
    assert {"overspent": 1} == faults(speech_judged([("youngest", sent)], made))
    made.join("http://127.0.0.1", survey_message("youngest", 3), Epsilon(1))
    assert {"overspent": 1} == faults(ledgers_judged([made.path], [sent]))


def test_one_answer_more_than_the_terms_say_is_overspent():
    heard = [("youngest", posted("ada")), ("youngest", posted("ada")), ("youngest", posted("bob"))]
    assert ({}, {"overspent": 1}) == (faults(excess(heard, 2)), faults(excess(heard, 1)))


def test_spellings_are_mostly_addresses_of_this_machine():
    chance, hosts = random.Random(1), set()  # noqa: S311 - spellings that can be repeated
    for _ in range(200):
        try:
            hosts.add(Address.of(spelling(chance, 8770, six=True)).host)
        except YourFault:
            hosts.add("refused")
    assert {"127.0.0.1", "localhost", "::1"} <= hosts <= {"127.0.0.1", "localhost", "::1", "refused"}


def test_a_place_of_a_round_that_is_over_is_a_remnant(tmp_path):
    file = tmp_path / "surveys.db"
    with housed(str(file)) as house:
        survey = house.open(cohorts(6, 2))
        house.check_in(survey, ADA.name)
        data = read(file)
    assert {(survey, 0, True)} == set(records(data))
    assert ([], 1) == (places_in(data, {survey: 0}), len(places_in(data, {survey: 1})))
    assert 1 == len(places_in(data, {}))


def test_a_head_that_something_else_was_written_over_tells_of_nobody():
    head, place = b"\x35\x2c\x01\x01\x07\x2c", b"a" * 20 + b"b" * 16 + b"\x02\x03" + b"\x40" * 8
    assert ["survey aaaaaaaaaaaaaaaaaaaa round 2"] == places_in(head + place, {})
    assert [] == places_in(head + b"\x81\x26\x51\x09" + place, {})


def test_a_secret_in_a_file_is_a_remnant():
    assert ["ada"] == secrets_in(b"so ada was here", ["ada", "bea"])


def test_a_ledger_with_more_left_than_before_is_overspent(ledger):
    made, _ = ledger
    left = made.left(made.pages[0])
    assert {} == faults(torn.no_more(made, left, made.path))
    assert {"overspent": 1} == faults(torn.no_more(made, Epsilon(left.nano - 1), made.path))


def test_an_error_of_the_wrong_kind_is_a_failure(monkeypatch):
    assert {} == faults(fuzz.read("AnswerMessage", b"[" * 100_000))
    monkeypatch.setattr(fuzz, "decode", lambda *_given: 1 / 0)
    assert {"failed": 1} == faults(fuzz.read("AnswerMessage", b"{}"))


@pytest.mark.parametrize(("status", "result"), [(b"400", {}), (b"503", {}), (b"500", {"server_errors": 1})])
def test_a_status_of_5xx_but_503_is_a_servers_error(status, result):
    assert result == faults(heads.judged(b"GET /", b"HTTP/1.1 " + status + b" Something\r\n\r\n"))


def test_tracebacks_are_found_in_a_log(tmp_path):
    server = Server("surveys.db", tmp_path)
    server.log.write_text('{"level": "info"}\n{"level": "error", "message": "a request broke"}\n')
    assert 1 == len(server.tracebacks())


def test_whoever_does_not_come_back_is_hung():
    over = SimpleNamespace(at=time.monotonic() + 3)
    wait = lambda: time.sleep(over.at - time.monotonic())  # noqa: E731
    assert ({"hung": 1}, {}) == (faults(returned("a tap", wait, 0.05)), faults(returned("none", lambda: None, 5)))


def test_a_device_comes_back_from_a_tap(tmp_path):
    assert {} == faults(held_up("continue", tmp_path / "ledger.jsonl"))


def test_others_who_wait_a_server_that_grows_and_lines_left_open_are_found():
    assert ({}, {"hung": 1}) == (faults(flood.waited([0.01], [0.5])), faults(flood.waited([0.01], [0.5, 60.0])))
    assert ({}, {"failed": 1}) == (faults(flood.grew(2**20)), faults(flood.grew(2**30)))
    assert ({}, {"hung": 2}) == (faults(flood.left_open(0)), faults(flood.left_open(2)))


def test_no_answer_while_the_other_is_frozen_is_hung(monkeypatch):
    monkeypatch.setattr("campaigns.freeze.BOUND", 0.02)
    assert ({}, {"hung": 1}) == (faults(timed(lambda: 200)), faults(timed(lambda: 503)))


def test_a_law_that_does_not_hold_tells_how_to_repeat_it(tmp_path):
    (tmp_path / "test_law.py").write_text("def test_law():\n    assert 1 == 2\n")
    counts = laws.outcome(laws.command(5, str(tmp_path / "test_law.py")), 60.0)
    assert (1, True) == (counts.failed, "--hypothesis-seed 5" in counts.notes[0])


def test_a_law_that_takes_too_long_neither_holds_nor_fails():
    assert Counts(done={"runs of pytest cut short": 1}) == laws.outcome(laws.command(5, laws.LEDGER), 0.01)


def test_plans_of_all_shapes_can_be_opened(tmp_path):
    chance = random.Random(3)  # noqa: S311 - plans that can be repeated
    with housed(str(tmp_path / "surveys.db")) as house:
        for _ in range(30):
            plan, rules = random_plan(chance)
            assert 20 == len(house.open(plan, **rules))
