"""Ledger: what was said stays said, what was spent stays spent, and the rules are those of every device."""

import os
import stat
import threading
from contextlib import suppress
from dataclasses import replace

import pytest

from lowwater.client import Ledger
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.randomizer import HONEST, randomized_response
from lowwater.errors import BadData, BadLedger, GrantSpent, NotPrivate, OffTerms, TheirFault
from lowwater.wire import NAME
from tests.unit.client.sample_survey import COIN, QUESTION, SERVER, TERMS, ask, lines, no_coins, survey, yes_coins


def test_a_repeated_question_gets_the_recorded_answer_and_the_same_receipt(ledger, page):
    first = ledger.respond(page, 3, QUESTION, yes_coins)
    assert first == ledger.respond(page, 3, QUESTION, no_coins)


def test_a_restart_changes_nothing_about_that(ledger, page, path):
    first = ledger.respond(page, 3, QUESTION, yes_coins)
    again = Ledger(path)
    assert first == again.respond(again.join(SERVER, survey()), 3, QUESTION, no_coins)
    assert COIN.loss == again.spent


def test_another_number_changes_nothing_about_it_either(ledger, page):
    first = ledger.respond(page, 3, QUESTION)
    assert {first} == {ledger.respond(page, value, QUESTION) for value in (1, 5, 99, "gone")}


def test_how_many_are_asked_is_none_of_the_ledgers_business(ledger, page, path):
    first = ledger.respond(page, 3, replace(QUESTION, people=7))
    again = Ledger(path)
    assert first == again.respond(again.pages[0], 3, replace(QUESTION, people=8))


def test_everything_about_a_survey_is_there_after_a_restart(ledger, path):
    page = ledger.join(SERVER, survey(access="invitation"), Epsilon.of(2), "come in")
    entry = ledger.respond(page, 3, QUESTION)
    ledger.settle(page, entry, "counted")
    (result,) = Ledger(path).pages
    assert (page.key, page.title, page.hash, page.name, "come in", {0: "counted"}, "2026-01-01T00:00:00+00:00") == (
        result.key, result.title, result.hash, result.name, result.invitation, result.fates, result.time
    )  # fmt: skip
    assert (TERMS, Epsilon.of(2), (entry,)) == (result.account.terms, result.account.grant, result.account.told)


def test_names_and_receipts_are_random_and_fit_the_wire(ledger, page):
    other = ledger.join(SERVER, survey("oldest"))
    receipts = [ledger.respond(item, 3, ask(number)).receipt for item in (page, other) for number in range(3)]
    texts = [page.name, other.name, *receipts]
    assert (8, True) == (len(set(texts)), all(NAME.fullmatch(text) for text in texts))


def test_what_was_said_without_a_word_about_it_is_unsettled(ledger, page):
    first, second = (ledger.respond(page, 3, ask(number)) for number in range(2))
    ledger.settle(page, first, "counted")
    assert (second,) == page.unsettled


def test_settling_twice_writes_once_and_a_new_fate_replaces_the_old(ledger, page, path):
    entry = ledger.respond(page, 3, QUESTION)
    for fate in ("counted", "counted", "contradicted"):
        ledger.settle(page, entry, fate)
    assert ["counted", "contradicted"] == [line["fate"] for line in lines(path) if line["kind"] == "fate"]
    assert {0: "contradicted"} == Ledger(path).pages[0].fates


def test_neither_names_nor_receipts_nor_invitations_are_shown_by_accident(ledger):
    page = ledger.join(SERVER, survey(access="invitation"), invitation="sesame")
    entry = ledger.respond(page, 3, QUESTION)
    shown = repr((page, entry))
    assert [] == [secret for secret in (page.name, entry.receipt, "sesame") if secret in shown]


# The rules


def test_a_value_outside_the_domain_is_refused_and_nothing_recorded(ledger, page):
    with pytest.raises(BadData):
        ledger.respond(page, 9, QUESTION)
    assert Epsilon(0) == ledger.spent


@pytest.mark.parametrize(
    ("question", "error", "why"),
    [
        (ask(1, 9.0), OffTerms, r"its threshold 9 is outside \[0, 8\]"),
        (replace(ask(1), randomizer=randomized_response(Epsilon(2 * NANO))), OffTerms, "costs 2 nats; the terms say 1"),
        (
            replace(ask(1), randomizer=randomized_response(Epsilon(9))),
            OffTerms,
            "not the one that this survey began with",
        ),
        (replace(ask(1), randomizer=HONEST), NotPrivate, "Honest answers"),
        (ask(0, 5.0), OffTerms, "round 1 was answered already, for another question"),
        (replace(QUESTION, index=1), OffTerms, "round 1 was answered already, for another question"),
    ],
)
def test_what_the_terms_do_not_allow_is_refused_and_nothing_recorded(ledger, page, path, question, error, why):
    ledger.respond(page, 3, QUESTION)
    before = path.read_bytes()
    with pytest.raises(error, match=why):
        ledger.respond(page, 3, question)
    assert before == path.read_bytes()


def test_more_answers_than_the_terms_speak_of_are_refused(ledger, page):
    for number in range(3):
        ledger.respond(page, 3, ask(number))
    with pytest.raises(GrantSpent, match="3 nats spent of 3 in 3 of 3 answers"):
        ledger.respond(page, 3, ask(3))


def test_a_round_is_only_a_number(ledger, page):
    assert 10**6 == ledger.respond(page, 3, ask(10**6)).question.round


def test_a_person_may_allow_less_than_the_terms(ledger):
    page = ledger.join(SERVER, survey(), Epsilon.of("1.5"))
    ledger.respond(page, 3, ask(0))
    with pytest.raises(GrantSpent, match=r"1 nats spent of 1\.5 in 1 of 3 answers; this question would cost 1 more"):
        ledger.respond(page, 3, ask(1))
    assert Epsilon.of("0.5") == ledger.left(page)


