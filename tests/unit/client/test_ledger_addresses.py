"""Addresses in a ledger: a survey is one survey however its server is spelt, and its terms do not change."""

from dataclasses import replace

import pytest

from lowwater.client import Ledger
from lowwater.core.epsilon import NANO, Epsilon
from lowwater.errors import GrantSpent, OffTerms, YourFault
from tests.unit.client.sample_survey import COIN, QUESTION, SERVER, TERMS, ask, no_coins, survey


def test_changed_terms_are_refused(ledger, page):
    changed = survey(terms=replace(TERMS, grant=Epsilon(4 * NANO)))
    with pytest.raises(OffTerms, match=r"survey youngest at https://survey.example.org has other terms now than those"):
        ledger.join(SERVER, changed)
    assert page is ledger.pages[0]


def test_a_hash_is_computed_and_not_believed(ledger, page):
    changed = replace(survey(terms=replace(TERMS, grant=Epsilon(4 * NANO))), hash=page.hash)
    with pytest.raises(OffTerms):
        ledger.join(SERVER, changed)


@pytest.mark.usefixtures("page")
def test_a_new_title_is_other_terms(ledger):
    with pytest.raises(OffTerms, match="has other terms now than those this device agreed to"):
        ledger.join(SERVER, survey(title="How young?"))


@pytest.mark.parametrize("spelling", ["HTTPS://Survey.Example.ORG", f"{SERVER}:443/", f" {SERVER}/ ", f"{SERVER}."])
def test_a_server_spelt_otherwise_is_the_same_server(ledger, page, spelling):
    assert page is ledger.join(spelling, survey())


ELSEWHERE = ["http://survey.example.org", f"{SERVER}:444", f"{SERVER}/two", "https://127.0.0.1", "https://[::1]"]


@pytest.mark.parametrize("other", ELSEWHERE)
def test_a_survey_that_turns_up_at_another_address_is_the_same_survey_and_refused_there(ledger, page, path, other):
    before = path.read_bytes()
    with pytest.raises(OffTerms) as refused:
        Ledger(path).join(other, survey())
    text = f"survey youngest at {other} is the one that this device joined at {SERVER}"
    assert f"{text}; it is answered at one address alone: use {SERVER}" == str(refused.value)
    assert (before, page) == (path.read_bytes(), ledger.join(SERVER, survey()))


def test_another_survey_of_the_same_name_elsewhere_is_another_survey(ledger, page):
    other = ledger.join("https://other.example.org", survey(terms=replace(TERMS, answers=2)))
    assert (page.name != other.name, 2) == (True, len(ledger.pages))


# Ledgers from before addresses had one spelling


def respelt(path, *servers):
    """The ledger as if its survey had been joined, and answered, once at each of these addresses."""
    head, *rest = path.read_bytes().splitlines(keepends=True)
    old = [line.replace(SERVER.encode(), server.encode()) for server in servers for line in rest]
    path.write_bytes(b"".join([head, *old]))
    return Ledger(path)


@pytest.mark.parametrize("old", ["http://127.1:80", "http://127.0.0.1/.", "http://127.0.0.1"])
def test_a_survey_that_was_joined_under_an_old_spelling_goes_on_under_its_name(ledger, page, path, old):
    first = ledger.respond(page, 3, QUESTION)
    again = respelt(path, old)
    result = again.join("http://127.0.0.1", survey())
    assert (page.name, first, COIN.loss) == (result.name, again.respond(result, 3, QUESTION, no_coins), again.spent)
    second = again.respond(result, 3, ask(1))
    again.settle(result, second, "counted")
    assert (2 * COIN.loss.nano, {1: "counted"}) == (Ledger(path).spent.nano, Ledger(path).pages[0].fates)


def test_changed_terms_are_refused_under_an_old_spelling_too(page, path):
    assert page
    with pytest.raises(OffTerms, match="has other terms now"):
        respelt(path, "http://127.1").join("http://127.0.0.1", survey(terms=replace(TERMS, answers=2)))


def test_what_was_said_under_two_spellings_counts_twice_and_is_not_said_a_third_time(ledger, page, path):
    ledger.respond(page, 3, QUESTION)
    again = respelt(path, "http://localhost", "http://127.0.0.1", "https://no%address")
    assert COIN.loss * 3 == again.spent
    for server in ("http://127.0.0.1", "http://[::1]"):
        with pytest.raises(OffTerms, match=r"use http://localhost$"):
            again.join(server, survey())
    assert "http://localhost" == again.join("http://localhost", survey()).server


def test_the_address_that_was_spoken_to_counts_and_not_one_that_was_only_looked_at(ledger, page, path):
    joined = path.read_bytes()
    ledger.respond(page, 3, QUESTION)
    _head, *content = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(joined + b"".join(content).replace(SERVER.encode(), b"http://localhost"))
    again = Ledger(path)
    assert "http://localhost" == again.join("http://localhost", survey()).server
    with pytest.raises(OffTerms, match=r"use http://localhost$"):
        again.join(SERVER, survey())


def test_an_old_address_that_is_none_today_is_read_and_refused_elsewhere(page, path):
    assert page
    with pytest.raises(OffTerms, match=r"use https://no%address$"):
        respelt(path, "https://no%address").join(SERVER, survey())


# Ids and pages


def test_an_id_that_is_none_is_refused(ledger):
    with pytest.raises(YourFault):
        ledger.join(SERVER, survey("../youngest"))


def test_a_survey_whose_terms_are_elsewhere_is_refused(page, tmp_path):
    with pytest.raises(OffTerms, match=r"not in .*other.jsonl; join it first"):
        Ledger(tmp_path / "other.jsonl").respond(page, 3, QUESTION)


def test_a_page_of_another_handle_is_looked_up_and_not_believed(ledger, page, path):
    ledger.respond(page, 3, QUESTION)
    stale = Ledger(path).join(SERVER, survey())
    for number in (1, 2):
        ledger.respond(page, 3, ask(number))
    with pytest.raises(GrantSpent):
        ledger.respond(stale, 3, ask(3))
