"""A ledger and groups: one person answers in one group alone, and every answer is charged."""

from dataclasses import replace

import pytest

from lowwater.client import Ledger
from lowwater.client.words import inferred, promise
from lowwater.core.domain import Domain
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.core.groups import Groups
from lowwater.core.question import Question
from lowwater.core.randomizer import randomized_response
from lowwater.core.terms import Terms
from lowwater.errors import OffTerms, YourFault
from lowwater.wire import SurveyMessage, TermsMessage, TextsMessage, hash_of

COIN = randomized_response(Epsilon(NANO))
TERMS = Terms(Domain(0, 8), "refuse", 3, COIN.loss, Epsilon(3 * NANO))
SERVER = "https://survey.example.org"


def member(name, *, hidden=False, title="How old?"):
    terms = TermsMessage.of(TERMS, TextsMessage(title), groups=Groups(("DE", "FR"), hidden))
    return SurveyMessage(name, terms, hash_of(terms), "rolling", "open", "open")


def ask(number, threshold=4.0):
    return Question(number, 0, (threshold,), COIN, None)


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "ledger.jsonl", durable=False)


def test_a_second_group_is_not_joined_once_the_first_was_answered(ledger):
    page = ledger.join(SERVER, member("f00-0"))
    ledger.respond(page, 3, ask(0))
    with pytest.raises(YourFault, match=r"answered in another group of the same survey \(f00-0\); one person answers"):
        ledger.join(SERVER, member("f00-1"))
    assert COIN.loss == ledger.spent


def test_two_groups_joined_at_once_give_answers_in_one_alone(ledger):
    first, second = (ledger.join(SERVER, member(name)) for name in ("f00-0", "f00-1"))
    ledger.respond(first, 3, ask(0))
    for refused in (lambda: ledger.respond(second, 3, ask(0)), lambda: ledger.afford(second)):
        with pytest.raises(YourFault, match="in one group alone"):
            refused()
    assert (COIN.loss, ()) == (ledger.spent, second.account.told)
    assert 1 == ledger.respond(first, 3, ask(1)).question.round


def test_two_answers_in_two_ledgers_are_charged_in_each(tmp_path):
    ledgers = [Ledger(tmp_path / name, durable=False) for name in ("one", "two")]
    for ledger, name in zip(ledgers, ("f00-0", "f00-1"), strict=True):
        ledger.respond(ledger.join(SERVER, member(name)), 3, ask(0))
    assert [COIN.loss] * 2 == [ledger.spent for ledger in ledgers]


def test_who_answered_nothing_may_change_the_group(ledger):
    ledger.join(SERVER, member("f00-0"))
    page = ledger.join(SERVER, member("f00-1"))
    assert "FR" == page.group
    ledger.respond(page, 3, ask(0))


def test_the_same_terms_under_another_id_are_the_same_survey(ledger):
    ledger.respond(ledger.join(SERVER, member("f00-0")), 3, ask(0))
    with pytest.raises(YourFault, match="in one group alone"):
        ledger.join(SERVER, member("bar-1"))


def test_other_terms_for_another_group_of_one_survey_are_no_way_around(ledger):
    ledger.respond(ledger.join(SERVER, member("f00-0")), 3, ask(0))
    with pytest.raises(YourFault, match="in one group alone"):
        ledger.join(SERVER, member("f00-1", title="How old, again?"))


def test_another_survey_with_groups_is_another_survey(ledger):
    ledger.respond(ledger.join(SERVER, member("f00-0")), 3, ask(0))
    page = ledger.join(SERVER, member("bar-1", title="How tall?"))
    ledger.respond(page, 3, ask(0))
    assert COIN.loss * 2 == ledger.spent


@pytest.mark.parametrize("left", ["f00", "f00-0", "f00-1"])
def test_whoever_left_the_survey_or_any_member_of_it_for_good_joins_none(ledger, left):
    ledger.leave(SERVER, left)
    with pytest.raises(YourFault, match=f"left survey {left} for good"):
        ledger.join(SERVER, member("f00-1"))


def test_an_erased_group_keeps_the_others_closed_and_its_loss_spent(ledger):
    page = ledger.join(SERVER, member("f00-0"))
    ledger.respond(page, 3, ask(0))
    ledger.erase(page)
    with pytest.raises(YourFault, match="left survey f00-0 for good"):
        ledger.join(SERVER, member("f00-1"))
    assert COIN.loss == ledger.spent


def test_the_whole_survey_is_no_member_and_a_group_beyond_the_list_is_off_the_terms(ledger):
    with pytest.raises(YourFault, match="take part in the member survey of one of them"):
        ledger.join(SERVER, member("f00"))
    with pytest.raises(OffTerms, match="the terms list 0 to 1"):
        ledger.join(SERVER, member("f00-2"))


def test_a_ledger_read_again_knows_the_group_and_no_line_holds_a_hidden_one(ledger):
    page = ledger.join(SERVER, member("f00-1", hidden=True))
    ledger.respond(page, 3, ask(0), inside=False)
    (again,) = Ledger(ledger.path).pages
    assert ("FR", "FR", page.terms) == (again.group, again.asked_about, again.terms)
    assert b"inside" not in ledger.path.read_bytes()


def test_a_public_group_is_no_part_of_the_question(ledger):
    page = ledger.join(SERVER, member("f00-1"))
    assert ("FR", "") == (page.group, page.asked_about)


# Words


def test_the_terms_say_that_a_public_group_is_told_in_clear():
    words = " ".join(promise(member("f00").terms))
    assert "Its groups: DE, FR. Which one is yours is told in clear" in words
    assert "no coins hide it, and it is not part of what is counted below" in words
    assert "the smallest number in each group" in words


def test_the_terms_say_that_a_hidden_group_stays_on_the_device():
    words = " ".join(promise(member("f00", hidden=True).terms))
    assert "stays on this device" in words
    assert '"are you in ..., and is your number at most ...?"' in words


def test_a_quantile_is_one_of_a_group():
    terms = TermsMessage.of(TERMS, TextsMessage("x"), quantile=0.5, groups=Groups(("DE",)))
    assert "the number that 50 % of a group's people are at or below" in " ".join(promise(terms))


def test_an_answer_about_a_hidden_group_speaks_of_the_group_and_the_number(ledger):
    page = ledger.join(SERVER, member("f00-1", hidden=True))
    entry = ledger.respond(page, 3, ask(0), lambda count: b"\xff" * count)
    domain = TERMS.domain
    assert "round 1: are you in FR, and is your number at most 4? I said yes" in entry.in_words(domain, "FR")
    assert "that you are in FR, and your number is at most 4 may" in inferred(entry, domain, "FR")
    no = replace(entry, answer=0)
    assert "that you are not in FR, or your number is more than 4 may" in inferred(no, domain, "FR")