def test_a_person_cannot_allow_more_than_the_terms(ledger):
    assert TERMS.grant == ledger.join(SERVER, survey(), Epsilon.of(9)).account.grant


def test_a_person_may_think_again(ledger, path):
    for nats in ("1", "2", "1"):
        ledger.join(SERVER, survey(), Epsilon.of(nats))
    ledger.join(SERVER, survey())
    assert Epsilon.of(1) == Ledger(path).pages[0].account.grant


def test_saying_the_same_grant_again_writes_nothing(ledger, path):
    ledger.join(SERVER, survey(), Epsilon.of(1))
    before = path.read_bytes()
    ledger.join(SERVER, survey(), Epsilon.of(1))
    assert before == path.read_bytes()


def test_a_lifetime_holds_over_all_surveys(ledger, path):
    ledger.grant(Epsilon.of("2.5"))
    pages = [ledger.join(SERVER, survey(name)) for name in ("a", "b", "c")]
    for page in pages[:2]:
        ledger.respond(page, 3, QUESTION)
    with pytest.raises(GrantSpent, match=r"2 nats spent of 2\.5 for a lifetime; this question would cost 1 more"):
        Ledger(path).respond(pages[2], 3, QUESTION)
    assert [Epsilon.of("0.5")] * 3 == [ledger.left(page) for page in pages]


def test_a_lifetime_that_is_spent_still_repeats_what_was_said(ledger, page):
    first = ledger.respond(page, 3, QUESTION)
    ledger.grant(Epsilon(1))
    assert (first, Epsilon(0)) == (ledger.respond(page, 3, QUESTION), ledger.left(page))


def test_a_lifetime_can_be_set_anew(ledger, page):
    ledger.grant(Epsilon(1))
    with pytest.raises(GrantSpent):
        ledger.respond(page, 3, QUESTION)
    ledger.grant(Epsilon(NANO))
    assert ledger.respond(page, 3, QUESTION)
    assert Epsilon(NANO) == ledger.lifetime


def test_one_can_ask_beforehand_whether_an_answer_is_affordable(ledger, page):
    ledger.afford(page)
    ledger.grant(Epsilon(1))
    with pytest.raises(GrantSpent, match="for a lifetime"):
        ledger.afford(page)


def test_a_refused_question_draws_no_coins(ledger, page):
    drawn = []
    ledger.grant(Epsilon(1))
    for question in (ask(0), ask(0, 9.0)):
        with suppress(TheirFault):
            ledger.respond(page, 3, question, drawn.append)
    assert [] == drawn


# The file


def test_a_ledger_that_nobody_wrote_to_is_not_made(ledger, path):
    assert ((), Epsilon(0), None, False) == (ledger.pages, ledger.spent, ledger.lifetime, path.exists())


def test_only_its_owner_reads_a_ledger_and_its_folder(ledger, page, path):  # noqa: ARG001 - the file must be there
    assert [0o600, 0o700] == [stat.S_IMODE(item.stat().st_mode) for item in (path, path.parent)]


def test_a_ledger_that_others_could_read_is_made_private(ledger, page, path):
    path.chmod(0o644)
    ledger.respond(page, 3, QUESTION)
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)


def test_a_ledger_only_ever_grows(ledger, page, path):
    seen = path.read_bytes()
    for act in (
        lambda: ledger.respond(page, 3, QUESTION),
        lambda: ledger.settle(page, page.account.told[0], "counted"),
        lambda: ledger.grant(Epsilon.of(9)),
        lambda: ledger.join(SERVER, survey("oldest")),
    ):
        act()
        assert path.read_bytes().startswith(seen)
        assert len(path.read_bytes()) > len(seen)
        seen = path.read_bytes()


def test_a_simulated_device_writes_the_same_lines(tmp_path):
    kinds = []
    for durable in (True, False):
        ledger = Ledger(tmp_path / f"{durable}.jsonl", durable=durable)
        ledger.respond(ledger.join(SERVER, survey(), Epsilon.of(1)), 3, QUESTION)
        kinds.append([line["kind"] for line in lines(ledger.path)])
    assert [["ledger", "terms", "grant", "answer"]] * 2 == kinds


def test_a_simulated_device_makes_its_folders_too(tmp_path):
    ledger = Ledger(tmp_path / "a" / "b" / "ledger.jsonl", durable=False)
    ledger.grant(Epsilon.of(1))
    assert Epsilon.of(1) == Ledger(ledger.path).lifetime


def test_threads_that_ask_all_at_once_cannot_overspend(path):
    def attack(name):
        own = Ledger(path)  # a handle of its own, as another process would have
        page = own.join(SERVER, survey(name))
        for number in range(3):
            with suppress(GrantSpent):
                replies.append(own.respond(page, 3, ask(number)))

    replies, attackers = [], [threading.Thread(target=attack, args=(name,)) for name in "abcdef"]
    Ledger(path).grant(Epsilon.of(5))
    for attacker in attackers:
        attacker.start()
    for attacker in attackers:
        attacker.join()
    assert (5, Epsilon.of(5)) == (len(replies), Ledger(path).spent)


def test_a_folder_is_no_ledger(tmp_path):
    with pytest.raises(BadLedger, match="cannot be opened: Is a directory; nothing more is said until it can be"):
        Ledger(tmp_path).grant(Epsilon.of(1))


def test_what_forgets_is_no_ledger():
    with pytest.raises(BadLedger, match="/dev/null is no regular file, and would forget what was said"):
        Ledger(os.devnull).grant(Epsilon.of(1))
