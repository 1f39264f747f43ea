"""A person leaves a survey for good, and erases what is not needed for safety."""

import json
import os
import threading

import pytest

from lowwater.client import Ledger
from lowwater.client.lines import LeaveLine, encode_line
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import BadLedger, GrantSpent, OffTerms, YourFault
from lowwater.wire import SurveyMessage, TermsMessage, TextsMessage, hash_of

COIN = randomized_response(Epsilon(NANO))
TERMS = TermsMessage.of(
    Terms(Domain(0, 8), "refuse", 2, COIN.loss, COIN.loss * 2), TextsMessage("A secret title", asker="Ada")
)
SERVER = "https://survey.example.org"
LEFT = "this device left survey youngest for good"


def survey(name="youngest"):
    return SurveyMessage(name, TERMS, hash_of(TERMS), "rolling", "open", "open")


def ask(number=0):
    return Question(number, 0, (4.125,), COIN, None)


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "ledger.jsonl")


@pytest.fixture
def page(ledger):
    page = ledger.join(SERVER, survey())
    ledger.respond(page, 3, ask())
    return page


def test_a_survey_may_be_declined_before_anybody_heard_of_it(ledger):
    ledger.leave(SERVER, "youngest")
    with pytest.raises(YourFault, match=LEFT):
        ledger.join(SERVER, survey())
    assert ((), Epsilon(0)) == (ledger.pages, ledger.spent)


def test_a_declined_survey_stays_declined_after_a_restart_and_at_any_address(ledger):
    ledger.leave(SERVER, "youngest")
    for server in (SERVER, "https://elsewhere.example.org"):
        with pytest.raises(YourFault, match=LEFT):
            Ledger(ledger.path).join(server, survey())


def test_one_that_was_answered_may_be_left_and_what_it_learnt_counts(ledger, page):
    ledger.leave(SERVER, "youngest")
    with pytest.raises(YourFault, match=LEFT):
        ledger.respond(page, 3, ask(1))
    with pytest.raises(YourFault, match=LEFT):
        ledger.respond(page, 3, ask())  # not even what it was told before
    assert COIN.loss == Ledger(ledger.path).spent


def test_leaving_twice_is_leaving_once(ledger):
    ledger.leave(SERVER, "youngest")
    ledger.leave(SERVER, "youngest")
    assert 1 == len(ledger.left_for_good)


def test_every_other_survey_goes_on(ledger):
    ledger.leave(SERVER, "youngest")
    assert ledger.respond(ledger.join(SERVER, survey("oldest")), 3, ask()).loss == COIN.loss


@pytest.mark.parametrize(("server", "name"), [("survey.example.org", "youngest"), (SERVER, "a b")])
def test_what_is_no_survey_cannot_be_left(ledger, server, name):
    with pytest.raises(YourFault):
        ledger.leave(server, name)


def test_of_an_erased_survey_nothing_is_kept_but_its_id_its_address_and_its_loss(ledger, page):
    secrets = [page.name, page.account.told[0].receipt, page.hash, "A secret title", "Ada", "4.125"]
    ledger.erase(page)
    text = ledger.path.read_text()
    assert [] == [secret for secret in secrets if secret in text]
    (left,) = ledger.left_for_good
    assert LeaveLine(SERVER, "youngest", COIN.loss.nano, left.time) == left
    assert [COIN.loss] * 2 == [ledger.spent, Ledger(ledger.path).spent]


def test_an_erased_survey_is_not_answered_again(ledger, page):
    ledger.erase(page)
    for own in (ledger, Ledger(ledger.path)):
        with pytest.raises(YourFault, match=LEFT):
            own.join(SERVER, survey())
        with pytest.raises(YourFault, match=LEFT):
            own.respond(page, 3, ask(1))


def test_the_lifetime_and_other_surveys_stay_as_they_were(ledger, page):
    ledger.grant(Epsilon(2 * NANO))
    other = ledger.join(SERVER, survey("oldest"))
    answers = ledger.respond(other, 3, ask())
    ledger.erase(page)
    assert (Epsilon(2 * NANO), COIN.loss * 2) == (ledger.lifetime, ledger.spent)
    assert answers == ledger.respond(ledger.join(SERVER, survey("oldest")), 3, ask())
    with pytest.raises(GrantSpent):
        ledger.respond(ledger.pages[0], 3, ask(1))


def test_lines_of_others_are_kept_byte_for_byte(ledger, page):
    ledger.join(SERVER, survey("oldest"))
    before = [line for line in ledger.path.read_bytes().splitlines() if b"youngest" not in line]
    ledger.erase(page)
    assert before == ledger.path.read_bytes().splitlines()[:-1]


def test_an_erased_ledger_is_still_private(ledger, page):
    ledger.erase(page)
    assert 0o600 == ledger.path.stat().st_mode & 0o777


def test_a_draft_that_a_crash_left_open_to_others_makes_no_ledger_of_that_kind(ledger, page):
    draft = ledger.path.with_name(f"{ledger.path.name}.new")
    draft.write_text("half of a ledger")
    draft.chmod(0o644)
    ledger.erase(page)
    assert 0o600 == ledger.path.stat().st_mode & 0o777


def test_a_ledger_behind_a_link_is_erased_where_it_lies(ledger, page, tmp_path):
    link = tmp_path / "link.jsonl"
    link.symlink_to(ledger.path)
    Ledger(link).erase(page)
    assert (True, COIN.loss, COIN.loss) == (link.is_symlink(), Ledger(link).spent, Ledger(ledger.path).spent)


def test_a_survey_that_was_left_twice_keeps_the_larger_loss(ledger, page):
    ledger.erase(page)
    again = LeaveLine(SERVER, "youngest", 0, "later")
    with ledger.path.open("ab") as file:
        file.write(encode_line(again))
    assert COIN.loss == Ledger(ledger.path).spent


def test_what_was_erased_is_overwritten(ledger, page):
    with ledger.path.open("rb") as old:
        ledger.erase(page)
        old.seek(0)
        assert set(old.read()) == {0}


def test_what_cannot_be_written_stays_as_it_is(ledger, page, monkeypatch):
    before = ledger.path.read_bytes()

    def full(*_words):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lowwater.client.disk.write_all", full)
    with pytest.raises(BadLedger, match=r"cannot be written: No space left on device; .* make room"):
        ledger.erase(page)
    assert before == ledger.path.read_bytes()


def test_what_cannot_be_overwritten_is_erased_all_the_same(ledger, page, monkeypatch):
    def broken(*_words):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("lowwater.client.ledger_file.overwrite", broken)
    ledger.erase(page)
    assert "A secret title" not in ledger.path.read_text()


def test_one_who_used_the_ledger_before_it_was_erased_says_nothing_more(ledger, page):
    other = Ledger(ledger.path)
    theirs = other.join(SERVER, survey())
    ledger.erase(page)
    with pytest.raises(BadLedger, match="was replaced or cut while in use; put the old one back, or start anew"):
        other.respond(theirs, 3, ask(1))


def test_one_who_waited_while_it_was_erased_does_not_speak_from_the_old_file(ledger, page, monkeypatch):
    """They have the old file open, and would write to what nobody reads any more."""
    other, opened, erased = Ledger(ledger.path), threading.Event(), threading.Event()
    real = os.open

    def slow(*words, **more):
        descriptor = real(*words, **more)
        if threading.current_thread() is waiting:
            opened.set()
            erased.wait(10)
        return descriptor

    replies = []

    def join():
        try:
            replies.append(other.join(SERVER, survey("oldest")))
        except BadLedger as error:
            replies.append(str(error))

    waiting = threading.Thread(target=join)
    monkeypatch.setattr(os, "open", slow)
    waiting.start()
    opened.wait(10)
    ledger.erase(page)
    erased.set()
    waiting.join(10)
    assert f"the ledger {ledger.path} was replaced just now; nothing was said, try again" == replies[0]
    assert b"oldest" not in ledger.path.read_bytes()


def test_what_is_not_in_the_ledger_cannot_be_erased(page, tmp_path):
    with pytest.raises(OffTerms, match="join it first"):
        Ledger(tmp_path / "other.jsonl").erase(page)


def test_a_line_that_says_so_is_one_of_json(ledger):
    ledger.leave(SERVER, "youngest")
    last = json.loads(ledger.path.read_text().splitlines()[-1])
    assert ({"kind": "left", "server": SERVER, "survey": "youngest", "loss": 0}, True) == (
        {name: value for name, value in last.items() if name != "time"},
        "time" in last,
    )
